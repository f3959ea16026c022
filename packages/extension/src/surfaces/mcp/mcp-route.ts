import { randomUUID } from 'node:crypto';
import {
	createMcpHandler,
	isInitializeRequest,
	isLegacyRequest,
	type Server,
	WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { sendRefusal } from '../http/refusal.ts';
import type { Exchange } from '../http/window-server.ts';
import { answerAsWeb } from './web-exchange.ts';

interface Session {
	server: Server;
	transport: WebStandardStreamableHTTPServerTransport;
	lastUsed: number;
}

export interface McpRoute {
	answer(exchange: Exchange): Promise<void>;
	/** Tells every connected client that the list of tools is another one now. */
	toolsChanged(): void;
	close(): Promise<void>;
}

const MAX_SESSIONS = 200;

/**
 * MCP over Streamable HTTP in both eras on one address. The stateless revision (2026-07-28) gets a server per request; older
 * clients get a session, because without one they could not be told that the tools have changed.
 */
export function createMcpRoute(build: () => Server, onError: (error: Error) => void): McpRoute {
	const modern = createMcpHandler(build, { legacy: 'reject', onerror: onError });
	const stateless = createMcpHandler(build, { onerror: onError });
	const sessions = new Map<string, Session>();
	const ended = new Set<string>();

	const openSession = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
		dropOldest(sessions);
		const server = build();
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: id => void sessions.set(id, { server, transport, lastUsed: Date.now() }),
		});
		transport.onclose = () => {
			if (transport.sessionId !== undefined) {
				sessions.delete(transport.sessionId);
				ended.add(transport.sessionId);
			}
		};
		await server.connect(transport);
		return transport;
	};

	/** Who answers this request, once it is known to be of the older era. */
	const answerLegacy = async (request: Request, body: unknown): Promise<Response> => {
		if (isInitializeRequest(body)) {
			return (await openSession()).handleRequest(request, { parsedBody: body });
		}
		// A session from before a reload of the window: several clients do not start a new one when they get a 404, so the
		// request is answered as it is.
		return stateless.fetch(request, { parsedBody: body });
	};

	return {
		async answer(exchange) {
			const { request, response, body } = exchange;
			const sessionId = request.headers['mcp-session-id'];
			const session = typeof sessionId === 'string' ? sessions.get(sessionId) : undefined;
			if (session) {
				session.lastUsed = Date.now();
				await answerAsWeb(exchange, web => session.transport.handleRequest(web, { parsedBody: body }));
			} else if (request.method !== 'POST' || (typeof sessionId === 'string' && ended.has(sessionId))) {
				const message = 'There is no such MCP session; send an initialize request first.';
				sendRefusal(response, '/mcp', { status: sessionId ? 404 : 405, code: 'E_INVALID_REQUEST', message });
			} else {
				await answerAsWeb(exchange, async web =>
					(await isLegacyRequest(web, body)) ? answerLegacy(web, body) : modern.fetch(web, { parsedBody: body }),
				);
			}
		},

		toolsChanged() {
			modern.notify.toolsChanged();
			for (const { server } of sessions.values()) {
				server.sendToolListChanged().catch(onError);
			}
		},

		async close() {
			await Promise.allSettled([...sessions.values()].map(({ server }) => server.close()));
			await Promise.allSettled([modern.close(), stateless.close()]);
		},
	};
}

/** Clients that die do not say goodbye; the session that was idle for longest makes room. */
function dropOldest(sessions: Map<string, Session>): void {
	if (sessions.size >= MAX_SESSIONS) {
		const [oldest] = [...sessions.values()].sort((left, right) => left.lastUsed - right.lastUsed);
		void oldest?.server.close();
	}
}
