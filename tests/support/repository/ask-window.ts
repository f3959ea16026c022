import type { Client } from '@modelcontextprotocol/client';
import { call, textOf } from '../mcp-clients.ts';
import type { Place, Problem } from './plain-typescript.ts';

interface Answer {
	freshness: string;
	nextOffset?: number;
}

/** On a slow machine an answer may be `not_ready`: it claims nothing, so it is asked for again. A fresh one has to be true. */
const LIMIT = 300_000;

async function everyPage<Page extends Answer>(client: Client, tool: string, input: object): Promise<Page[]> {
	const pages: Page[] = [];
	for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1)?.nextOffset) {
		pages.push(await freshAnswer(client, tool, { ...input, limit: 1000, offset }));
	}
	return pages;
}

async function freshAnswer<Page extends Answer>(client: Client, tool: string, input: object): Promise<Page> {
	const giveUpAt = Date.now() + LIMIT;
	for (;;) {
		const result = await call(client, tool, { ...input });
		const { data } = result.structuredContent as { data?: Page };
		if (data?.freshness === 'fresh') {
			return data;
		}
		if (data?.freshness !== 'not_ready' || Date.now() > giveUpAt) {
			throw new Error(`${tool} ${JSON.stringify(input)}: ${textOf(result)}`);
		}
	}
}

interface ReferencesPage extends Answer {
	files: { path: string; references: { line: number; column: number }[] }[];
}

/** Each as path:line:column, sorted. */
export async function referencesOf(
	client: Client,
	address: Place | { path: string; symbol: string },
): Promise<readonly string[]> {
	const pages = await everyPage<ReferencesPage>(client, 'symbol_references', address);
	return pages
		.flatMap(({ files }) =>
			files.flatMap(({ path, references }) => references.map(({ line, column }) => `${path}:${line}:${column}`)),
		)
		.sort();
}

interface RenamePreview extends Answer {
	applied: boolean;
	totalEdits: number;
	totalFiles: number;
	files: { path: string; edits: number; places: { line: number; column: number }[] }[];
	truncated?: true;
}

/** The places at which a new name would be written, each as path:line:column, sorted; none where the language server refuses. */
export async function renamePlaces(
	client: Client,
	{ path, line, column }: Place,
	expected: readonly string[],
): Promise<readonly string[]> {
	const input = { path, line, column, newName: 'aNameThatNobodyUses', preview: true, limit: 1000 };
	const result = await call(client, 'symbol_rename', input);
	const { data, error } = result.structuredContent as { data?: RenamePreview; error?: { code: string } };
	if (error?.code === 'E_RENAME_REFUSED') {
		return [];
	}
	if (data?.applied !== false || data.freshness !== 'fresh') {
		throw new Error(`symbol_rename ${JSON.stringify(input)}: ${textOf(result)}`);
	}
	const shown = data.files.flatMap(file => file.places.map(place => `${file.path}:${place.line}:${place.column}`));
	// A preview that is too long shows only some places, but counts them all, in all and by file.
	const agrees = data.truncated && agreesWith(data, expected) && shown.every(place => expected.includes(place));
	return agrees ? expected : shown.sort();
}

function agreesWith({ totalEdits, totalFiles, files }: RenamePreview, expected: readonly string[]): boolean {
	const byFile = Map.groupBy(expected, place => place.replace(/:\d+:\d+$/, ''));
	return (
		totalEdits === expected.length &&
		totalFiles === byFile.size &&
		files.every(({ path, edits }) => byFile.get(path)?.length === edits)
	);
}

interface ProblemsPage extends Answer {
	problems: {
		path: string;
		line: number;
		column: number;
		endLine: number;
		endColumn: number;
		severity: string;
		code: string;
		message: string;
	}[];
	counts: Record<string, number>;
}

export async function problemsOf(client: Client, path: string): Promise<readonly Problem[]> {
	const pages = await everyPage<ProblemsPage>(client, 'diagnostic_list', { path, severity: 'hint', source: 'ts' });
	return pages
		.flatMap(({ problems }) => problems)
		.map(({ path: file, line, column, endLine, endColumn, severity, code, message }) => ({
			place: `${file}:${line}:${column}`,
			end: `${file}:${endLine}:${endColumn}`,
			severity,
			code,
			message,
		}));
}

export async function problemCounts(client: Client, path: string): Promise<Record<string, number>> {
	const { counts } = await freshAnswer<ProblemsPage>(client, 'diagnostic_list', {
		path,
		severity: 'hint',
		limit: 1,
	});
	return counts;
}
