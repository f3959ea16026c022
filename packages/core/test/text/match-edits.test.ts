import { describe, expect, test } from 'vitest';
import { isToolError } from '../../src/errors/tool-error.ts';
import { matchEdits, type RequestedEdit } from '../../src/text/match-edits.ts';

const TEXT = 'function add(a, b) {\n\treturn a + b;\n}\n\nfunction sub(a, b) {\n\treturn a - b;\n}\n';

function refusal(text: string, edits: readonly RequestedEdit[]) {
	try {
		matchEdits(text, edits, 'math.js');
	} catch (error) {
		if (isToolError(error)) {
			return error;
		}
	}
	throw new Error('The edits matched.');
}

describe('matchEdits', () => {
	test('makes edits one after the other', () => {
		const { text, applied } = matchEdits(
			TEXT,
			[
				{ oldText: 'add', newText: 'plus' },
				{ oldText: 'function plus', newText: 'const plus = function' },
			],
			'math.js',
		);
		expect(text).toMatch(/^const plus = function\(a, b\)/);
		expect(applied).toEqual([
			{ line: 1, replaced: 1 },
			{ line: 1, replaced: 1 },
		]);
	});

	test('takes text with CRLF', () => {
		expect(
			matchEdits(TEXT, [{ oldText: '{\r\n\treturn a - b', newText: '{\r\n\treturn b - a' }], 'math.js').text,
		).toContain('{\n\treturn b - a');
	});

	test('replaces every occurrence when told so', () => {
		const { text, applied } = matchEdits(TEXT, [{ oldText: 'a', newText: 'x', all: true }], 'math.js');
		expect(text).not.toContain('a');
		expect(applied[0]?.replaced).toBe(5);
	});

	test('a newText with $ signs is taken as it is', () => {
		expect(matchEdits('a b', [{ oldText: 'a', newText: "$& $1 $'" }], 'x').text).toBe("$& $1 $' b");
	});

	test.each([
		['a text that occurs twice', { oldText: 'a, b', newText: 'x' }, /occurs 2 times, at lines 1, 5/],
		[
			'other spaces',
			{ oldText: 'function add(a, b) {\n    return a + b;', newText: 'x' },
			/only spaces.*Line 1 reads:\nfunction add/s,
		],
		[
			'a text that is nearly there',
			{ oldText: '\treturn a * b;', newText: 'x' },
			/does not occur\. Line 2 reads:\n\treturn a \+ b;/,
		],
		['nothing like it', { oldText: 'import fs', newText: 'x' }, /nothing in the file resembles it/],
		['what is done already', { oldText: 'gone', newText: 'return a - b' }, /newText is there already, at line 6/],
		['no change', { oldText: 'add', newText: 'add' }, /are the same/],
	])('%s is explained', (_what, edit, expected) => {
		const error = refusal(TEXT, [edit]);
		expect(error.code).toBe('E_EDIT_NOT_MATCHED');
		expect(error.message).toMatch(expected);
	});

	const SHOP = 'export const vat = 0.19;\n\nexport function total(prices) {\n\treturn sum(prices) * (1 + vat);\n}\n';

	test.each([
		['a short newText that stands within a word', { oldText: 'retrun sum', newText: 'x' }],
		['a short newText that stands elsewhere', { oldText: 'sum(prises) * (1 + vat)', newText: 'vat' }],
		['a newText that stands elsewhere', { oldText: 'retrun sum(prices)', newText: 'export const vat' }],
		['one misspelt word', { oldText: 'retrun', newText: 'export' }],
	])('%s does not hide the text that was meant', (_what, edit) => {
		const error = refusal(SHOP, [edit]);
		expect(error.message).toContain('Line 4 reads:\n\treturn sum(prices) * (1 + vat);');
		expect(error.message).not.toContain('there already');
		expect(error.details).toMatchObject({ edits: [{ reason: 'not_found', nearest: { line: 4 } }] });
	});

	test('an edit that was made before is recognised at its place', () => {
		const error = refusal(SHOP, [{ oldText: 'const vat = 0.16;', newText: 'const vat = 0.19;' }]);
		expect(error.message).toContain('newText is there already, at line 1.');
	});

	test('nothing is done when one of several does not match, and each is explained', () => {
		const error = refusal(TEXT, [
			{ oldText: 'add', newText: 'plus' },
			{ oldText: 'nowhere to be found', newText: '' },
			{ oldText: 'sub', newText: 'minus' },
		]);
		expect(error.message).toMatch(/Nothing was changed.*Edit 2: .*The other edits match/s);
		expect(error.details).toMatchObject({ edits: [{ edit: 2, reason: 'not_found' }] });
	});
});
