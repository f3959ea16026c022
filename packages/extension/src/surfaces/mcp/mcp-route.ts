import { randomUUID } from 'node:crypto';
import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import type { ChosenView } from '@hawser/core/contract/client-view.ts';
import {
	createMcpHandler,
	isInitializeRequest,
	isLegacyRequest,
	type Server,
	WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type Refusal, sendRefusal } from '../http/refusal.ts';
import type { Exchange } from '../http/window-server.ts';
import { clientOf } from './build-server.ts';
import { chosenView } from './chosen-view.ts';
import type { DirectCalls } from './direct-call.ts';
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

/** Called when a client has gone for good. */
export type SessionEnded = (sessionId: string) => void;

export interface SessionEvents {
	onEnded?: SessionEnded;
	/** Called when a client has said who it is. */
	onGreeted?: (session: { connection: string; client: AgentClaim }) => void;
}

const MAX_SESSIONS = 200;
const MAX_ENDED = 1000;

/**
 * MCP over Streamable HTTP in both eras on one address. The stateless revision (2026-07-28) gets a server per request; older
 * clients get a session, because without one they could not be told that the tools have changed.
 */
export function createMcpRoute(
	build: (chosen: ChosenView) => Server,
	onError: (error: Error) => void,
	{ direct, onEnded, onGreeted }: SessionEvents & { direct?: DirectCalls } = {},
): McpRoute {
	const buildFor = ({ requestInfo }: { requestInfo?: Request }) => build(chosenView(requestInfo?.url));
	const modern = createMcpHandler(buildFor, { legacy: 'reject', onerror: onError });
	const stateless = createMcpHandler(buildFor, { onerror: onError });
	const sessions = new Map<string, Session>();
	const ended = new RecentNames(MAX_ENDED);

	const openSession = async (url: string): Promise<WebStandardStreamableHTTPServerTransport> => {
		dropOldest(sessions);
		const server = build(chosenView(url));
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: id => void sessions.set(id, { server, transport, lastUsed: Date.now() }),
		});
		transport.onclose = () => {
			if (transport.sessionId !== undefined) {
				sessions.delete(transport.sessionId);
				ended.add(transport.sessionId);
				onEnded?.(transport.sessionId);
			}
		};
		await server.connect(transport);
		return transport;
	};

	/** Answers a request that is known to be of the older era. */
	const answerLegacy = async (request: Request, body: unknown): Promise<Response> => {
		if (isInitializeRequest(body)) {
			const transport = await openSession(request.url);
			const response = await transport.handleRequest(request, { parsedBody: body });
			const client = readAgentClaim(body.params.clientInfo);
			if (client && transport.sessionId !== undefined) {
				onGreeted?.({ connection: transport.sessionId, client });
			}
			return response;
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
				const client = clientOf(session.server);
				if (!(await direct?.answer(exchange, { sessionId: session.transport.sessionId, client }))) {
					await answerAsWeb(exchange, web => session.transport.handleRequest(web, { parsedBody: body }));
				}
			} else if (request.method !== 'POST' || (typeof sessionId === 'string' && ended.has(sessionId))) {
				sendRefusal(response, '/mcp', noSession(sessionId));
			} else if (sessionId !== undefined || !(await direct?.answer(exchange))) {
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

function noSession(sessionId: string | string[] | undefined): Refusal {
	return sessionId === undefined
		? {
				status: 405,
				code: 'E_INVALID_REQUEST',
				message: 'GET and DELETE belong to an MCP session; send an initialize request by POST first.',
				headers: { allow: 'POST' },
			}
		: { status: 404, code: 'E_INVALID_REQUEST', message: 'This MCP session has ended; send an initialize request.' };
}

/** Remembers the latest names only, so that a window that runs for weeks does not grow. */
class RecentNames {
	private readonly names = new Set<string>();
	private readonly capacity: number;

	constructor(capacity: number) {
		this.capacity = capacity;
	}

	add(name: string): void {
		this.names.add(name);
		const [oldest] = this.names;
		if (this.names.size > this.capacity && oldest !== undefined) {
			this.names.delete(oldest);
		}
	}

	has(name: string): boolean {
		return this.names.has(name);
	}
}

/** Clients that die do not say goodbye; the session that was idle for longest makes room. */
function dropOldest(sessions: Map<string, Session>): void {
	if (sessions.size >= MAX_SESSIONS) {
		const [oldest] = [...sessions.values()].sort((left, right) => left.lastUsed - right.lastUsed);
		void oldest?.server.close();
	}
}
