import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt } from '../../src/text/output-excerpt.ts';

test.each(['', 'a', 'a\n', '\n', 'a\n\nb'])('%j that fits is given as it is', text => {
	expect(excerpt(text, { budget: 100 }).output).toBe(text);
});

test('a line that is too long by itself is cut at its middle', () => {
	const { output, truncated } = excerpt(`${'a'.repeat(500)}${'b'.repeat(500)}`, { budget: 100 });
	expect(truncated).toBe(true);
	expect(output).toMatch(/^a+…\n…b+\n$/);
	expect(output.length).toBeLessThan(120);
});

const text = fc
	.array(fc.string({ maxLength: 40 }).map(line => line.replaceAll('\n', '')))
	.map(lines => lines.join('\n'));

test('it stays within the budget, counts right, and its lines are lines of the text', () => {
	const part = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
	fc.assert(
		fc.property(text, part, part, fc.integer({ min: 100, max: 2000 }), (whole, head, tail, budget) => {
			const { output, totalLines, shownLines, truncated } = excerpt(whole, { head, tail, budget });
			expect(output.length).toBeLessThanOrEqual(budget + 60);
			const lines = whole === '' ? [] : whole.replace(/\n$/, '').split('\n');
			expect(totalLines).toBe(lines.length);
			if (truncated === undefined) {
				expect(output).toBe(whole);
				return;
			}
			const shown = output
				.replace(/\n$/, '')
				.split('\n')
				.filter(line => !/^\[… \d+ lines? left out …\]$/.test(line));
			expect(shownLines).toBe(shown.length);
			expect(shown.filter(line => !lines.includes(line))).toEqual([]);
			const omitted = Number(/^\[… (\d+) lines? left out …\]$/m.exec(output)?.[1] ?? 0);
			expect(omitted + shown.length).toBe(totalLines);
		}),
	);
});
