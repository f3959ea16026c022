import type { Declaration } from './list-declarations.ts';

type PlacesOf = (symbol: Declaration) => Promise<readonly string[]>;

/** The symbols for which window and language service do not name the same places, and which those are. */
export async function differences(
	symbols: readonly Declaration[],
	inWindow: PlacesOf,
	inPlainProcess: PlacesOf,
): Promise<unknown[]> {
	const differing: unknown[] = [];
	for (const symbol of symbols) {
		const expected = new Set(await inPlainProcess(symbol));
		const found = new Set(await inWindow(symbol));
		const missing = [...expected].filter(place => !found.has(place));
		const extra = [...found].filter(place => !expected.has(place));
		if (missing.length > 0 || extra.length > 0) {
			differing.push({ symbol, missing, extra });
		}
	}
	return differing;
}
