import { expect, test } from 'vitest';
import { summarize } from '../../src/text/summarize.ts';

test.each([
	[[], ''],
	[['a'], 'a'],
	[['a', 'b'], 'a, b'],
	[['a', 'b', 'c', 'd', 'e'], 'a, b and 3 more'],
])('%j', (names, expected) => {
	expect(summarize(names, 2)).toBe(expected);
});
