import type { ChosenView } from '@hawser/core/contract/client-view.ts';
import { parseJSONRPCMessage, type Server } from '@modelcontextprotocol/server';
import { sendRefusal } from '../http/refusal.ts';
import type { Exchange } from '../http/window-server.ts';
import { chosenView } from './chosen-view.ts';
import type { SessionEnded } from './mcp-route.ts';
import { SseTransport } from './sse-transport.ts';

export interface SseRoute {
	/** `GET /sse`: stays open as long as the client listens. */
	connect(exchange: Exchange): Promise<void>;
	/** `POST /messages?sessionId=…`: the answer goes over the stream. */
	receive(exchange: Exchange): void;
	toolsChanged(): void;
	/** Ends every connection, such as when the user turns the transport off. */
	close(): Promise<void>;
}

const MAX_CONNECTIONS = 100;

/** MCP over HTTP+SSE, for clients that know nothing newer. */
export function createSseRoute(
	build: (chosen: ChosenView) => Server,
	onError: (error: Error) => void,
	onEnded?: SessionEnded,
): SseRoute {
	const connections = new Map<string, { server: Server; transport: SseTransport }>();
	return {
		async connect({ request, response, common }) {
			const [oldest] = connections.values();
			if (oldest && connections.size >= MAX_CONNECTIONS) {
				await oldest.server.close();
			}
			const server = build(chosenView(request.url));
			const transport = new SseTransport(response, common);
			connections.set(transport.sessionId, { server, transport });
			server.onclose = () => {
				connections.delete(transport.sessionId);
				onEnded?.(transport.sessionId);
			};
			await server.connect(transport);
		},

		receive({ request, response, body }) {
			const sessionId = new URLSearchParams(request.url?.split('?')[1]).get('sessionId') ?? '';
			const connection = connections.get(sessionId);
			if (!connection) {
				const message = 'There is no such stream; open one with GET /sse, which names the address for messages.';
				sendRefusal(response, '/messages', { status: 404, code: 'E_INVALID_REQUEST', message });
				return;
			}
			try {
				const message = parseJSONRPCMessage(body);
				response.writeHead(202).end('Accepted');
				connection.transport.onmessage?.(message);
			} catch {
				const message = 'The body is not a JSON-RPC message.';
				sendRefusal(response, '/messages', { status: 400, code: 'E_INVALID_REQUEST', message });
			}
		},

		toolsChanged() {
			for (const { server } of connections.values()) {
				server.sendToolListChanged().catch(onError);
			}
		},

		async close() {
			await Promise.allSettled([...connections.values()].map(({ server }) => server.close()));
		},
	};
}
