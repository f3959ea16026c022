import { expect, test } from 'vitest';
import { createKnownTexts } from '../../../src/editor/outside/known-texts.ts';

test('texts beyond the limit are given up, the oldest first, and their files stay known', () => {
	const known = createKnownTexts();
	for (let index = 0; index < 2000; index++) {
		known.set(`/p/${index}`, 'text');
	}
	expect(known.full).toBe(true);
	known.set('/p/0', 'again');
	known.set('/p/new', 'new');
	expect(known.get('/p/1')).toBeUndefined();
	expect(known.has('/p/1')).toBe(true);
	expect([known.get('/p/0'), known.get('/p/2'), known.get('/p/new')]).toEqual(['again', 'text', 'new']);
	known.delete('/p/2');
	expect(known.has('/p/2')).toBe(false);
	expect(known.full).toBe(false);
});

test('long texts are given up by their length', () => {
	const known = createKnownTexts();
	known.set('/p/a', 'x'.repeat(15_000_000));
	known.set('/p/b', 'y'.repeat(15_000_000));
	expect(known.get('/p/a')).toBeUndefined();
	expect(known.get('/p/b')).toHaveLength(15_000_000);
	known.set('/p/c', 'z'.repeat(25_000_000));
	expect(known.files.map(file => known.get(file))).toEqual([undefined, undefined, undefined]);
	expect(known.full).toBe(false);
});

test('a build that writes any number of files is remembered up to a bound, without a look at all of them each time', () => {
	const known = createKnownTexts();
	for (let index = 0; index < 250_000; index++) {
		known.set(`/p/${index}`, 'text');
	}
	expect(known.files.length).toBeLessThanOrEqual(100_000);
	expect(known.get('/p/249999')).toBe('text');
	expect(known.has('/p/180000')).toBe(true);
	known.clear();
	expect(known.files).toEqual([]);
});
