import type { HierarchySymbol } from '../../ports/symbols.ts';
import { placeKey } from './place-source.ts';

export interface HierarchyRow<Step> {
	step: Step;
	/** 1 for what the symbol itself leads to. */
	level: number;
	/** It was met before, so it was not followed again: the hierarchy may turn in a circle. */
	repeated: boolean;
}

/** Each one followed is a question to the language server. */
const MAX_FOLLOWED = 100;

/** Goes down the hierarchy, depth first; each symbol is followed once. */
export async function walkHierarchy<Step>(
	root: HierarchySymbol,
	first: readonly Step[],
	depth: number,
	symbolOf: (step: Step) => HierarchySymbol,
	next: (symbol: HierarchySymbol) => Promise<readonly Step[]>,
): Promise<{ rows: readonly HierarchyRow<Step>[]; whole: boolean }> {
	const seen = new Set([placeKey(root)]);
	const rows: HierarchyRow<Step>[] = [];
	let followed = 0;
	await visit(first, 1);
	return { rows, whole: followed <= MAX_FOLLOWED };

	async function visit(steps: readonly Step[], level: number): Promise<void> {
		for (const step of steps) {
			const symbol = symbolOf(step);
			const key = placeKey(symbol);
			const repeated = seen.has(key);
			seen.add(key);
			rows.push({ step, level, repeated });
			if (!repeated && level < depth && ++followed <= MAX_FOLLOWED) {
				await visit(await next(symbol), level + 1);
			}
		}
	}
}
