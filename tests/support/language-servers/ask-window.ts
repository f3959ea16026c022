import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { callWindow } from '../call-window.ts';
import type { Answer } from './verdicts.ts';

interface Page {
	freshness: string;
	nextOffset?: number;
}

interface Line {
	path: string;
	line: number;
}

/** The tools' answers as places, each as path:line, without repetitions. */
export interface AskWindow {
	references(path: string, symbol: string): Promise<Answer>;
	/** Declarations of exactly this name. */
	search(name: string): Promise<Answer>;
	/** Lines from which a function is called. */
	callers(path: string, symbol: string): Promise<Answer>;
	/** Errors in all of the project. */
	errors(): Promise<Answer>;
}

export function askWindow(entry: WindowEntry): AskWindow {
	const everyPage = async <Data extends Page>(
		tool: string,
		input: object,
		placesOf: (data: Data) => readonly Line[],
	): Promise<Answer> => {
		const places = new Set<string>();
		let freshness = 'fresh';
		for (let offset: number | undefined = 0; offset !== undefined; ) {
			const { envelope, text } = await callWindow(entry, tool, { ...input, limit: 1000, offset });
			if (!envelope.ok) {
				return { code: envelope.error?.code ?? 'E_INTERNAL', text };
			}
			const data = envelope.data as Data;
			for (const { path, line } of placesOf(data)) {
				places.add(`${path}:${line}`);
			}
			freshness = freshness === 'fresh' ? data.freshness : freshness;
			offset = data.nextOffset;
		}
		return { freshness, places: [...places].sort() };
	};
	return {
		references: (path, symbol) =>
			everyPage<Page & { files: { path: string; references: { line: number }[] }[] }>(
				'symbol_references',
				{ path, symbol },
				({ files }) => files.flatMap(file => file.references.map(({ line }) => ({ path: file.path, line }))),
			),
		search: name =>
			everyPage<Page & { symbols: (Line & { name: string })[] }>('symbol_search', { query: name }, ({ symbols }) =>
				symbols.filter(symbol => symbol.name.replace(/\(.*/, '') === name),
			),
		callers: (path, symbol) =>
			everyPage<Page & { calls: { sites: Line[] }[] }>('symbol_calls', { path, symbol }, ({ calls }) =>
				calls.flatMap(({ sites }) => sites),
			),
		errors: () =>
			everyPage<Page & { problems: Line[] }>('diagnostic_list', { severity: 'error' }, ({ problems }) => problems),
	};
}
