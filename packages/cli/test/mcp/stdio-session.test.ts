import type { McpTool, McpToolResult } from '@hawser/core/contract/mcp-shapes.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { failureReply } from '@hawser/link/failure-reply.ts';
import {
	DiscoverResultSchema,
	InitializeResultSchema,
	JSONRPCMessageSchema,
	ListToolsResultSchema,
	ProgressNotificationSchema,
	SubscriptionsAcknowledgedNotificationSchema,
	SubscriptionsListenResultSchema,
	ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/core';
import { describe, expect, test } from 'vitest';
import { StdioSession } from '../../src/mcp/stdio-session.ts';
import type { ToolCallOptions } from '../../src/mcp/tool-host.ts';

const META = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientCapabilities': {},
	'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

const TOOL: McpTool = {
	name: 'file_read',
	title: 'Read',
	description: 'Reads.',
	inputSchema: { type: 'object' },
	annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

interface Wire {
	id?: number | string;
	method?: string;
	params?: Record<string, unknown>;
	result?: Record<string, unknown>;
	error?: { code: number; message: string; data?: unknown };
}

function open() {
	const written: Wire[] = [];
	const tools: McpTool[] = [];
	const calls: { input: Record<string, unknown>; options: ToolCallOptions; finish: (result: McpToolResult) => void }[] =
		[];
	const session = new StdioSession(
		{
			serverInfo: { name: 'hawser', title: 'Hawser', version: '1.2.3' },
			listChanged: true,
			instructions: 'Read me.',
			listTools: () => tools,
			findTool: name =>
				name === 'file_read'
					? (input, options) => new Promise(finish => calls.push({ input, options, finish }))
					: { unknown: failureReply(new ToolError('E_UNKNOWN_TOOL', `There is no tool "${name}".`), 'r1', 0) },
		},
		line => {
			expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true);
			const message: unknown = JSON.parse(line);
			JSONRPCMessageSchema.parse(message);
			written.push(message as Wire);
		},
	);
	const request = (id: number, method: string, params?: object) =>
		session.receive(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) }));
	const changeTools = () => {
		tools.push({ ...TOOL, name: `file_${tools.length}` });
		session.refreshTools();
	};
	return { session, written, calls, request, changeTools };
}

const RESULT: McpToolResult = { content: [{ type: 'text', text: 'done' }] };

