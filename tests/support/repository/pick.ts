/** The same numbers in every run: a failure can be looked at again. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Chooses by seed, and of every kind equally many as long as there are some. */
export function pick<Item>(
	items: readonly Item[],
	count: number,
	seed: number,
	kindOf: (item: Item) => string = () => '',
): Item[] {
	const random = seededRandom(seed);
	const byKind = [...Map.groupBy(items, kindOf).entries()].sort(([left], [right]) => (left < right ? -1 : 1));
	const piles = byKind.map(([, pile]) => [...pile]);
	const chosen: Item[] = [];
	for (let turn = 0; chosen.length < Math.min(count, items.length); turn++) {
		const pile = piles[turn % piles.length] ?? [];
		chosen.push(...pile.splice(Math.floor(random() * pile.length), 1));
	}
	return chosen;
}
