import type { Server } from '@modelcontextprotocol/server';
import { type Refusal, sendRefusal } from '../http/refusal.ts';
import type { Exchange } from '../http/window-server.ts';
import { SseTransport } from './sse-transport.ts';

export interface SseRoute {
	/** GET /sse: a stream, and with it a session. */
	open(exchange: Exchange): Promise<void>;
	/** POST /messages: a message of the client; what it is answered with goes over the stream. */
	receive(exchange: Exchange): void;
	/** Tells every connected client that the list of tools is another one now. */
	toolsChanged(): void;
	close(): Promise<void>;
}

const MAX_SESSIONS = 50;

/** HTTP+SSE as of 2024-11-05, for clients that know nothing newer. */
export function createSseRoute(build: () => Server, onError: (error: Error) => void): SseRoute {
	const sessions = new Map<string, { server: Server; transport: SseTransport }>();
	return {
		async open(exchange) {
			if (sessions.size >= MAX_SESSIONS) {
				sendRefusal(exchange.response, '/sse', tooMany());
				return;
			}
			const server = build();
			const transport = new SseTransport(exchange, '/messages');
			sessions.set(transport.sessionId, { server, transport });
			transport.onclose = () => void sessions.delete(transport.sessionId);
			// The server calls the listener that it finds, and then its own.
			await server.connect(transport);
		},

		receive({ request, response, body, common }) {
			const id = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('sessionId');
			const session = sessions.get(id ?? '');
			if (!session) {
				sendRefusal(response, '/messages', noSession());
			} else if (session.transport.receive(body)) {
				response.writeHead(202, common).end('Accepted');
			} else {
				sendRefusal(response, '/messages', noMessage());
			}
		},

		toolsChanged() {
			for (const { server } of sessions.values()) {
				server.sendToolListChanged().catch(onError);
			}
		},

		async close() {
			await Promise.allSettled([...sessions.values()].map(({ server }) => server.close()));
		},
	};
}

function tooMany(): Refusal {
	return { status: 503, code: 'E_CAPACITY', message: `${MAX_SESSIONS} streams are open.` };
}

function noSession(): Refusal {
	const message = 'There is no such session: open GET /sse, and post to the address that it names.';
	return { status: 404, code: 'E_INVALID_REQUEST', message };
}

function noMessage(): Refusal {
	return { status: 400, code: 'E_INVALID_REQUEST', message: 'The body is not a JSON-RPC message.' };
}
