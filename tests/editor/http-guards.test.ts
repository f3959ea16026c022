import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type RawRequest, sendRaw } from '../support/raw-http.ts';
import { useShopWindow } from '../support/use-window.ts';

const { open } = useShopWindow();

const CALL = JSON.stringify({ tool: 'window_status', input: {} });

function send(changes: Partial<RawRequest> = {}, headers: Record<string, string> = {}) {
	const { port, token } = open().entry;
	return sendRaw({
		port,
		body: CALL,
		...changes,
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
	});
}

// Whatever was sent, the server goes on.
afterEach(async () => {
	expect((await send()).body).toMatchObject({ reply: { envelope: { ok: true } } });
});

describe('a request is refused before its body is read', () => {
	test.each([
		['without a token', { authorization: '' }, 401, 'E_UNAUTHORIZED', /hawser mcp/],
		['with a wrong token', { authorization: 'Bearer wrong' }, 401, 'E_UNAUTHORIZED', /hawser headers/],
		['with a token of another scheme', { authorization: 'Basic abc' }, 401, 'E_UNAUTHORIZED', /hawser mcp/],
		['with a foreign Host', { host: 'evil.example:50001' }, 403, 'E_FORBIDDEN', /127\.0\.0\.1/],
		['with our name but another port', { host: 'localhost:1' }, 403, 'E_FORBIDDEN', /127\.0\.0\.1/],
		['with a foreign Origin', { origin: 'https://evil.example' }, 403, 'E_FORBIDDEN', /not from a web page/],
		['with the Origin of a sandboxed page', { origin: 'null' }, 403, 'E_FORBIDDEN', /not from a web page/],
		['as plain text', { 'content-type': 'text/plain' }, 415, 'E_INVALID_REQUEST', /message says/],
	])('a request %s is refused', async (_what, headers, status, code, hint) => {
		const answer = await send({}, headers);
		expect(answer.status).toBe(status);
		expect(answer.body).toMatchObject({ ok: false, type: 'error', error: { code } });
		expect((answer.body as { error: { hint: string } }).error.hint).toMatch(hint);
	});

	test.each([
		['with its length declared', {}],
		['in chunks', { 'transfer-encoding': 'chunked' }],
	])('5 MiB %s', async (_how, headers) => {
		const answer = await send(
			{ body: JSON.stringify({ tool: 'window_status', input: { x: 'x'.repeat(5 << 20) } }) },
			headers,
		);
		expect(answer.status).toBe(413);
		expect(answer.body).toMatchObject({
			error: { code: 'E_INVALID_REQUEST', message: 'The body is larger than 4 MiB.' },
		});
	});

	test('an Origin of this machine passes, and no answer ever carries a CORS header', async () => {
		const answer = await send({}, { origin: 'http://localhost:3000' });
		expect(answer.status).toBe(200);
		expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([]);
	});
});

describe('paths', () => {
	test.each([
		['/nothing', 'POST', 404, 'E_NOT_FOUND'],
		['/call', 'GET', 405, 'E_INVALID_REQUEST'],
		['/call', 'OPTIONS', 405, 'E_INVALID_REQUEST'],
		['/health', 'POST', 405, 'E_INVALID_REQUEST'],
		['/.well-known/oauth-authorization-server', 'GET', 404, 'E_NOT_FOUND'],
		['/register', 'POST', 404, 'E_NOT_FOUND'],
	])('%s by %s is %i', async (path, method, status, code) => {
		const answer = await send({ path, method });
		expect(answer.status).toBe(status);
		expect(answer.body).toMatchObject({ error: { code } });
	});

	test('whoever looks for OAuth is told how to connect instead', async () => {
		const answer = await send({ path: '/register' }, { authorization: '' });
		expect(JSON.stringify(answer.body)).toContain('hawser mcp');
	});

	test('/health and /tools answer with the window they belong to', async () => {
		const health = await send({ path: '/health', method: 'GET', body: '' });
		expect(health.body).toMatchObject({ ok: true, id: open().entry.id, folders: [open().folder], trusted: true });
		expect(health.headers['hawser-window']).toBe(open().entry.id);
		const tools = await send({ path: '/tools', method: 'GET', body: '' });
		expect(tools.body).toMatchObject({ version: open().entry.version, tools: expect.any(Array) as unknown });
	});
});

