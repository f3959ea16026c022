import { describe, expect, test } from 'vitest';
import { regexFailure } from '../../../src/editor/search/regex-failure.ts';

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

	test('the first engine explains it', () => {
		const failure = regexFailure(bothEngines('    (?:foo()\n    ^', 'unclosed group', 'missing closing parenthesis'));
		expect(failure.code).toBe('E_INVALID_REGEX');
		expect(failure.message).toBe('The regular expression is wrong: unclosed group.\n    (?:foo()\n    ^');
	});

	test('the second engine explains it when the first one only lacks the feature', () => {
		const failure = regexFailure(
			bothEngines(
				'    (?:(?<=a)\n       ^^^^',
				'look-around, including look-ahead and look-behind, is not supported',
				'missing closing parenthesis',
			),
		);
		expect(failure.message).toBe('The regular expression is wrong: missing closing parenthesis.');
	});

	test('any other words of ripgrep are passed on', () => {
		expect(regexFailure('rg: something new').message).toContain('something new');
	});
});
