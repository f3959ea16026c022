import { expect, test } from 'vitest';
import type { Reply } from '../../src/contract/envelope.ts';
import { toMcpResult } from '../../src/contract/mcp-shapes.ts';

const meta = { requestId: 'r', timestamp: 't', duration: 1 };
const success: Reply = { envelope: { ok: true, type: 'success', data: { a: 1 }, meta }, text: 'one' };
const failure: Reply = {
	envelope: { ok: false, type: 'error', error: { code: 'E_TIMEOUT', message: 'm', hint: 'h', details: {} }, meta },
	text: '[E_TIMEOUT] m\nh',
};

test('text and structured content each hold the whole answer', () => {
	expect(toMcpResult(success, { plainText: false })).toEqual({
		content: [{ type: 'text', text: 'one' }],
		structuredContent: success.envelope,
	});
});

test('an agent gets the text alone', () => {
	const agent = { structured: false };
	expect(toMcpResult(success, { plainText: false }, agent)).toEqual({ content: [{ type: 'text', text: 'one' }] });
	expect(toMcpResult(failure, { plainText: false }, agent)).toEqual({
		content: [{ type: 'text', text: '[E_TIMEOUT] m\nh' }],
		isError: true,
	});
});

test('plain text is sent once', () => {
	expect(toMcpResult(success, { plainText: true })).toEqual({ content: [{ type: 'text', text: 'one' }] });
});

test.each([true, false])('a failure is never a success (plain text: %s)', plainText => {
	expect(toMcpResult(failure, { plainText })).toEqual({
		content: [{ type: 'text', text: '[E_TIMEOUT] m\nh' }],
		structuredContent: failure.envelope,
		isError: true,
	});
});
