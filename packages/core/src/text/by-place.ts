import type { Place } from '../ports/values/text-position.ts';

/** The order in which places are listed: by path, then from top to bottom. */
export function byPlace(left: Place, right: Place): number {
	if (left.path !== right.path) {
		return left.path < right.path ? -1 : 1;
	}
	const { start: a } = left.range;
	const { start: b } = right.range;
	return a.line - b.line || a.column - b.column;
}
