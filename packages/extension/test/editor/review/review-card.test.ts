import type { ReviewFile } from '@hawser/core/ports/values/review.ts';
import { expect, test } from 'vitest';
import { changeParts, describeWish, nameOf, remarkOf } from '../../../src/editor/review/review-card.ts';

const FILE: ReviewFile = {
	...{ uri: 'file:///a.ts', path: 'a.ts', kind: 'edit', editable: true },
	before: 'one\ntwo\n',
	after: 'one\n2\nthree\n',
};
const MOVED: ReviewFile = { ...FILE, kind: 'rename', to: { uri: 'file:///b.ts', path: 'b.ts' }, before: '', after: '' };

test.each<[files: ReviewFile[], wish: string]>([
	[[FILE], 'change a file'],
	[[{ ...FILE, kind: 'create' }], 'create a file'],
	[[{ ...FILE, kind: 'delete' }], 'delete a file'],
	[[MOVED], 'move a file'],
	[[FILE, FILE, FILE], 'change 3 files'],
	[[FILE, { ...FILE, kind: 'create' }], 'change 2 files'],
	[[MOVED, FILE], 'move and change 2 files'],
])('%# the wish is said in our own words', (files, wish) => {
	expect(describeWish(files)).toBe(wish);
});

test('the whole change stands on the card, whatever its length', () => {
	const long = Array.from({ length: 5000 }, (_, line) => `line ${line}`).join('\n');
	const [part] = changeParts([{ ...FILE, kind: 'create', before: '', after: long }]);
	expect(part).toMatchObject({ label: 'Change', form: 'diff' });
	expect(part?.text.match(/^\+line \d+$/gm)).toHaveLength(5000);
	expect(part?.text).toMatch(/^--- \/dev\/null\n\+\+\+ a\.ts\n@@ /);
});

test('neither a name nor a note can pass for the head of another file', () => {
	const forged = '\n--- x\n+++ x\n@@ -1 +1 @@\n';
	const [part] = changeParts([{ ...MOVED, path: `a${forged}`, note: `holds:${forged}` }]);
	expect(part?.text.match(/^(?:---|\+\+\+|@@).*/gm)).toEqual(['--- a\\n--- x\\n+++ x\\n@@ -1 +1 @@\\n', '+++ b.ts']);
	expect(nameOf({ path: 'a\r\nb' })).toBe('a\\r\\nb');
});

test('a protected file is marked, and the rules that protect it are named once', () => {
	const guarded = { ...FILE, protectedBy: '.vscode' };
	expect(remarkOf({ ...guarded, kind: 'create' })).toBe('new, protected');
	expect(changeParts([guarded, guarded, FILE]).at(-1)).toEqual({ label: 'Protected as', text: '.vscode' });
	expect(changeParts([FILE])).toHaveLength(1);
});
