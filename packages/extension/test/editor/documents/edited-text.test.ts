import { expect, test } from 'vitest';
import { editedText } from '../../../src/editor/documents/edited-text.ts';

const at = (line: number, column: number, endLine: number, endColumn: number, newText: string) => ({
	range: { start: { line, column }, end: { line: endLine, column: endColumn } },
	newText,
});

test('edits name places in the text before, whatever their order', () => {
	const edits = [at(2, 1, 2, 4, '2'), at(1, 1, 1, 4, 'uno')];
	expect(editedText('one\ntwo\n', edits)).toBe('uno\n2\n');
});

test('insertions at one place stay in their order, and line endings become those of the text', () => {
	expect(editedText('a', [at(1, 1, 1, 1, 'x\r\n'), at(1, 1, 1, 1, 'y')])).toBe('x\nya');
});

test('a place behind the end of a line or of the text is its end', () => {
	expect(editedText('one\ntwo', [at(1, 99, 1, 99, '!'), at(9, 1, 9, 1, '.')])).toBe('one!\ntwo.');
});
