import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { expect, test } from 'vitest';
import { inputFromWords } from '../../src/input/input-from-words.ts';

const TOOL: PublishedTool = {
	name: 'text_search',
	title: 'Search',
	description: 'Searches.',
	thing: 'text',
	effect: 'reads',
	annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
	listed: true,
	timeout: 30_000,
	aliases: [],
	plainText: false,
	inputSchema: {
		type: 'object',
		properties: {
			query: { type: 'string' },
			limit: { type: 'integer' },
			ratio: { type: 'number' },
			whole: { type: 'boolean' },
			kinds: { type: 'array', items: { type: 'string' } },
			lines: { type: 'array', items: { type: 'integer' } },
			options: { type: 'object' },
			order: { enum: ['name', 'line'] },
			free: {},
		},
		required: ['query'],
	},
};

test.each([
	[['query=a b'], { query: 'a b' }],
	[['query=3'], { query: '3' }],
	[['query=a=b'], { query: 'a=b' }],
	[['query='], { query: '' }],
	[['query=line one\nline two'], { query: 'line one\nline two' }],
	[['query=x', 'limit=5', 'ratio=-0.5', 'whole=true'], { query: 'x', limit: 5, ratio: -0.5, whole: true }],
	[['query=x', 'kinds=a'], { query: 'x', kinds: ['a'] }],
	[['query=x', 'kinds=a', 'kinds=b'], { query: 'x', kinds: ['a', 'b'] }],
	[['query=x', 'kinds=["a","b"]'], { query: 'x', kinds: ['a', 'b'] }],
	[['query=x', 'lines=1', 'lines=2'], { query: 'x', lines: [1, 2] }],
	[['query=x', 'options={"deep":[1]}'], { query: 'x', options: { deep: [1] } }],
	[['query=x', 'order=name', 'free=7'], { query: 'x', order: 'name', free: 7 }],
	[['query=x', 'free=plain words'], { query: 'x', free: 'plain words' }],
	[['{"query":"x","limit":5}', 'limit=6'], { query: 'x', limit: 6 }],
	[['search=x', 'max_results=5'], { query: 'x', limit: 5 }],
	[['{"search":"x","limit":"5"}'], { query: 'x', limit: 5 }],
])('%j', (words, input) => {
	expect(inputFromWords(TOOL, words)).toEqual(input);
});

test.each([
	[['qeury=x'], 'There is no argument "qeury"; did you mean "query"?'],
	[['{"query":"x","limits":1}'], 'There is no argument "limits"; did you mean "limit"?'],
	[['limit=5'], 'text_search needs "query".'],
	[['query=x', 'limit=five'], '"limit" is a whole number, and "five" is not'],
	[['query=x', 'limit=1.5'], '"limit" is a whole number'],
	[['query=x', 'limit='], '"limit" is a whole number'],
	[['query=x', 'whole=yes'], '"whole" is true or false'],
	[['query=x', 'query=y'], 'is given 2 times'],
	[['query=x', 'lines=a'], '"lines" is a whole number'],
	[['loose'], '"loose" is not an argument'],
	[['{"query":'], 'The arguments are not JSON'],
])('%j is refused', (words, message) => {
	try {
		inputFromWords(TOOL, words);
		expect.unreachable();
	} catch (cause) {
		expect(isToolError(cause) && cause.code).toBe('E_INVALID_PARAMS');
		expect(String(cause)).toContain(message);
	}
});
