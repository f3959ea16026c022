import { expect, test } from 'vitest';
import { answerShape } from '../../../src/editor/language/answer-shape.ts';

test('two answers that say the same have one shape, whatever handles and order they come with', () => {
	const first = [
		{ name: 'a', _sessionId: '1', uri: { $mid: 1, path: '/a', scheme: 'file', fsPath: '/a' } },
		{ name: 'b', _itemId: 'i1' },
	];
	const second = [
		{ name: 'b', _itemId: 'i7' },
		{ name: 'a', _sessionId: '2', uri: { path: '/a', scheme: 'file' } },
	];
	expect(answerShape(second)).toBe(answerShape(first));
});

test('answers that differ in a place differ in shape', () => {
	expect(answerShape([{ line: 1 }])).not.toBe(answerShape([{ line: 2 }]));
	expect(answerShape([{ line: 1 }])).not.toBe(answerShape([{ line: 1 }, { line: 1 }]));
});
