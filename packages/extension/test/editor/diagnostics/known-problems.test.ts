import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import { expect, test } from 'vitest';
import { createKnownProblems } from '../../../src/editor/diagnostics/known-problems.ts';

const problem = (message: string): Problem => ({
	severity: 'error',
	message,
	range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
});
const stamps = (entries: Record<string, string>) => new Map(Object.entries(entries));
const nobodyElse = (files: readonly string[]) => Promise.resolve(new Set(files));

async function checked() {
	const known = createKnownProblems();
	const state = await known.update(stamps({ a: '1', b: '1', c: '1' }), [], nobodyElse);
	for (const file of ['a', 'b', 'c']) {
		known.set(file, { problems: [problem(file)], hints: false }, state);
	}
	return { known, left: () => ['a', 'b', 'c'].filter(file => known.get(file, false)) };
}

test('while nothing changes everything is kept, and nobody is asked who depends on what', async () => {
	const { known, left } = await checked();
	await known.update(stamps({ a: '1', b: '1', c: '1' }), [], () => Promise.reject(new Error('asked')));
	expect(left()).toEqual(['a', 'b', 'c']);
});

test.each([
	['changed', { a: '2', b: '1', c: '1' }, [], ['a']],
	['deleted', { b: '1', c: '1' }, [], ['a']],
	['created', { a: '1', b: '1', c: '1', d: '1' }, [], ['d']],
	['reported by the watcher', { a: '1', b: '1', c: '1' }, ['out/x.d.ts'], ['out/x.d.ts']],
])('what depends on a file that was %s is dropped', async (_what, now, reported, changed) => {
	const { known, left } = await checked();
	await known.update(stamps(now), reported, files => {
		expect(files).toEqual(changed);
		return Promise.resolve(new Set([...files, 'b']));
	});
	expect(left()).not.toContain('b');
	expect(left()).toContain('c');
});

test('everything is dropped when nobody can tell who depends on it', async () => {
	const { known, left } = await checked();
	await known.update(stamps({ a: '2', b: '1', c: '1' }), [], () => Promise.resolve(undefined));
	expect(left()).toEqual([]);
});

test('an answer to a question from before a change is not kept after it', async () => {
	const { known, left } = await checked();
	const before = await known.update(stamps({ a: '1', b: '1', c: '1' }), [], nobodyElse);
	await known.update(stamps({ a: '2', b: '1', c: '1' }), [], nobodyElse);
	known.set('a', { problems: [], hints: false }, before);
	expect(left()).toEqual(['b', 'c']);
});

test('who wants hints does not get an answer without them', async () => {
	const { known } = await checked();
	expect(known.get('a', true)).toBeUndefined();
	const state = await known.update(stamps({ a: '1', b: '1', c: '1' }), [], nobodyElse);
	known.set('a', { problems: [], hints: true }, state);
	expect(known.get('a', true)).toEqual([]);
	expect(known.get('a', false)).toEqual([]);
});
