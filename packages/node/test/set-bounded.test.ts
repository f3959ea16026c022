import { expect, test } from 'vitest';
import { setBounded } from '../src/set-bounded.ts';

test('the entry that was set longest ago goes, not the one that was set first', () => {
	const map = new Map<string, number>();
	setBounded(map, 'a', 1, 2);
	setBounded(map, 'b', 1, 2);
	setBounded(map, 'a', 2, 2);
	setBounded(map, 'c', 1, 2);
	expect([...map]).toEqual([
		['a', 2],
		['c', 1],
	]);
	setBounded(map, 'd', 1, 0);
	expect(map.size).toBe(0);
});