describe('framing', () => {
	test.each([
		['not JSON', '{oops', -32_700],
		['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
		['no version', '{"id":1,"method":"ping"}', -32_600],
		['no method', '{"jsonrpc":"2.0","id":1}', -32_600],
		['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":5}', -32_600],
		['null as id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
		['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32_602],
	])('refuses %s', (_, line, code) => {
		const { session, written } = open();
		session.receive(line);
		expect(written.map(({ error }) => error?.code)).toEqual([code]);
	});

	test('ignores empty lines, notifications it does not know and answers it did not ask for', () => {
		const { session, written } = open();
		session.receive('');
		session.receive('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}');
		session.receive('{"jsonrpc":"2.0","id":9,"result":{}}');
		expect(written).toEqual([]);
	});
});

describe('the legacy era', () => {
	test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('speaks %s', version => {
		const { written, request } = open();
		request(1, 'initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } });
		expect(written[0]?.result).toEqual({
			protocolVersion: version,
			capabilities: { tools: { listChanged: true } },
			serverInfo: { name: 'hawser', title: 'Hawser', version: '1.2.3' },
			instructions: 'Read me.',
		});
	});

	test('answers an unknown version with the newest', () => {
		const { written, request } = open();
		request(1, 'initialize', { protocolVersion: '1999-01-01' });
		expect(written[0]?.result?.['protocolVersion']).toBe('2025-11-25');
	});

	test('has ping, and no resultType', () => {
		const { written, request } = open();
		request(1, 'ping');
		request(2, 'tools/list');
		expect(written.map(({ result }) => result)).toEqual([{}, { tools: [] }]);
	});

	test.each(['server/discover', 'subscriptions/listen', 'resources/list', 'logging/setLevel'])('has no %s', method => {
		const { written, request } = open();
		request(1, method, {});
		expect(written[0]?.error?.code).toBe(-32_601);
	});

	test('tells a changed list to a client that has the old one', () => {
		const { session, written, request, changeTools } = open();
		request(1, 'initialize', {});
		changeTools();
		expect(written).toHaveLength(1);
		request(2, 'tools/list');
		session.refreshTools();
		expect(written).toHaveLength(2);
		changeTools();
		session.refreshTools();
		expect(written.slice(2)).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]);
	});
});

describe('the modern era', () => {
	test('answers server/discover', () => {
		const { written, request } = open();
		request(1, 'server/discover', { _meta: META });
		expect(written[0]?.result).toMatchObject({
			resultType: 'complete',
			supportedVersions: ['2026-07-28'],
			capabilities: { tools: { listChanged: true } },
			instructions: 'Read me.',
			cacheScope: 'public',
			_meta: { 'io.modelcontextprotocol/serverInfo': { name: 'hawser', version: '1.2.3' } },
		});
	});

	test('refuses a version it does not know, with those it does', () => {
		const { written, request } = open();
		request(1, 'tools/list', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } });
		expect(written[0]?.error).toMatchObject({
			code: -32_022,
			data: { supported: ['2026-07-28'], requested: '2099-01-01' },
		});
	});

	test.each([
		['a version that is no text', { 'io.modelcontextprotocol/protocolVersion': 7 }],
		['no capabilities', { 'io.modelcontextprotocol/clientCapabilities': undefined }],
		['a nameless client', { 'io.modelcontextprotocol/clientInfo': {} }],
	])('refuses %s', (_, wrong) => {
		const { written, request } = open();
		request(1, 'tools/list', { _meta: { ...META, ...wrong } });
		expect(written[0]?.error?.code).toBe(-32_602);
	});

	test('asks for the envelope on every request once it was used', () => {
		const { written, request } = open();
		request(1, 'tools/list', { _meta: META });
		request(2, 'tools/list');
		expect(written[0]?.result).toMatchObject({ resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' });
		expect(written[1]?.error?.code).toBe(-32_602);
	});

	test('lets a client that only probed shake hands', () => {
		const { written, request } = open();
		request(1, 'server/discover', { _meta: META });
		request(2, 'initialize', { protocolVersion: '2025-06-18' });
		request(3, 'tools/list');
		expect(written[2]?.result).toEqual({ tools: [] });
	});

	test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'nonsense'])('has no %s', method => {
		const { written, request } = open();
		request(1, method, { _meta: META });
		expect(written[0]?.error?.code).toBe(-32_601);
	});

	test('acknowledges a subscription, tells changes to it, and stops when it is cancelled', () => {
		const { session, written, request, changeTools } = open();
		request(1, 'tools/list', { _meta: META });
		written.length = 0;
		request(7, 'subscriptions/listen', {
			_meta: META,
			notifications: { toolsListChanged: true, promptsListChanged: true },
		});
		request(8, 'subscriptions/listen', { _meta: META, notifications: {} });
		changeTools();
		session.receive('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
		changeTools();
		session.close();
		const tag = (id: number) => ({ 'io.modelcontextprotocol/subscriptionId': id });
		expect(written.map(({ method, params, id }) => ({ method, params, id }))).toEqual([
			{
				method: 'notifications/subscriptions/acknowledged',
				params: { notifications: { toolsListChanged: true }, _meta: tag(7) },
			},
			{ method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta: tag(8) } },
			{ method: 'notifications/tools/list_changed', params: { _meta: tag(7) } },
			{ id: 8 },
		]);
		expect(written[3]?.result).toMatchObject({ resultType: 'complete', _meta: tag(8) });
	});

	test.each([undefined, 5, { toolsListChanged: 'yes' }, { resourceSubscriptions: [1] }])(
		'refuses the filter %j',
		notifications => {
			const { written, request } = open();
			request(1, 'subscriptions/listen', { _meta: META, notifications });
			expect(written[0]?.error?.code).toBe(-32_602);
		},
	);
});

