import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countChangedLines, diffLines } from '../../src/text/line-diff.ts';
import { unifiedDiff } from '../../src/text/unified-diff.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });

describe('diffLines', () => {
	test('the hunks turn the old text into the new one', () => {
		fc.assert(
			fc.property(text, text, (before, after) => {
				const rebuilt: string[] = [];
				let next = 0;
				for (const { from, to, newFrom, newTo } of diffLines(before, after)) {
					rebuilt.push(...before.slice(next, from), ...after.slice(newFrom, newTo));
					next = to;
				}
				expect([...rebuilt, ...before.slice(next)]).toEqual(after);
			}),
		);
	});

	test('finds no more differences than the longest common part leaves', () => {
		fc.assert(
			fc.property(text, text, (before, after) => {
				const changed = diffLines(before, after).reduce(
					(sum, hunk) => sum + hunk.to - hunk.from + hunk.newTo - hunk.newFrom,
					0,
				);
				expect(changed).toBe(before.length + after.length - 2 * longestCommon(before, after));
			}),
		);
	});

	test('gives up on texts that have nothing in common, and still tells that they differ', () => {
		const many = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`);
		expect(diffLines(many('a'), many('b'))).toEqual([{ from: 0, to: 3000, newFrom: 0, newTo: 3000 }]);
	});
});

describe('unifiedDiff', () => {
	test('shows changed lines with their environment', () => {
		expect(unifiedDiff('1\n2\n3\n4\n5\n6\n7', '1\n2\n3\nfour\n5\n6\n7')).toBe(
			'@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+four\n 5\n 6',
		);
	});

	test('is empty for equal texts', () => {
		expect(unifiedDiff('same\n', 'same\n')).toBe('');
	});

	test('stays in its budget and says what it left out', () => {
		const before = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
		const diff = unifiedDiff(before, before.replaceAll('line', 'row'), { budget: 200 });
		expect(diff).toMatch(/\(… 1\d\d more lines of differences\)$/);
	});
});

function longestCommon(left: readonly string[], right: readonly string[]): number {
	let row = new Array<number>(right.length + 1).fill(0);
	for (const a of left) {
		const next = [0];
		right.forEach((b, index) =>
			next.push(a === b ? (row[index] ?? 0) + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0)),
		);
		row = next;
	}
	return row.at(-1) ?? 0;
}

test('changed lines are counted as git counts them', () => {
	expect(countChangedLines('one\ntwo\n', 'one\n2\nthree\n')).toEqual({ added: 2, removed: 1 });
	expect(countChangedLines('', 'one\n')).toEqual({ added: 1, removed: 0 });
	expect(countChangedLines('one\ntwo', '')).toEqual({ added: 0, removed: 2 });
});
