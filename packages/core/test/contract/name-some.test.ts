import { expect, test } from 'vitest';
import { nameSome } from '../../src/contract/name-some.ts';

test.each([
	[[], ''],
	[['a'], 'a'],
	[['a', 'b'], 'a, b'],
	[['a', 'b', 'c', 'd', 'e'], 'a, b and 3 more'],
])('%j', (names, expected) => {
	expect(nameSome(names, 2)).toBe(expected);
});