describe('calls', () => {
	test('answer in the shape of their era', async () => {
		const { written, calls, request } = open();
		request(1, 'tools/call', { name: 'file_read', arguments: { path: 'a' } });
		request(2, 'tools/call', { name: 'file_read', _meta: META });
		calls[1]?.finish(RESULT);
		calls[0]?.finish(RESULT);
		await Promise.resolve();
		await Promise.resolve();
		expect(calls.map(({ input }) => input)).toEqual([{ path: 'a' }, {}]);
		expect(written.find(({ id }) => id === 1)?.result).toEqual(RESULT);
		expect(written.find(({ id }) => id === 2)?.result).toMatchObject({ ...RESULT, resultType: 'complete' });
	});

	test('are protocol errors with the envelope when the tool does not exist', () => {
		const { written, request } = open();
		request(1, 'tools/call', { name: 'nothing' });
		expect(written[0]?.error).toMatchObject({ code: -32_602, data: { ok: false, error: { code: 'E_UNKNOWN_TOOL' } } });
		expect(written[0]?.error?.message).toMatch(/^\[E_UNKNOWN_TOOL\] There is no tool "nothing"/);
	});

	test.each([{}, { name: 5 }, { name: 'file_read', arguments: [] }])('refuse the params %j', params => {
		const { written, request } = open();
		request(1, 'tools/call', params);
		expect(written[0]?.error?.code).toBe(-32_602);
	});

	test('are not answered when they are cancelled, and the tool hears of it', async () => {
		const { session, written, calls, request } = open();
		request(1, 'tools/call', { name: 'file_read' });
		session.receive('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}}');
		expect(calls[0]?.options.signal.cancelled).toBe(true);
		calls[0]?.finish(RESULT);
		await Promise.resolve();
		await Promise.resolve();
		expect(written).toEqual([]);
	});

	test('are refused when their id is in use', () => {
		const { written, request } = open();
		request(1, 'tools/call', { name: 'file_read' });
		request(1, 'tools/call', { name: 'file_read' });
		expect(written[0]?.error?.code).toBe(-32_600);
	});

	test('report progress that grows, under the token of the client', () => {
		const { written, calls, request } = open();
		request(1, 'tools/call', { name: 'file_read', _meta: { progressToken: 't' } });
		const report = calls[0]?.options.onProgress;
		for (const done of [undefined, 3, 3, 2, undefined, 7]) {
			report?.({ message: 'm', ...(done !== undefined && { done }), total: 9 });
		}
		const figures = written.map(({ params }) => Number(params?.['progress']));
		expect(figures).toEqual([...figures].sort((left, right) => left - right));
		expect(new Set(figures).size).toBe(6);
		expect(written[1]).toMatchObject({
			method: 'notifications/progress',
			params: { progressToken: 't', progress: 3, total: 9 },
		});
	});

	test('report nothing without a token', () => {
		const { calls, request } = open();
		request(1, 'tools/call', { name: 'file_read' });
		expect(calls[0]?.options.onProgress).toBeUndefined();
	});

	test('are cancelled when the connection closes', () => {
		const { session, calls, request } = open();
		request(1, 'tools/call', { name: 'file_read' });
		session.close();
		expect(calls[0]?.options.signal.cancelled).toBe(true);
	});
});

test('everything it sends fits the schemas of the specification', () => {
	const { session, written, calls, request, changeTools } = open();
	request(1, 'initialize', {});
	request(2, 'tools/list');
	changeTools();
	request(3, 'server/discover', { _meta: META });
	request(4, 'tools/list', { _meta: META });
	request(5, 'subscriptions/listen', { _meta: META, notifications: { toolsListChanged: true } });
	request(6, 'tools/call', { name: 'file_read', _meta: { ...META, progressToken: 9 } });
	calls[0]?.options.onProgress?.({ message: 'half', done: 1, total: 2 });
	session.close();
	const schemas = [
		InitializeResultSchema,
		ListToolsResultSchema,
		ToolListChangedNotificationSchema,
		DiscoverResultSchema,
		ListToolsResultSchema,
		SubscriptionsAcknowledgedNotificationSchema,
		ProgressNotificationSchema,
		SubscriptionsListenResultSchema,
	];
	expect(written).toHaveLength(schemas.length);
	for (const [index, schema] of schemas.entries()) {
		schema.parse(written[index]?.result ?? written[index]);
	}
});
