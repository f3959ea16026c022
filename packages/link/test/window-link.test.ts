import { EventEmitter, once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_PROCESS } from '../../node/test/no-process.ts';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { askHealth } from '../src/ask-window.ts';
import { DeadEntry } from '../src/call-window.ts';
import { dynamicTools } from '../src/dynamic-tools.ts';
import type { WindowEntry } from '../src/window-entry.ts';
import { showLife } from '../src/window-life.ts';
import { type WindowLink, windowLink } from '../src/window-link.ts';
import { removeWindowEntry, writeWindowEntry } from '../src/window-registry.ts';
import { answerOwnProof, answerProof, prove } from './answer-proof.ts';
import { anEntry, temporaryHome } from './temporary.ts';

let home: string;
let project: string;
let link: WindowLink;
const servers: Server[] = [];

beforeEach(() => {
	home = temporaryHome();
	project = temporaryFolder('project');
	link = windowLink(home);
});

afterEach(() => {
	link.close();
	for (const server of servers.splice(0)) {
		server.close();
	}
});

async function listen(server: Server): Promise<number> {
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

async function register(port: number, changes: Partial<WindowEntry> = {}): Promise<WindowEntry> {
	const entry = anEntry({ folders: [project], port, startedAt: Date.now(), ...changes });
	await writeWindowEntry(home, entry);
	return entry;
}

const META = { requestId: 'r', timestamp: 't', duration: 0 };
const replyLine = (data: object) =>
	`${JSON.stringify({ reply: { envelope: { ok: true, type: 'success', data, meta: META }, text: 'ok' } })}\n`;
const failure = (code: string) =>
	JSON.stringify({ ok: false, type: 'error', error: { code, message: 'm', hint: 'h', details: {} }, meta: META });
const call = (tool = 'file_read') => link.call(project, { tool, input: {} });

/** A window that answers everything with how many connections it has seen. */
function countingServer(
	id = 'w1',
	handler?: (request: IncomingMessage, response: ServerResponse) => boolean,
	token = () => anEntry().token,
) {
	const seen = { connections: 0, requests: 0 };
	const server = createServer((request, response) => {
		if (answerOwnProof(request, response, token())) {
			return;
		}
		seen.requests++;
		request.resume();
		if (handler?.(request, response) === true) {
			return;
		}
		response.setHeader('Hawser-Window', id);
		response.end(replyLine({ ...seen }));
	});
	server.on('connection', () => seen.connections++);
	return { server, seen };
}

describe('a call', () => {
	test('goes over one connection, one after the other', async () => {
		const { server, seen } = countingServer();
		await register(await listen(server));
		for (let count = 0; count < 5; count++) {
			await call();
		}
		expect(seen).toEqual({ connections: 1, requests: 5 });
	});

	test('has a connection of its own while others are under way', async () => {
		const { server, seen } = countingServer();
		await register(await listen(server));
		await Promise.all(Array.from({ length: 12 }, () => call()));
		await Promise.all(Array.from({ length: 8 }, () => call()));
		expect(seen.requests).toBe(20);
		expect(seen.connections).toBeLessThanOrEqual(20);
	});

	test('carries host, token and the call', async () => {
		let heard: { headers: IncomingMessage['headers']; url: string | undefined; body: string } | undefined;
		const server = createServer((request, response) => {
			if (answerOwnProof(request, response, anEntry().token)) {
				return;
			}
			let body = '';
			request.on('data', (bytes: Buffer) => (body += bytes.toString()));
			request.on('end', () => {
				heard = { headers: request.headers, url: request.url, body };
				response.setHeader('Hawser-Window', 'w1');
				response.write('{"progress":{"message":"half","done":1,"total":2}}\n');
				response.end(replyLine({}));
			});
		});
		const { port, token } = await register(await listen(server));
		const steps: unknown[] = [];
		const request = { tool: 'file_read', input: { path: 'ü' }, surface: 'cli', requestId: 'x', timeout: 5000 } as const;
		const reply = await link.call(project, request, { onProgress: step => steps.push(step) });
		expect(reply).toMatchObject({ envelope: { ok: true }, text: 'ok' });
		expect(steps).toEqual([{ message: 'half', done: 1, total: 2 }]);
		expect(heard).toMatchObject({
			url: '/call',
			headers: { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		});
		expect(JSON.parse(heard?.body ?? '')).toEqual(request);
	});

	test('closes its connection when it is cancelled', async () => {
		const events = new EventEmitter();
		const [arrived, closed] = [once(events, 'arrived'), once(events, 'closed')];
		const server = createServer((request, response) => {
			if (answerOwnProof(request, response, anEntry().token)) {
				return;
			}
			request.resume();
			response.on('close', () => events.emit('closed'));
			events.emit('arrived');
		});
		await register(await listen(server));
		const signal = createCancellation();
		const pending = link.call(project, { tool: 'file_read', input: {} }, { signal });
		await arrived;
		signal.cancel();
		await expect(pending).rejects.toMatchObject({ code: 'E_CANCELLED' });
		await closed;
		await expect(link.call(project, { tool: 'file_read', input: {} }, { signal })).rejects.toMatchObject({
			code: 'E_CANCELLED',
		});
	});

	test('is answered with the refusal of the window', async () => {
		const { server } = countingServer('w1', (_, response) => {
			response.writeHead(413, { 'content-type': 'application/json' }).end(failure('E_INVALID_REQUEST'));
			return true;
		});
		await register(await listen(server));
		expect(await call()).toMatchObject({
			envelope: { error: { code: 'E_INVALID_REQUEST' } },
			text: '[E_INVALID_REQUEST] m\nh',
		});
	});

	test('breaks off as E_WINDOW_GONE when the window dies under way', async () => {
		const { server } = countingServer('w1', request => {
			request.socket.destroy();
			return true;
		});
		await register(await listen(server));
		await expect(call()).rejects.toMatchObject({ code: 'E_WINDOW_GONE' });
	});

	test('breaks off as E_WINDOW_GONE in the middle of an answer', async () => {
		const { server } = countingServer('w1', (request, response) => {
			response.setHeader('Hawser-Window', 'w1');
			response.write('{"progress":{"message":"half"}}\n', () => request.socket.destroy());
			return true;
		});
		await register(await listen(server));
		await expect(call()).rejects.toMatchObject({ code: 'E_WINDOW_GONE' });
	});

	test('finds the window again after its idle connection was closed', async () => {
		const { server, seen } = countingServer();
		await register(await listen(server));
		const connected = once(server, 'connection') as Promise<[Socket]>;
		await call();
		const [socket] = await connected;
		const closed = once(socket, 'close');
		server.closeIdleConnections();
		await closed;
		// The end of the connection lies ready; a few turns of the event loop and this side has read it.
		for (let turn = 0; turn < 5; turn++) {
			await new Promise(resolve => setImmediate(resolve));
		}
		await call();
		expect(seen).toEqual({ connections: 2, requests: 2 });
	});

	test('does not use a connection longer than the window announces', async () => {
		const { server, seen } = countingServer();
		server.keepAliveTimeout = 1000;
		await register(await listen(server));
		await call();
		await call();
		expect(seen.connections).toBe(2);
	});
});

describe('an entry that is dead', () => {
	test('is told as no window', async () => {
		const { server } = countingServer();
		const port = await listen(server);
		server.close();
		await once(server, 'close');
		await register(port);
		await expect(call()).rejects.toMatchObject({ code: 'E_NO_WINDOW' });
	});

	test('is passed over for a window that lives', async () => {
		const { server } = countingServer('alive');
		await register(await listen(server), { id: 'alive', startedAt: 1 });
		await register(9, { id: 'dead', startedAt: 2 });
		expect(await call()).toMatchObject({ envelope: { ok: true } });
	});

	test.each([
		['another web server', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'],
		['a web server that knows nothing of it', 'HTTP/1.1 404 Not Found\r\ncontent-length: 9\r\n\r\nNot Found'],
		['something else', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
		[
			'another window',
			'HTTP/1.1 200 OK\r\nHawser-Window: w9\r\ncontent-length: 99\r\n\r\n'.replace('99', String(replyLine({}).length)) +
				replyLine({}),
		],
	])('because %s is on its port', async (_, answer) => {
		await register(
			await listen(
				createTcpServer(socket => socket.on('error', () => undefined).once('data', () => socket.end(answer))),
			),
		);
		await expect(call()).rejects.toMatchObject({ code: 'E_NO_WINDOW' });
	});

	test('is found out by its health', async () => {
		const { server } = countingServer('w1', (request, response) => {
			response.setHeader('Hawser-Window', 'w1');
			response.end(JSON.stringify({ ok: true, id: 'w1', version: '1', url: request.url }));
			return true;
		});
		const entry = await register(await listen(server));
		expect(await askHealth(link.http, entry)).toMatchObject({ id: 'w1' });
		await expect(askHealth(link.http, { ...entry, id: 'w2' })).rejects.toBeInstanceOf(DeadEntry);
		await expect(askHealth(link.http, { ...entry, port: 9 })).rejects.toBeInstanceOf(DeadEntry);
	});
});

describe('whoever has taken the port of a window that died', () => {
	/** Listens, writes down all that it hears, and answers each request with what `answer` makes of it. */
	function impostor(answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>) {
		const heard: string[] = [];
		const server = createServer((request, response) => void answer(request, response));
		server.on('connection', socket => socket.on('data', (bytes: Buffer) => heard.push(bytes.toString('latin1'))));
		return { server, heard };
	}

	const asWindow = (_: IncomingMessage, response: ServerResponse) => {
		response.setHeader('Hawser-Window', 'w1');
		response.end(replyLine({ stolen: true }));
	};

	test.each([
		['answers as a window would', asWindow],
		[
			'shows a proof that it made up',
			(request: IncomingMessage, response: ServerResponse) => {
				if (!answerOwnProof(request, response, 'x'.repeat(43))) {
					asWindow(request, response);
				}
			},
		],
		[
			'shows no proof',
			(request: IncomingMessage, response: ServerResponse) => {
				if (request.url?.startsWith('/proof')) {
					response.writeHead(204).end();
				} else {
					asWindow(request, response);
				}
			},
		],
		[
			'hands the question on to the window, which has another port by now',
			(request: IncomingMessage, response: ServerResponse) => {
				if (!answerProof(request, response, anEntry().token, 50_002)) {
					asWindow(request, response);
				}
			},
		],
	])('and %s gets neither token nor call', async (_how, answer) => {
		const { server, heard } = impostor(answer);
		const entry = await register(await listen(server), { dynamicTools: 'x' });
		const secret = { tool: 'file_write', input: { text: 'the content of a file' } };
		await expect(link.call(project, secret)).rejects.toMatchObject({ code: 'E_NO_WINDOW' });
		await expect(askHealth(link.http, entry)).rejects.toBeInstanceOf(DeadEntry);
		expect(await dynamicTools(link).of(entry)).toEqual([]);
		expect(heard.length).toBeGreaterThan(0);
		expect(heard.join('')).not.toContain(entry.token);
		expect(heard.join('')).not.toContain('the content of a file');
	});

	test('cannot use a proof that it saw before', async () => {
		let seen: string | undefined;
		const { server, heard } = impostor((request, response) => {
			if (seen === undefined) {
				const challenge = new URL(request.url ?? '', 'http://w').searchParams.get('challenge');
				seen = prove(anEntry().token, request.socket.localPort ?? 0, challenge);
				response.writeHead(404).end();
			} else {
				response.writeHead(204, { 'hawser-proof': seen }).end();
			}
		});
		const { token } = await register(await listen(server));
		await expect(call()).rejects.toMatchObject({ code: 'E_NO_WINDOW' });
		await expect(call()).rejects.toMatchObject({ code: 'E_NO_WINDOW' });
		expect(heard).toHaveLength(2);
		expect(heard.join('')).not.toContain(token);
	});
});

describe('a window that changes', () => {
	test('its token while nothing is connected: the new one is read and used', async () => {
		const token = 'n'.repeat(43);
		const { server } = countingServer('w1', undefined, () => token);
		const port = await listen(server);
		await register(port);
		link.windows.find(project);
		await register(port, { token });
		expect(await call()).toMatchObject({ envelope: { ok: true } });
	});

	test('its token: the new one is read and used', async () => {
		let token = anEntry().token;
		const { server } = countingServer(
			'w1',
			(request, response) => {
				if (request.headers.authorization === `Bearer ${token}`) {
					return false;
				}
				response.writeHead(401, { 'content-type': 'application/json' }).end(failure('E_UNAUTHORIZED'));
				return true;
			},
			() => token,
		);
		const port = await listen(server);
		await register(port);
		await call();
		token = 'n'.repeat(43);
		expect(await call()).toMatchObject({ envelope: { error: { code: 'E_UNAUTHORIZED' } } });
		await register(port, { token });
		expect(await call()).toMatchObject({ envelope: { ok: true } });
	});

	test('its id in a reload: the answer counts when the registry knows the new one', async () => {
		const { server } = countingServer('second');
		const port = await listen(server);
		await register(port, { id: 'first' });
		await register(port, { id: 'second', folders: [temporaryFolder('other')] });
		expect(await call()).toMatchObject({ envelope: { ok: true } });
	});
});

test('a window that hangs is given up when it shows no sign of life', async () => {
	// Accepts, and never answers: neither the call nor the question for its health.
	await register(await listen(createTcpServer(socket => socket.on('error', () => undefined).resume())));
	const impatient = windowLink(home, { timeLimit: 20 });
	await expect(impatient.call(project, { tool: 'file_read', input: {}, timeout: 1 })).rejects.toMatchObject({
		code: 'E_TIMEOUT',
	});
});

describe('a window that died a moment ago', () => {
	const diedJustNow = async (changes: Partial<WindowEntry> = {}) => {
		const entry = await register(9, { id: 'died', pid: NO_PROCESS, parent: process.pid, ...changes });
		showLife(home, entry.id);
		return entry;
	};

	test('is waited for, and its successor is called', async () => {
		await diedJustNow();
		const { server } = countingServer('successor');
		const port = await listen(server);
		const heard: string[] = [];
		const pending = link.call(
			project,
			{ tool: 'file_read', input: {} },
			// It comes back only when the call is known to wait.
			{ onProgress: ({ message }) => void (heard.push(message) && register(port, { id: 'successor' })) },
		);
		expect(await pending).toMatchObject({ envelope: { ok: true } });
		expect(heard).toEqual(['The window is starting again']);
	});

	test('is not waited for any more when it is closed, or its editor ends', async () => {
		await diedJustNow();
		const close = () => removeWindowEntry(home, 'died');
		await expect(link.call(project, { tool: 'file_read', input: {} }, { onProgress: close })).rejects.toMatchObject({
			code: 'E_NO_WINDOW',
		});
		expect(readdirSync(join(home, 'seen'))).toEqual([]);
	});

	test('can be given up by a cancelled call', async () => {
		await diedJustNow();
		const signal = createCancellation();
		const options = { signal, onProgress: () => signal.cancel() };
		await expect(link.call(project, { tool: 'file_read', input: {} }, options)).rejects.toMatchObject({
			code: 'E_CANCELLED',
		});
	});

	test.each([
		['its editor has ended', { parent: NO_PROCESS }],
		['it has another folder', { folders: ['/elsewhere'] }],
	])('is not waited for when %s', async (_why, changes) => {
		await diedJustNow(changes);
		expect(link.windows.expected(project)).toBeUndefined();
		await expect(call()).rejects.toMatchObject({ code: 'E_NO_WINDOW' });
	});

	test('is not waited for when that was longer ago', async () => {
		await diedJustNow();
		utimesSync(join(home, 'seen', 'died'), 1, 1);
		await expect(call()).rejects.toMatchObject({ code: 'E_NO_WINDOW' });
	});
});
