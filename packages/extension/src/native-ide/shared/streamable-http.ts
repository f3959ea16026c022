import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { METHOD_NOT_FOUND } from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { readJsonBody } from '../../surfaces/http/read-json-body.ts';
import { sendJson } from '../../surfaces/http/refusal.ts';

/** One conversation, whatever carries it. */
export interface IdeSession {
	answer(message: unknown): Promise<object | undefined>;
	/** The agent can hear notifications from now on. */
	listening?(): void;
	close(): void;
}

export interface SessionStart {
	id: string;
	request: IncomingMessage;
	send(message: object): void;
	end(): void;
}

/** MCP over HTTP with sessions, as far as agents' own protocols need it. Requests have passed the guards. */
export interface StreamableHttp {
	answer(request: IncomingMessage, response: ServerResponse): void;
	closeAll(): void;
}

interface Open {
	session: IdeSession;
	/** Carries notifications to the agent while it listens. */
	stream: ServerResponse | undefined;
	/** Messages for an agent that does not listen at this moment. */
	kept: object[];
	/** Ends the session when the agent does not come back. */
	leaving: NodeJS.Timeout | undefined;
}

const SESSION_HEADER = 'mcp-session-id';
const MAX_SESSIONS = 64;
const MAX_KEPT = 20;
/** Milliseconds in which an agent whose stream has ended opens another. */
const COMES_BACK = 10_000;
/** Milliseconds between two signs of life on a stream that has nothing to say. */
const SIGN_OF_LIFE = 15_000;

export function createStreamableHttp(start: (facts: SessionStart) => IdeSession): StreamableHttp {
	const sessions = new Map<string, Open>();

	function end(id: string): void {
		const open = sessions.get(id);
		if (open) {
			sessions.delete(id);
			clearTimeout(open.leaving);
			open.session.close();
			open.stream?.end();
		}
	}

	function endUnlessBack(id: string, open: Open): void {
		clearTimeout(open.leaving);
		open.leaving = setTimeout(() => end(id), COMES_BACK).unref();
	}

	function send(id: string, message: object): void {
		const open = sessions.get(id);
		if (open?.stream) {
			open.stream.write(event(message));
		} else if (open && open.kept.length < MAX_KEPT) {
			open.kept.push(message);
		}
	}

	function begin(request: IncomingMessage): { id: string; open: Open } {
		const id = randomUUID();
		const [oldest] = sessions.keys();
		if (sessions.size >= MAX_SESSIONS && oldest !== undefined) {
			end(oldest);
		}
		const session = start({ id: `ide-${id}`, request, send: message => send(id, message), end: () => end(id) });
		const open: Open = { session, stream: undefined, kept: [], leaving: undefined };
		sessions.set(id, open);
		endUnlessBack(id, open);
		return { id, open };
	}

	function listen(id: string, open: Open, response: ServerResponse): void {
		open.stream?.end();
		clearTimeout(open.leaving);
		open.stream = response;
		startEvents(response, id);
		open.kept.splice(0).forEach(message => response.write(event(message)));
		const signs = setInterval(() => response.write(': alive\n\n'), SIGN_OF_LIFE).unref();
		response.on('close', () => {
			clearInterval(signs);
			if (open.stream === response) {
				open.stream = undefined;
				endUnlessBack(id, open);
			}
		});
		open.session.listening?.();
	}

	async function post(request: IncomingMessage, response: ServerResponse, known: string | undefined): Promise<void> {
		const body = await readJsonBody(request);
		if ('refusal' in body) {
			response.writeHead(body.refusal.status, { connection: 'close', 'content-length': 0 }).end();
			return;
		}
		const message = body.value;
		const method = isRecord(message) ? message['method'] : undefined;
		const present = known === undefined ? undefined : sessions.get(known);
		if (known !== undefined && !present) {
			response.writeHead(404, { 'content-length': 0 }).end();
			return;
		}
		if (!present && method !== 'initialize') {
			const id = isRecord(message) ? (message['id'] ?? null) : null;
			const error = { code: METHOD_NOT_FOUND, message: 'There is no such method without a session.' };
			sendJson(response, 200, { jsonrpc: '2.0', id, error });
			return;
		}
		const { id, open } = known !== undefined && present ? { id: known, open: present } : begin(request);
		if (method === 'tools/call') {
			// A question to the user may stand for hours, and clients give up on an answer whose head does not come.
			await stream(response, id, open.session.answer(message));
			return;
		}
		const reply = await open.session.answer(message);
		if (reply) {
			sendJson(response, 200, reply, { [SESSION_HEADER]: id });
		} else {
			response.writeHead(202, { 'content-length': 0 }).end();
		}
	}

	return {
		answer(request, response) {
			const header = request.headers[SESSION_HEADER];
			const known = typeof header === 'string' ? header : undefined;
			const open = known === undefined ? undefined : sessions.get(known);
			if (request.method === 'POST') {
				post(request, response, known).catch(() => response.destroy());
				return;
			}
			request.resume();
			if (known === undefined || !open) {
				response.writeHead(known === undefined ? 400 : 404, { 'content-length': 0 }).end();
			} else if (request.method === 'GET') {
				listen(known, open, response);
			} else if (request.method === 'DELETE') {
				end(known);
				response.writeHead(200, { 'content-length': 0 }).end();
			} else {
				response.writeHead(405, { allow: 'GET, POST, DELETE', 'content-length': 0 }).end();
			}
		},
		closeAll: () => [...sessions.keys()].forEach(end),
	};
}

async function stream(response: ServerResponse, id: string, answer: Promise<object | undefined>): Promise<void> {
	startEvents(response, id);
	const signs = setInterval(() => response.write(': waiting\n\n'), SIGN_OF_LIFE).unref();
	try {
		const reply = await answer;
		if (reply) {
			response.write(event(reply));
		}
	} finally {
		clearInterval(signs);
		response.end();
	}
}

function startEvents(response: ServerResponse, id: string): void {
	response.writeHead(200, {
		'content-type': 'text/event-stream',
		'cache-control': 'no-cache, no-transform',
		[SESSION_HEADER]: id,
	});
	response.flushHeaders();
}

function event(message: object): string {
	return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
