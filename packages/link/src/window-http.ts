import { type Exchange, HttpConnection } from './http-connection.ts';
import type { WindowEntry } from './window-entry.ts';
import { loadWindowProof, PROOF_HEADER, PROOF_PATH, type WindowProof } from './window-proof.ts';

/** Connections to windows, kept open between requests. Each has been shown the window's proof before the token goes over it. */
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
	/** By port and token: who has proven one token has not proven another. */
	const idle = new Map<string, HttpConnection[]>();

	function keep(key: string, connection: HttpConnection): void {
		const connections = idle.get(key) ?? [];
		idle.set(key, connections);
		if (connections.length < MAX_IDLE) {
			connections.push(connection);
		} else {
			connection.destroy();
		}
	}

	function takeIdle(key: string): HttpConnection | undefined {
		const connections = idle.get(key);
		for (let connection = connections?.pop(); connection !== undefined; connection = connections?.pop()) {
			if (connection.usable) {
				return connection;
			}
			connection.destroy();
		}
		return undefined;
	}

	function send(entry: WindowEntry, request: WindowRequest, exchange: Exchange): () => void {
		const key = `${entry.port} ${entry.token}`;
		const text = requestText(entry, request);
		const open = () => openAndSend(entry, text, exchange, own => keep(key, own));
		const reused = takeIdle(key);
		if (reused === undefined) {
			return open();
		}
		let giveUp = () => reused.destroy();
		reused.send(text, {
			...delegate(exchange),
			fail(reason) {
				// The window closed the idle connection and the request never left: this cannot be a second call.
				if (reason === 'unsent') {
					giveUp = open();
				} else {
					exchange.fail(reason);
				}
			},
		});
		return () => giveUp();
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

let windowProof: WindowProof | undefined;

/** Sends the request when the other side has proven that it is the window of the entry. The returned function gives it up. */
function openAndSend(
	{ port, token }: WindowEntry,
	text: string,
	exchange: Exchange,
	keep: (connection: HttpConnection) => void,
): () => void {
	let proven = false;
	let givenUp = false;
	const connection = new HttpConnection(port, own => {
		if (proven) {
			keep(own);
		}
	});
	const ask = ({ isProof, newChallenge }: WindowProof) => {
		if (givenUp) {
			return;
		}
		if (!connection.open) {
			exchange.fail('unreachable');
			return;
		}
		let proof: string | undefined;
		const challenge = newChallenge();
		connection.send(`GET ${PROOF_PATH}?challenge=${challenge} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, {
			head(_status, headers) {
				proof = headers.get(PROOF_HEADER);
			},
			body: () => undefined,
			end() {
				proven = connection.open && isProof(proof, token, port, challenge);
				if (proven) {
					connection.send(text, exchange);
				} else {
					connection.destroy();
					exchange.fail(proof === undefined ? 'stranger' : 'unproven');
				}
			},
			// Whatever became of the connection, nothing of the request has left.
			fail: reason => exchange.fail(reason === 'malformed' ? 'stranger' : 'unreachable'),
		});
	};
	if (windowProof === undefined) {
		void loadWindowProof().then(loaded => ask((windowProof = loaded)));
	} else {
		ask(windowProof);
	}
	return () => {
		givenUp = true;
		connection.destroy();
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
