import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MatchReader } from '../../../src/editor/search/match-reader.ts';
import { planPage } from '../../../src/editor/search/plan-page.ts';
import type { RipgrepMessage } from '../../../src/editor/search/ripgrep-messages.ts';

/** The messages of ripgrep for these lines, of which those with an x match. */
function messages(lines: readonly string[], context: number): RipgrepMessage[] {
	const matching = lines.flatMap((line, index) => (line.includes('x') ? [index] : []));
	return lines.flatMap((line, index): RipgrepMessage[] => {
		const bytes = Buffer.from(`${line}\n`);
		if (line.includes('x')) {
			const spans = [...line.matchAll(/x/g)].map(match => ({ start: match.index, end: match.index + 1 }));
			return [{ type: 'match', line: index + 1, bytes, spans }];
		}
		return matching.some(at => Math.abs(at - index) <= context) ? [{ type: 'context', line: index + 1, bytes }] : [];
	});
}

function readPage(lines: readonly string[], page: { skip: number; take: number; context: number }) {
	const reader = new MatchReader({ path: 'a.ts', first: 0, skip: page.skip, take: page.take }, page.context);
	for (const message of messages(lines, page.context)) {
		if (!reader.read(message)) {
			break;
		}
	}
	return reader.matches;
}

describe('context', () => {
	const lines = ['1', '2', 'x3', '4', 'x5', '6', '7', '8', '9', 'x10', '11'];

	test('context comes with its match, each line once', () => {
		expect(readPage(lines, { skip: 0, take: 9, context: 2 })).toMatchObject([
			{ line: 3, before: ['1', '2'], after: ['4'] },
			{ line: 5, before: [], after: ['6', '7'] },
			{ line: 10, before: ['8', '9'], after: ['11'] },
		]);
	});

	test('matches of other pages are context too', () => {
		expect(readPage(lines, { skip: 1, take: 1, context: 2 })).toMatchObject([
			{ index: 1, before: ['x3', '4'], after: ['6', '7'] },
		]);
		expect(readPage(lines, { skip: 0, take: 1, context: 2 })).toMatchObject([
			{ index: 0, before: ['1', '2'], after: ['4', 'x5'] },
		]);
	});

	test('there is no context when none was asked for', () => {
		expect(readPage(lines, { skip: 0, take: 9, context: 0 })).toMatchObject([
			{ line: 3, before: [], after: [] },
			{ line: 5, before: [], after: [] },
			{ line: 10, before: [], after: [] },
		]);
	});
});

test('pages of any size show every match once, in order', () => {
	const file = fc.array(fc.constantFrom('x', 'xx x', 'a', '', 'bx'), { maxLength: 12 });
	fc.assert(
		fc.property(
			fc.array(file, { maxLength: 5 }),
			fc.integer({ min: 1, max: 7 }),
			fc.integer({ min: 0, max: 3 }),
			(texts, limit, context) => {
				const files = texts.map((lines, index) => ({
					path: `${index}`,
					lines,
					matches: lines.join('').split('x').length - 1,
				}));
				const expected = files.flatMap(({ path, lines }) =>
					lines.flatMap((line, row) => [...line.matchAll(/x/g)].map(match => `${path}:${row + 1}:${match.index + 1}`)),
				);
				const seen: string[] = [];
				for (let offset = 0; offset < expected.length; offset += limit) {
					for (const { file: planned, plan } of planPage(files, { offset, limit })) {
						const reader = new MatchReader(plan, context);
						messages(planned.lines, context).every(message => reader.read(message));
						for (const { index, path, line, column } of reader.matches) {
							expect(index).toBe(seen.length);
							seen.push(`${path}:${line}:${column}`);
						}
					}
				}
				expect(seen).toEqual(expected);
			},
		),
	);
});
