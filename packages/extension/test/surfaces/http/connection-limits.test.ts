import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { CONNECTION_LIMITS } from '../../../src/surfaces/http/connection-limits.ts';
import { createWindowServer, type Route } from '../../../src/surfaces/http/window-server.ts';

const TOKEN = 't'.repeat(43);
const SHORT = { ...CONNECTION_LIMITS, headers: 100, request: 200, idle: 100, interval: 20 };
const IMPATIENT = { ...CONNECTION_LIMITS, grace: 10 };
const opened: Socket[] = [];
let server: Server | undefined;

afterEach(() => {
	for (const socket of opened.splice(0)) {
		socket.destroy();
	}
	server?.close();
	server?.closeAllConnections();
});

async function serve(routes: readonly Route[], limits = CONNECTION_LIMITS): Promise<number> {
	server = createWindowServer({ windowId: 'w', token: () => TOKEN, routes, limits, onDefect: console.error });
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** A connection that has sent this and nothing more. */
async function halfOpen(port: number, text = ''): Promise<Socket> {
	const socket = connect({ port, host: '127.0.0.1' });
	opened.push(socket);
	socket.on('error', () => undefined).resume();
	await once(socket, 'connect');
	socket.write(text);
	return socket;
}

const ping: Route = { path: '/ping', methods: ['GET', 'POST'], answer: ({ response }) => void response.end('pong') };
const headOf = (port: number) =>
	`POST /ping HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
const openConnections = () => new Promise<number>(resolve => server?.getConnections((_, count) => resolve(count)));
const get = (port: number) => fetch(`http://127.0.0.1:${port}/ping`, { headers: { authorization: `Bearer ${TOKEN}` } });

test('hundreds of half-open connections take the room of each other, not of a call', async () => {
	const port = await serve([ping], IMPATIENT);
	await Promise.all(Array.from({ length: 300 }, () => halfOpen(port)));
	await Promise.all(Array.from({ length: 300 }, () => halfOpen(port, 'GET /ping HTTP/1.1\r\nHost: ')));
	expect(await (await get(port)).text()).toBe('pong');
	await vi.waitFor(
		async () => expect(await openConnections()).toBeLessThanOrEqual(CONNECTION_LIMITS.maxStrangers + 1),
		{
			timeout: 60_000,
		},
	);
});

test('hundreds of calls at once, each over a connection of its own, are all answered', async () => {
	const port = await serve([ping]);
	const sockets = await Promise.all(Array.from({ length: 500 }, () => halfOpen(port)));
	const answers = sockets.map(async socket => {
		const answer = once(socket, 'data') as Promise<[Buffer]>;
		socket.write(`${headOf(port)}Content-Length: 2\r\n\r\n{}`);
		return (await answer)[0].toString();
	});
	expect((await Promise.all(answers)).filter(answer => !answer.includes('pong'))).toEqual([]);
});

test('a connection over which the token was shown stays, however many strangers come', async () => {
	const port = await serve([ping], IMPATIENT);
	const known = await halfOpen(port, `${headOf(port)}Content-Length: 2\r\n\r\n{}`);
	await once(known, 'data');
	await Promise.all(Array.from({ length: 200 }, () => halfOpen(port)));
	expect(await (await get(port)).text()).toBe('pong');
	known.write(`${headOf(port)}Content-Length: 2\r\n\r\n{}`);
	const [answer] = (await once(known, 'data')) as [Buffer];
	expect(answer.toString()).toContain('pong');
});

test.each([
	['that says nothing', () => ''],
	['whose head does not end', () => 'GET /ping HTTP/1.1\r\nHost: 127'],
	['whose body does not end', (port: number) => `${headOf(port)}Content-Length: 9\r\n\r\n{`],
	['whose chunks do not end', (port: number) => `${headOf(port)}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
	['that is idle after its answer', (port: number) => `${headOf(port)}Content-Length: 2\r\n\r\n{}`],
])('a connection %s is closed', async (_what, text) => {
	const port = await serve([ping], SHORT);
	const socket = await halfOpen(port, text(port));
	await once(socket, 'close');
	// On a busy machine a call may itself miss limits that are this short; the next one tries again.
	await vi.waitFor(async () => expect(await (await get(port)).text()).toBe('pong'), { timeout: 60_000 });
});

test('an answer that takes longer than every limit is not cut', async () => {
	let finish: () => void = () => undefined;
	const stream: Route = {
		path: '/stream',
		methods: ['GET'],
		async answer({ response }) {
			response.writeHead(200).write('first ');
			await new Promise<void>(resolve => (finish = resolve));
			response.end('last');
		},
	};
	const port = await serve([ping, stream], SHORT);
	const headers = { authorization: `Bearer ${TOKEN}` };
	// On a busy machine a request may itself miss limits that are this short; what counts is an answer that has begun.
	const response = await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/stream`, { headers }), { timeout: 60_000 });
	const answer = response.text();
	// All limits have passed for the stream when they have passed, one after the other, for two connections that came later.
	for (const text of [`${headOf(port)}Content-Length: 9\r\n\r\n{`, `${headOf(port)}Content-Length: 2\r\n\r\n{}`]) {
		await once(await halfOpen(port, text), 'close');
	}
	finish();
	expect(await answer).toBe('first last');
});
