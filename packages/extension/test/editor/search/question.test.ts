import { describe, expect, test } from 'vitest';
import { includeRules } from '../../../src/editor/search/include-rules.ts';
import { patternArguments } from '../../../src/editor/search/pattern-arguments.ts';
import { regexFailure } from '../../../src/editor/search/regex-failure.ts';

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

	test('case and word', () => {
		expect(patternArguments({ text: 'a', regex: true, case: 'insensitive', word: true })).toEqual([
			'--ignore-case',
			'--crlf',
			'--word-regexp',
			'--engine=auto',
			'--regexp=a',
		]);
	});
});

describe('a wrong regular expression is explained', () => {
	const bothEngines = (drawing: string, first: string, second: string) =>
		`rg: regex could not be compiled with either the default regex engine or with PCRE2.

default regex engine error:
~~~~~~~~
regex parse error:
${drawing}
error: ${first}
~~~~~~~~

PCRE2 regex engine error:
PCRE2: error compiling pattern at offset 8: ${second}`;

	test('by the first engine', () => {
		const failure = regexFailure(bothEngines('    (?:foo()\n    ^', 'unclosed group', 'missing closing parenthesis'));
		expect(failure.code).toBe('E_INVALID_REGEX');
		expect(failure.message).toBe('The regular expression is wrong: unclosed group.\n    (?:foo()\n    ^');
	});

	test('by the second where the first one only lacks the feature', () => {
		const failure = regexFailure(
			bothEngines(
				'    (?:(?<=a)\n       ^^^^',
				'look-around, including look-ahead and look-behind, is not supported',
				'missing closing parenthesis',
			),
		);
		expect(failure.message).toBe('The regular expression is wrong: missing closing parenthesis.');
	});

	test('whatever else ripgrep says', () => {
		expect(regexFailure('rg: something new').message).toContain('something new');
	});
});

describe('the ignore file that leaves only what is included', () => {
	test.each([
		[['**/*.ts'], ['*', '!*/', '!/**/*.ts', '!/**/*.ts/**']],
		[['src/lib'], ['*', '!/src/', '!/src/lib', '!/src/lib/**']],
		[
			['packages/*/src/**/a.ts'],
			[
				'*',
				'!/packages/',
				'!/packages/*/',
				'!/packages/*/src/',
				'!/packages/*/src/**/',
				'!/packages/*/src/**/a.ts',
				'!/packages/*/src/**/a.ts/**',
			],
		],
		[['**'], ['*', '!*']],
	])('%j', (globs, lines) => {
		expect(includeRules(globs)).toEqual(lines);
	});
});
