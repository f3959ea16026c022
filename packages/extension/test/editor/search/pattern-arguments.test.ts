import { describe, expect, test } from 'vitest';
import { patternArguments } from '../../../src/editor/search/pattern-arguments.ts';

const question = (text: string, regex = false) => patternArguments({ text, regex, case: 'smart', word: false });

describe('the question in the words of ripgrep', () => {
	test('plain text stays plain, also when it looks like an option', () => {
		expect(question('--pre=sh')).toEqual(['--smart-case', '--crlf', '--fixed-strings', '--regexp=--pre=sh']);
	});

	test.each([
		['a\nb', false, 'a\\r?\\nb'],
		['a.b\r\nc', false, 'a\\.b\\r?\\nc'],
		['a\\nb', true, 'a\\r?\\nb'],
		['a\nb', true, 'a\\r?\\nb'],
		['a\\r?\\nb', true, 'a\\r?\\nb'],
		['a\\r\\nb', true, 'a\\r?\\nb'],
		['[^\\n]+\\n', true, '[^\\n]+\\r?\\n'],
		['\\\\name\\n', true, '\\\\name\\r?\\n'],
	])('%j (regex: %j) finds both kinds of line break', (text, regex, pattern) => {
		const args = question(text, regex);
		expect(args).toContain('--multiline');
		expect(args.at(-1)).toBe(`--regexp=${pattern}`);
	});

	test('\\n in plain text is a backslash and an n', () => {
		expect(question('a\\nb')).not.toContain('--multiline');
	});

	test('case and whole words are passed on', () => {
		expect(patternArguments({ text: 'a', regex: true, case: 'insensitive', word: true })).toEqual([
			'--ignore-case',
			'--crlf',
			'--word-regexp',
			'--engine=auto',
			'--regexp=a',
		]);
	});
});
