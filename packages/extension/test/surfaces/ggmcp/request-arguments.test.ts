import { expect, test } from 'vitest';
import { requestArguments, requestId } from '../../../src/surfaces/ggmcp/request-arguments.ts';

test.each([
	['plain', { line: 1 }, { line: 1 }],
	['JSON-RPC', { jsonrpc: '2.0', id: 1, params: { arguments: { line: 1 } } }, { line: 1 }],
	['tools/call', { jsonrpc: '2.0', id: 1, params: { name: 'wait', arguments: { line: 1 } } }, { line: 1 }],
	['JSON-RPC without "arguments"', { jsonrpc: '2.0', id: 1, params: { line: 1 } }, { line: 1 }],
	['params alone', { params: { line: 1 } }, { line: 1 }],
	['JSON-RPC without parameters', { jsonrpc: '2.0', id: 1 }, {}],
	['nothing', {}, {}],
	['a list, for the runtime to refuse', [1], [1]],
])('the arguments of a body of this kind are found: %s', (_format, body, expected) => {
	expect(requestArguments(body)).toEqual(expected);
});

test.each([
	[{ id: 7 }, 7],
	[{ id: 'a' }, 'a'],
	[{ id: null }, 0],
	[{}, 0],
	[undefined, 0],
])('the id of %j is %j', (body, expected) => {
	expect(requestId(body)).toBe(expected);
});
