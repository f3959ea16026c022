import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { callWindow } from '../call-window.ts';
import type { MarkedPlace } from './projects/marked-text.ts';
import type { Answer } from './verdicts.ts';

interface Line {
	path: string;
	line: number;
}

/** What the tools answer, each with a list of its own. */
interface Page {
	freshness: string;
	nextOffset?: number;
	files?: { path: string; references: { line: number }[] }[];
	symbols?: (Line & { name: string })[];
	calls?: { sites: Line[] }[];
	places?: Line[];
	types?: Line[];
	problems?: Line[];
}

/** The tools' answers as places, each as path:line, without repetitions. */
export interface AskWindow {
	references(path: string, symbol: string): Promise<Answer>;
	/** Declarations of exactly this name, looked for by it or by a part of it. */
	search(name: string, query?: string): Promise<Answer>;
	/** Lines from which a function is called. */
	callers(path: string, symbol: string): Promise<Answer>;
	/** Where the name at a place is defined. */
	definitions(place: MarkedPlace): Promise<Answer>;
	implementations(path: string, symbol: string): Promise<Answer>;
	subtypes(path: string, symbol: string): Promise<Answer>;
	/** Problems that are at least this severe, in one file or in all of the project. */
	problems(severity: 'error' | 'warning', path?: string): Promise<Answer>;
}

export function askWindow(entry: WindowEntry): AskWindow {
	const everyPage = async (
		tool: string,
		input: object,
		placesOf: (page: Page) => readonly Line[] | undefined,
	): Promise<Answer> => {
		const places = new Set<string>();
		let freshness = 'fresh';
		for (let offset: number | undefined = 0; offset !== undefined; ) {
			const { envelope, text } = await callWindow(entry, tool, { ...input, limit: 1000, offset });
			if (!envelope.ok) {
				return { code: envelope.error?.code ?? 'E_INTERNAL', text };
			}
			const page = envelope.data as Page;
			for (const { path, line } of placesOf(page) ?? []) {
				places.add(`${path}:${line}`);
			}
			freshness = freshness === 'fresh' ? page.freshness : freshness;
			offset = page.nextOffset;
		}
		return { freshness, places: [...places].sort() };
	};
	return {
		references: (path, symbol) =>
			everyPage('symbol_references', { path, symbol }, ({ files }) =>
				files?.flatMap(file => file.references.map(({ line }) => ({ path: file.path, line }))),
			),
		search: (name, query = name) =>
			everyPage('symbol_search', { query }, ({ symbols }) =>
				symbols?.filter(symbol => symbol.name.replace(/\(.*/, '') === name),
			),
		callers: (path, symbol) =>
			everyPage('symbol_calls', { path, symbol }, ({ calls }) => calls?.flatMap(({ sites }) => sites)),
		definitions: ({ path, line, column }) =>
			everyPage('symbol_definition', { path, line, column }, ({ places }) => places),
		implementations: (path, symbol) =>
			everyPage('symbol_definition', { path, symbol, kind: 'implementation' }, ({ places }) => places),
		subtypes: (path, symbol) =>
			everyPage('symbol_types', { path, symbol, direction: 'subtypes' }, ({ types }) => types),
		problems: (severity, path) =>
			everyPage('diagnostic_list', { severity, ...(path && { path }) }, ({ problems }) => problems),
	};
}
