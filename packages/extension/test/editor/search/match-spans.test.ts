import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText, locateSpans } from '../../../src/editor/search/match-spans.ts';

test('columns count UTF-16 units, whatever the bytes', () => {
	const bytes = Buffer.from('日本語 é 😀 foo foo\r\n');
	const start = bytes.indexOf('foo');
	const spans = [
		{ start, end: start + 3 },
		{ start: start + 4, end: start + 7 },
	];
	expect(locateSpans(bytes, 7, spans)).toEqual([
		{ line: 7, column: 10, endLine: 7, text: '日本語 é 😀 foo foo' },
		{ line: 7, column: 14, endLine: 7, text: '日本語 é 😀 foo foo' },
	]);
});

test('a match over several lines gives all of them', () => {
	const bytes = Buffer.from('one\r\ntwo\r\nthree\r\n');
	expect(locateSpans(bytes, 3, [{ start: 2, end: 7 }])).toEqual([{ line: 3, column: 3, endLine: 4, text: 'one\ntwo' }]);
	expect(locateSpans(bytes, 3, [{ start: 5, end: 8 }])).toEqual([{ line: 4, column: 1, endLine: 4, text: 'two' }]);
});

test('a match that ends with the line break stays in its line', () => {
	expect(locateSpans(Buffer.from('one\ntwo\n'), 1, [{ start: 0, end: 4 }])).toMatchObject([{ line: 1, endLine: 1 }]);
});

test('the spans are those of a plain search in the decoded text', () => {
	const text = fc
		.array(fc.constantFrom('x', 'é', '語', '😀', ' ', '\n', '\r\n'), { maxLength: 40 })
		.map(parts => parts.join(''));
	fc.assert(
		fc.property(text, block => {
			const bytes = Buffer.from(block);
			const places = [...block.matchAll(/x/g)].map(({ index }) => index);
			const spans = places.map(index => {
				const start = Buffer.byteLength(block.slice(0, index));
				return { start, end: start + 1 };
			});
			const expected = places.map(index => {
				const before = block.slice(0, index).split('\n');
				return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
			});
			expect(locateSpans(bytes, 1, spans).map(({ line, column }) => ({ line, column }))).toEqual(expected);
		}),
	);
});

test('a line of 2 MB with 50,000 matches is decoded once', () => {
	const bytes = Buffer.from('é'.repeat(20).concat('x').repeat(50_000));
	const spans = Array.from({ length: 50_000 }, (_, index) => ({ start: index * 41 + 40, end: index * 41 + 41 }));
	const located = locateSpans(bytes, 1, spans);
	expect(located.at(-1)).toMatchObject({ line: 1, column: 50_000 * 21 });
	expect(new Set(located.map(({ text }) => text)).size).toBe(1);
});

test('a line of context has no line break', () => {
	expect(lineText(Buffer.from('a\tb\r\n'))).toBe('a\tb');
	expect(lineText(Buffer.from('last'))).toBe('last');
});
