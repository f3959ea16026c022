import { z } from 'zod';

/** Where a row of a hierarchy stands: the fields that callers and subtypes share. */
export const hierarchyPlace = {
	name: z.string(),
	kind: z.string(),
	level: z.int().describe('1 for direct ones; a deeper one belongs to the nearest before it with a smaller level.'),
	path: z.string(),
	line: z.int(),
	column: z.int(),
};

/** The end of the answer: whether all was followed, and how to go on. */
export const hierarchyEnd = {
	truncated: z.literal(true).optional().describe('Some of the deeper levels were not followed: too many.'),
	nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
};

interface HierarchyPlace {
	name: string;
	level: number;
	path: string;
	line: number;
}

/** The texts of an answer, fullest first: with the given rows, with one short line for each place, and the head alone. */
export function renderHierarchy(
	head: string,
	rows: readonly string[],
	places: readonly HierarchyPlace[],
	{ truncated, nextOffset }: { truncated?: true | undefined; nextOffset?: number | undefined },
): readonly [string, ...string[]] {
	const short = places.map(({ name, level, path, line }) => `${indentOf(level)}${path}:${line} ${name}`);
	const notes = [
		truncated && '(Some deeper levels were not followed: too many.)',
		nextOffset !== undefined && `(More: call again with offset ${nextOffset}.)`,
	].filter(note => typeof note === 'string');
	return [[head, ...rows, ...notes].join('\n'), [head, ...short, ...notes].join('\n'), head];
}

/** The first line of a row. */
export function renderHierarchyPlace(place: HierarchyPlace & { repeated?: true | undefined }): string {
	const { name, level, path, line, repeated } = place;
	return `${indentOf(level)}${path}:${line} ${name}${repeated ? ' (see above)' : ''}`;
}

export function indentOf(level: number): string {
	return '  '.repeat(level - 1);
}
