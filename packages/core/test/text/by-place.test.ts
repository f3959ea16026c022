import { expect, test } from 'vitest';
import { byPlace } from '../../src/text/by-place.ts';
import { range } from '../fakes/fake-symbols.ts';

test('places are sorted by path, then by line, then by column', () => {
	const sorted = [
		{ path: 'a.ts', range: range(2, 9) },
		{ path: 'a.ts', range: range(10, 1) },
		{ path: 'a.ts', range: range(10, 5) },
		{ path: 'b.ts', range: range(1, 1) },
	];
	expect(sorted.toReversed().toSorted(byPlace)).toEqual(sorted);
});
