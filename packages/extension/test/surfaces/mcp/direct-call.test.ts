import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMcpServer } from '../../../src/surfaces/mcp/build-server.ts';
import { createMcpRoute, type McpRoute } from '../../../src/surfaces/mcp/mcp-route.ts';
import { createToolRoute } from '../../../src/surfaces/mcp/tool-route.ts';
import { type CallCounter, serve, TOKEN, tinyRuntime } from './tiny-window.ts';

/** Two servers with the same tools: one answers calls directly, the other lets the SDK do everything. */
const FACTS = { version: '1.2.3', instructions: 'Test.' };
const calls: CallCounter = { finished: [] };
const servers: Server[] = [];
const routes: McpRoute[] = [];
let direct: number;
let sdk: number;

beforeAll(async () => {
	const runtime = tinyRuntime(calls);
	// The SDK reports every request that it refuses; refusing is what some of these tests are about.
	const onError = () => undefined;
	routes.push(
		createToolRoute(runtime, FACTS, onError, {}),
		createMcpRoute(() => buildMcpServer(runtime, FACTS), onError),
	);
	const [first, second] = await Promise.all(routes.map(serve));
	servers.push(...[first, second].flatMap(one => one?.server ?? []));
	direct = first?.port ?? 0;
	sdk = second?.port ?? 0;
});
afterAll(async () => {
	await Promise.all(routes.map(route => route.close()));
	for (const server of servers) {
		server.close();
		server.closeAllConnections();
	}
});

const CLIENT_HEADERS = {
	'content-type': 'application/json',
	authorization: `Bearer ${TOKEN}`,
	accept: 'application/json, text/event-stream',
};

interface Answer {
	status: number;
	messages: unknown[];
}

async function send(port: number, headers: Record<string, string>, body: unknown): Promise<Answer> {
	const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
		method: 'POST',
		headers: { ...CLIENT_HEADERS, ...headers },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	const texts = response.headers.get('content-type')?.startsWith('text/event-stream')
		? [...text.matchAll(/^data: (.+)$/gm)].map(match => match[1] ?? '')
		: [text].filter(Boolean);
	const messages = texts.map(part => JSON.parse(part) as unknown);
	return { status: response.status, messages };
}

async function openSession(port: number): Promise<Record<string, string>> {
	const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
		method: 'POST',
		headers: CLIENT_HEADERS,
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 0,
			method: 'initialize',
			params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
		}),
	});
	await response.text();
	return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-06-18' };
}

const request = (params: unknown, id: unknown = 7) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
const hello = { name: 'util_echo', arguments: { text: 'hello' } };

const PARAMS: readonly [string, unknown, unknown?][] = [
	['an ordinary call', hello],
	['an id that is text', hello, 'seven'],
	['a call that fails', { name: 'util_echo', arguments: { txt: 'hello' } }],
	['no arguments', { name: 'util_echo' }],
	['arguments that are no object', { name: 'util_echo', arguments: [1] }],
	['an unknown tool', { name: 'util_ecko', arguments: {} }],
	['no name', { arguments: {} }],
	['progress that nobody asked for', { name: 'util_echo', arguments: { text: 'x', steps: 2 } }],
	['progress', { name: 'util_echo', arguments: { text: 'x', steps: 2 }, _meta: { progressToken: 'p' } }],
	['an id that is a fraction', hello, 1.5],
	['a field that we do not know', { ...hello, later: true }],
];

describe('with a session', () => {
	test.each(PARAMS)('the direct answer is that of the SDK for %s', async (_what, params, id) => {
		const [ours, theirs] = await Promise.all(
			[direct, sdk].map(async port => send(port, await openSession(port), request(params, id))),
		);
		expect(ours).toEqual(theirs);
	});

	test.each([
		['a version that nobody speaks', { 'mcp-protocol-version': '1999-01-01' }],
		['a client that does not take streams', { accept: 'application/json' }],
	])('the direct answer is that of the SDK for %s', async (_what, headers) => {
		const [ours, theirs] = await Promise.all(
			[direct, sdk].map(async port => send(port, { ...(await openSession(port)), ...headers }, request(hello))),
		);
		expect(ours).toEqual(theirs);
	});

	test('a call can be cancelled', async () => {
		const session = await openSession(direct);
		const before = calls.finished.length;
		const pending = send(direct, session, request({ name: 'util_echo', arguments: { text: 'x', wait: true } }, 99));
		const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } };
		// The call may not have arrived yet; a cancellation of what is not there is no error.
		while (calls.finished.length === before) {
			expect((await send(direct, session, cancel)).status).toBe(202);
		}
		expect(calls.finished.at(-1)).toBe('E_CANCELLED');
		await pending;
	});
});

describe('without a session', () => {
	const META = 'io.modelcontextprotocol';
	const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'util_echo' };
	const meta = {
		[`${META}/protocolVersion`]: '2026-07-28',
		[`${META}/clientCapabilities`]: {},
		[`${META}/clientInfo`]: { name: 't', version: '1' },
	};
	const withMeta = (params: unknown) => {
		const { _meta, ...rest } = params as { _meta?: object };
		return { ...rest, _meta: { ...meta, ..._meta } };
	};

	test.each(PARAMS)('the direct answer is that of the SDK for %s', async (_what, params, id) => {
		const body = request(withMeta(params), id);
		const [ours, theirs] = await Promise.all([direct, sdk].map(port => send(port, headers, body)));
		expect(ours).toEqual(theirs);
	});

	test.each([
		['headers that name another tool', { 'mcp-name': 'util_other' }, {}],
		['headers that name another method', { 'mcp-method': 'tools/list' }, {}],
		['another version in the header', { 'mcp-protocol-version': '2025-11-25' }, {}],
		[
			'a version that nobody speaks',
			{ 'mcp-protocol-version': '2030-01-01' },
			{ [`${META}/protocolVersion`]: '2030-01-01' },
		],
		['capabilities that are no object', {}, { [`${META}/clientCapabilities`]: 7 }],
		['a log level', {}, { [`${META}/logLevel`]: 'debug' }],
	])('the direct answer is that of the SDK for %s', async (_what, changedHeaders, changedMeta) => {
		const body = request({ ...hello, _meta: { ...meta, ...changedMeta } });
		const [ours, theirs] = await Promise.all(
			[direct, sdk].map(port => send(port, { ...headers, ...changedHeaders }, body)),
		);
		expect(ours).toEqual(theirs);
	});

	test('a client that leaves cancels its call', async () => {
		const before = calls.finished.length;
		const abort = new AbortController();
		const leaving = fetch(`http://127.0.0.1:${direct}/mcp`, {
			method: 'POST',
			signal: abort.signal,
			headers: { ...CLIENT_HEADERS, ...headers },
			body: JSON.stringify(
				request(
					withMeta({ name: 'util_echo', arguments: { text: 'x', steps: 1, wait: true }, _meta: { progressToken: 1 } }),
				),
			),
		});
		await leaving;
		abort.abort();
		while (calls.finished.length === before) {
			await new Promise(resolve => setImmediate(resolve));
		}
		expect(calls.finished.at(-1)).toBe('E_CANCELLED');
	});
});
