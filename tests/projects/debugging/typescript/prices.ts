export interface Item {
	name: string;
	price: number;
}

export function cheapest(items: readonly Item[]): Item | undefined {
	let best: Item | undefined;
	for (const item of items) {
		if (!best || item.price < best.price) {
			best = item;
		}
	}
	return best;
}
