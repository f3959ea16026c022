import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextMatch } from '../../../src/ports/text-search.ts';
import { textSearch } from '../../../src/tools/text/text-search.ts';
import { FakeTextSearch } from '../../fakes/fake-text-search.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const ask = (input: Record<string, unknown>, files: Record<string, string>) =>
	runTool(textSearch, input, { textSearch: new FakeTextSearch(files) });

interface Shown {
	total: number;
	nextOffset?: number;
	files: {
		path: string;
		count: number;
		matches?: { line: number; column: number; alsoAt?: number[]; text: string }[];
	}[];
}

const shownOf = async (input: Record<string, unknown>, files: Record<string, string>) =>
	(await dataOf(ask(input, files))) as unknown as Shown;

test('matches are grouped by file and line, with totals', async () => {
	const { envelope, text } = await ask({ query: 'foo' }, { 'b.ts': 'x\n  foo(foo)\n', 'a.ts': 'foo\n', 'c.ts': '' });
	expect(envelope).toMatchObject({
		data: {
			total: 3,
			totalFiles: 2,
			files: [
				{ path: 'a.ts', count: 1, matches: [{ line: 1, column: 1, text: 'foo' }] },
				{ path: 'b.ts', count: 2, matches: [{ line: 2, column: 3, alsoAt: [7], text: '  foo(foo)' }] },
			],
		},
	});
	expect(text).toBe('3 matches in 2 files\na.ts\n1: foo\nb.ts\n2:   foo(foo)');
});

test('nothing found is said in words', async () => {
	const { envelope, text } = await ask({ query: 'foo' }, { 'a.ts': 'bar' });
	expect(envelope).toMatchObject({ ok: true, data: { total: 0, totalFiles: 0, files: [] } });
	expect(text).toBe('No matches.');
});

test('a search that reached no file says so', async () => {
	const { envelope, text } = await ask({ query: 'foo' }, {});
	expect(envelope).toMatchObject({ ok: true, data: { total: 0, searchedNothing: true } });
	expect(text).toMatch(/^No file was searched/);
});

test('context stands around its line, numbered', async () => {
	const match: TextMatch = {
		index: 0,
		path: 'a.ts',
		line: 7,
		endLine: 8,
		column: 3,
		text: 'a {\nb',
		before: ['five', 'six'],
		after: ['nine'],
	};
	const search = {
		search: () => Promise.resolve({ files: [{ path: 'a.ts', matches: 1 }], matches: [match], searchedNothing: false }),
	};
	const { text } = await runTool(textSearch, { query: 'x' }, { textSearch: search });
	expect(text).toBe('1 match in 1 file\na.ts\n5- five\n6- six\n7: a {\n    b\n9- nine');
});

test('a long line is cut around the match, and says so', async () => {
	const line = `${'a'.repeat(5000)}needle${'b'.repeat(5000)}`;
	const { files } = await shownOf({ query: 'needle' }, { 'min.js': line });
	const [match] = files[0]?.matches ?? [];
	expect(match?.column).toBe(5001);
	expect(match?.text).toMatch(/^…a+needleb+…$/);
	expect(match?.text.length).toBeLessThan(300);
});

test('a line is never cut inside a character', async () => {
	for (let shift = 0; shift < 4; shift++) {
		const line = `${'x'.repeat(shift)}${'😀'.repeat(400)}needle${'😀'.repeat(400)}`;
		const { files } = await shownOf({ query: 'needle' }, { 'a.txt': line });
		expect(files[0]?.matches?.[0]?.text.isWellFormed()).toBe(true);
	}
});

test('filesOnly gives files and their counts, paged by files', async () => {
	const files = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`f${index}.ts`, 'foo foo']));
	const { envelope, text } = await ask({ query: 'foo', filesOnly: true, limit: 2, offset: 2 }, files);
	expect(envelope).toMatchObject({
		data: {
			total: 10,
			totalFiles: 5,
			nextOffset: 4,
			files: [
				{ path: 'f2.ts', count: 2 },
				{ path: 'f3.ts', count: 2 },
			],
		},
	});
	expect(text).toBe('10 matches in 5 files\nf2.ts: 2\nf3.ts: 2\n(More: call again with offset 4.)');
});

describe('paging', () => {
	test('shows every match exactly once, whatever the limit, within the budget', async () => {
		const line = fc
			.array(fc.constantFrom('foo', 'bar', ' ', 'é', '😀', '"', '\t'), { maxLength: 120 })
			.map(parts => parts.join(''));
		const file = fc.array(line, { maxLength: 60 }).map(lines => lines.join('\n'));
		await fc.assert(
			fc.asyncProperty(fc.array(file, { maxLength: 6 }), fc.integer({ min: 1, max: 1000 }), async (texts, limit) => {
				const files = Object.fromEntries(texts.map((text, index) => [`src/file${index}.ts`, text]));
				const seen: string[] = [];
				let total = 0;
				for (let offset: number | undefined = 0; offset !== undefined; ) {
					const { envelope, text } = await ask({ query: 'foo', limit, offset }, files);
					const data = (envelope.ok ? envelope.data : {}) as unknown as Shown;
					expect(text.length).toBeLessThanOrEqual(10_000);
					expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_500);
					for (const { path, matches = [] } of data.files) {
						for (const { line, column, alsoAt = [] } of matches) {
							seen.push(...[column, ...alsoAt].map(at => `${path}:${line}:${at}`));
						}
					}
					expect(data.nextOffset === undefined || data.nextOffset > offset).toBe(true);
					total = data.total;
					offset = data.nextOffset;
				}
				expect(seen.length).toBe(total);
				expect(new Set(seen).size).toBe(total);
			}),
			{ numRuns: 40 },
		);
	});

	test('an offset past the end is an empty page', async () => {
		expect(await shownOf({ query: 'foo', offset: 9 }, { 'a.ts': 'foo' })).toEqual({
			total: 1,
			totalFiles: 1,
			files: [],
		});
	});
});

test('include and exclude are lists', async () => {
	const search = new FakeTextSearch({});
	await runTool(textSearch, { query: 'x', include: 'src, *.{a,b}', exclude: 'dist' }, { textSearch: search });
	expect(search.queries).toMatchObject([
		{ include: ['src', '*.{a,b}'], exclude: ['dist'], ignored: false, case: 'smart' },
	]);
});

test.each([
	{ query: '' },
	{ query: 'a\0b' },
	{ query: 'a', limit: 0 },
	{ query: 'a', context: 9 },
	{ query: 'a', path: 'b', include: 'c' },
])('%j is E_INVALID_PARAMS', async input => {
	expect((await errorOf(ask(input, {}))).code).toBe('E_INVALID_PARAMS');
});
