import { type Exchange, HttpConnection } from './http-connection.ts';
import type { WindowEntry } from './window-entry.ts';

/** Connections to windows, kept open between requests. */
export interface WindowHttp {
	/** Starts a request; the returned function gives it up, and closes the connection, which cancels the call. */
	send(entry: WindowEntry, request: WindowRequest, exchange: Exchange): () => void;
	close(): void;
}

export interface WindowRequest {
	method: 'GET' | 'POST';
	path: string;
	/** JSON. */
	body?: string;
}

const MAX_IDLE = 8;

export function windowHttp(): WindowHttp {
	const idle = new Map<number, HttpConnection[]>();

	function keep(port: number, connection: HttpConnection): void {
		const connections = idle.get(port) ?? [];
		idle.set(port, connections);
		if (connections.length < MAX_IDLE) {
			connections.push(connection);
		} else {
			connection.destroy();
		}
	}

	function takeIdle(port: number): HttpConnection | undefined {
		const connections = idle.get(port);
		for (let connection = connections?.pop(); connection !== undefined; connection = connections?.pop()) {
			if (connection.usable) {
				return connection;
			}
			connection.destroy();
		}
		return undefined;
	}

	function send(entry: WindowEntry, request: WindowRequest, exchange: Exchange): () => void {
		const { port } = entry;
		const text = requestText(entry, request);
		const open = () => new HttpConnection(port, own => keep(port, own));
		const reused = takeIdle(port);
		let connection = reused ?? open();
		if (reused === undefined) {
			connection.send(text, exchange);
		} else {
			connection.send(text, {
				...delegate(exchange),
				fail(reason) {
					// The window closed the idle connection and the request never left: this cannot be a second call.
					if (reason === 'unsent') {
						connection = open();
						connection.send(text, exchange);
					} else {
						exchange.fail(reason);
					}
				},
			});
		}
		return () => connection.destroy();
	}

	return {
		send,
		close() {
			for (const connection of [...idle.values()].flat()) {
				connection.destroy();
			}
			idle.clear();
		},
	};
}

function delegate(exchange: Exchange): Omit<Exchange, 'fail'> {
	return {
		head: (status, headers) => exchange.head(status, headers),
		body: bytes => exchange.body(bytes),
		end: () => exchange.end(),
	};
}

function requestText({ port, token }: WindowEntry, { method, path, body }: WindowRequest): string {
	const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
	return body === undefined
		? `${head}\r\n`
		: `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