describe('/call', () => {
	test.each([
		['bad JSON', '{"tool":', 400, 'E_INVALID_REQUEST', /not JSON/],
		['no tool', '{}', 400, 'E_INVALID_REQUEST', /"tool"/],
		['a list', '[]', 400, 'E_INVALID_REQUEST', /JSON object/],
	])('%s is refused', async (_what, body, status, code, message) => {
		const answer = await send({ body });
		expect(answer.status).toBe(status);
		expect(answer.body).toMatchObject({ error: { code, message: expect.stringMatching(message) as unknown } });
	});

	test.each([
		['an unknown tool', { tool: 'file_red' }, 'E_UNKNOWN_TOOL', /did you mean "file_read"/],
		['a wrong type', { tool: 'file_read', input: { path: 7 } }, 'E_INVALID_PARAMS', /"path" is wrong/],
		['an unknown argument', { tool: 'file_read', input: { pth: 'a' } }, 'E_INVALID_PARAMS', /did you mean "path"/],
		['no input for a tool that needs some', { tool: 'file_read' }, 'E_INVALID_PARAMS', /"path" is missing/],
	])('%s is told what is wrong', async (_what, body, code, text) => {
		const answer = await send({ body: JSON.stringify(body) });
		expect(answer.status).toBe(200);
		expect(answer.body).toMatchObject({
			reply: { envelope: { ok: false, error: { code } }, text: expect.stringMatching(text) as unknown },
		});
	});
});

test('a call is answered while hundreds of connections say nothing, or half a request', async () => {
	const { port } = open().entry;
	const sockets = await Promise.all(
		Array.from({ length: 400 }, async (_, index) => {
			const socket = connect({ port, host: index % 4 === 0 ? '::1' : '127.0.0.1' });
			socket.on('error', () => undefined).resume();
			await once(socket, 'connect');
			socket.write(index % 2 === 0 ? '' : 'POST /call HTTP/1.1\r\nHost: 127.0.0.1');
			return socket;
		}),
	);
	expect((await send()).body).toMatchObject({ reply: { envelope: { ok: true } } });
	// The oldest make room for the newest; none of them stays for long.
	await Promise.all(sockets.map(async socket => socket.destroyed || once(socket, 'close')));
});

test('whoever connects to [::1] reaches the window and nobody else', async () => {
	const { port, token } = open().entry;
	for (const host of ['[::1]', 'localhost']) {
		const answer = await fetch(`http://${host}:${port}/health`, { headers: { authorization: `Bearer ${token}` } });
		expect(await answer.json()).toMatchObject({ id: open().entry.id });
	}
});

describe('the proof of the window', () => {
	const proofOf = async (challenge: string, headers: Record<string, string> = {}) =>
		sendRaw({ port: open().entry.port, path: `/proof?challenge=${challenge}`, method: 'GET', headers });

	test('the proof needs no token, is another for every question, and does not tell the token', async () => {
		const [first, second] = await Promise.all([proofOf('a'.repeat(43)), proofOf('b'.repeat(43))]);
		expect(first.status).toBe(204);
		expect(first.headers['hawser-proof']).toMatch(/^[\w-]{43}$/);
		expect(second.headers['hawser-proof']).not.toBe(first.headers['hawser-proof']);
		expect(JSON.stringify([first, second])).not.toContain(open().entry.token);
	});

	test.each([
		['a question that is none', 'short', {}, 400],
		['a web page', 'a'.repeat(43), { origin: 'http://localhost:3000' }, 403],
	])('the proof of the window is not for %s', async (_who, challenge, headers, status) => {
		expect((await proofOf(challenge, headers)).status).toBe(status);
	});
});

test('the server listens on the loopback address only', async () => {
	const addresses = await open().window.evaluate(
		`const { networkInterfaces } = require('node:os');
		const { connect } = require('node:net');
		const others = Object.values(networkInterfaces()).flat().filter(one => !one.internal && one.family === 'IPv4');
		return Promise.all(others.map(({ address }) => new Promise(resolve => {
			const socket = connect({ host: address, port: args.port });
			socket.on('connect', () => { socket.destroy(); resolve(address); });
			socket.on('error', () => resolve(undefined));
		}))).then(found => found.filter(Boolean));`,
		{ port: open().entry.port },
	);
	expect(addresses).toEqual([]);
});
