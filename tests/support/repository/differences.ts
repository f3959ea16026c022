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
		const missing = expected.difference(found);
		const extra = found.difference(expected);
		if (missing.size > 0 || extra.size > 0) {
			differing.push({ symbol, missing: [...missing], extra: [...extra] });
		}
	}
	return differing;
}
