import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SessionParts } from '../shared/session-parts.ts';
import { createClaudeSession } from './claude-session.ts';

/** The WebSockets of Claude Code and opencode; loaded by the first that has shown the token. */
export interface ClaudeSockets {
	accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** A proposed text is one message. */
const MAX_MESSAGE = 16 * 1024 * 1024;
const MAX_CLIENTS = 64;
/** Milliseconds between two questions whether a client is still there. */
const HEARTBEAT = 30_000;

export function createClaudeSockets(parts: SessionParts): ClaudeSockets {
	const server = new WebSocketServer({
		noServer: true,
		maxPayload: MAX_MESSAGE,
		perMessageDeflate: false,
		// Claude Code hangs up when the protocol that it asks for is not named in the answer.
		handleProtocols: offered => (offered.has('mcp') ? 'mcp' : false),
	});
	return {
		accept(request, socket, head) {
			if (server.clients.size >= MAX_CLIENTS) {
				socket.destroy();
				return;
			}
			server.handleUpgrade(request, socket, head, webSocket => serve(webSocket, parts));
		},
	};
}

function serve(webSocket: WebSocket, parts: SessionParts): void {
	const session = createClaudeSession(parts, {
		id: `ide-${randomUUID()}`,
		send(message) {
			if (webSocket.readyState === webSocket.OPEN) {
				webSocket.send(JSON.stringify(message));
			}
		},
		end: () => webSocket.terminate(),
	});
	let alive = true;
	const heartbeat = setInterval(() => {
		if (!alive) {
			webSocket.terminate();
			return;
		}
		alive = false;
		webSocket.ping();
	}, HEARTBEAT).unref();
	webSocket.on('pong', () => {
		alive = true;
	});
	webSocket.on('message', (data, isBinary) => {
		alive = true;
		if (isBinary || !Buffer.isBuffer(data)) {
			webSocket.close(1003);
			return;
		}
		void session.answer(parseJson(data.toString('utf8'))).then(reply => {
			if (reply && webSocket.readyState === webSocket.OPEN) {
				webSocket.send(JSON.stringify(reply));
			}
		});
	});
	// What breaks a rule of the protocol, such as a message that is too long, ends the connection; `close` follows.
	webSocket.on('error', () => webSocket.terminate());
	webSocket.on('close', () => {
		clearInterval(heartbeat);
		session.close();
	});
}
