import { expect, test } from 'vitest';
import { guessIndentation } from '../../../src/editor/refactorings/guess-indentation.ts';

const OTHERWISE = { tabSize: 4, insertSpaces: true };

test.each([
	['two spaces', 'a {\n  b {\n    c\n  }\n}\n', { tabSize: 2, insertSpaces: true }],
	['three spaces', 'a {\n   b {\n      c\n   }\n}\n', { tabSize: 3, insertSpaces: true }],
	['four spaces', 'a {\n    b\n}\n', { tabSize: 4, insertSpaces: true }],
	['tabs', 'a {\n\tb {\n\t\tc\n\t}\n}\n', { tabSize: 4, insertSpaces: false }],
	['tabs with a comment of stars', '/**\n * says\n */\na {\n\tb\n}\n', { tabSize: 4, insertSpaces: false }],
	['Windows line ends', 'a {\r\n  b\r\n}\r\n', { tabSize: 2, insertSpaces: true }],
	['blank lines between', 'a {\n  b\n\n   \n  c {\n    d\n  }\n}\n', { tabSize: 2, insertSpaces: true }],
	['one aligned line', 'a {\n  b(one,\n    two)\n  c {\n    d\n  }\n}\n', { tabSize: 2, insertSpaces: true }],
	['nothing indented', 'a\nb\n', OTHERWISE],
	['nothing at all', '', OTHERWISE],
])('the indentation of a text with %s is recognised', (_name, text, expected) => {
	expect(guessIndentation(text, OTHERWISE)).toEqual(expected);
});

test('the settings decide what the text does not show', () => {
	expect(guessIndentation('a\n', { tabSize: 3, insertSpaces: false })).toEqual({ tabSize: 3, insertSpaces: false });
	expect(guessIndentation('a {\n\tb\n}\n', { tabSize: 8, insertSpaces: true })).toEqual({
		tabSize: 8,
		insertSpaces: false,
	});
});
