import { expect, test } from 'vitest';
import { readJsonWithComments } from '../../../src/editor/imports/json-with-comments.ts';

test.each([
	['{ "a": 1 }', { a: 1 }],
	['\uFEFF{ // one\n"a": [1, 2, ], /* two */ }', { a: [1, 2] }],
	['{ "a": "// no comment, \\" }", }', { a: '// no comment, " }' }],
	['{ "a": ', undefined],
	['/* open', undefined],
])('%j is %j', (text, expected) => {
	expect(readJsonWithComments(text)).toEqual(expected);
});
