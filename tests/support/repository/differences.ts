import type { Declaration } from './list-declarations.ts';

type PlacesOf = (symbol: Declaration, expected: readonly string[]) => Promise<readonly string[]>;

/** The symbols for which window and language service do not name the same places, and which those are. */
export async function differences(
	symbols: readonly Declaration[],
	inWindow: PlacesOf,
	inPlainProcess: (symbol: Declaration) => Promise<readonly string[]>,
): Promise<unknown[]> {
	const differing: unknown[] = [];
	for (const symbol of symbols) {
		const places = await inPlainProcess(symbol);
		const expected = new Set(places);
		const found = new Set(await inWindow(symbol, places));
		const missing = [...expected].filter(place => !found.has(place));
		const extra = [...found].filter(place => !expected.has(place));
		if (missing.length > 0 || extra.length > 0) {
			differing.push({ symbol, missing, extra });
		}
	}
	return differing;
}
