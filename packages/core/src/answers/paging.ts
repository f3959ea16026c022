import { shorten } from '../text/shorten.ts';
/** Takes items from the front until their sizes, added up, would pass the budget; always at least one. */
export function takeWhileFits<Item>(
	items: readonly Item[],
	budget: number,
	sizeOf: (item: Item) => number,
): readonly Item[] {
	let used = 0;
	const count = items.findIndex((item, index) => {
		used += sizeOf(item);
		return used > budget && index > 0;
	});
	return count === -1 ? items : items.slice(0, count);
}

/** One line of source for a reader: without indentation, and never longer than a screen. */
export function sourceLine(line: string, limit = 200): string {
	const trimmed = line.trim();
	return shorten(trimmed, limit);
}
