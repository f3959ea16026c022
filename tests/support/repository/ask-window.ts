import type { Client } from '@modelcontextprotocol/client';
import { call, textOf } from '../mcp-clients.ts';
import type { Place, Problem } from './plain-typescript.ts';

interface Answer {
	freshness: string;
	nextOffset?: number;
}

/** All pages of an answer; one that is not fresh proves nothing, so it is an error. */
async function everyPage<Page extends Answer>(client: Client, tool: string, input: object): Promise<Page[]> {
	const pages: Page[] = [];
	for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1)?.nextOffset) {
		const result = await call(client, tool, { ...input, limit: 1000, offset });
		const { data } = result.structuredContent as { data?: Page };
		if (data?.freshness !== 'fresh') {
			throw new Error(`${tool} ${JSON.stringify(input)}: ${textOf(result)}`);
		}
		pages.push(data);
	}
	return pages;
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

interface RenamePreview {
	applied: boolean;
	files: { path: string; edits: { line: number; column: number }[] }[];
}

/** Where a new name would be written, each as path:line:column, sorted; none where the language server refuses. */
export async function renamePlaces(client: Client, { path, line, column }: Place): Promise<readonly string[]> {
	const input = { path, line, column, newName: 'aNameThatNobodyUses', preview: true };
	const result = await call(client, 'symbol_rename', input);
	const { data, error } = result.structuredContent as { data?: RenamePreview; error?: { code: string } };
	if (error?.code === 'E_RENAME_REFUSED') {
		return [];
	}
	if (data?.applied !== false) {
		throw new Error(`symbol_rename ${JSON.stringify(input)}: ${textOf(result)}`);
	}
	return placesIn(data.files.map(({ path: file, edits }) => ({ path: file, places: edits })));
}

function placesIn(files: readonly { path: string; places: { line: number; column: number }[] }[]): string[] {
	const each = files.flatMap(({ path, places }) => places.map(({ line, column }) => `${path}:${line}:${column}`));
	return [...new Set(each)].sort();
}

interface ProblemsPage extends Answer {
	problems: {
		path: string;
		line: number;
		column: number;
		endLine: number;
		endColumn: number;
		code: string;
		message: string;
	}[];
}

export async function problemsOf(client: Client, path: string): Promise<readonly Problem[]> {
	const pages = await everyPage<ProblemsPage>(client, 'diagnostic_list', { path, severity: 'hint', source: 'ts' });
	return pages
		.flatMap(({ problems }) => problems)
		.map(({ path: file, line, column, endLine, endColumn, code, message }) => ({
			place: `${file}:${line}:${column}`,
			end: `${file}:${endLine}:${endColumn}`,
			code,
			message,
		}));
}
