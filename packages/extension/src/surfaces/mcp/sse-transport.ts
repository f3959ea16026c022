import { randomUUID } from 'node:crypto';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import type { Exchange } from '../http/window-server.ts';

/** Milliseconds; a comment now and then shows both sides that the stream is alive. */
const KEEP_ALIVE = 25_000;

/**
 * The server's side of HTTP+SSE, the transport of 2024-11-05: messages to the client go over one stream that stays open, those
 * of the client come as POST requests to the address that the stream names first.
 */
export class SseTransport implements Transport {
	readonly sessionId = randomUUID();
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: (message: JSONRPCMessage) => void;
	readonly #exchange: Exchange;
	readonly #address: string;
	#keepAlive: NodeJS.Timeout | undefined;
	#closed = false;

	/** `address` is where the client posts its messages. */
	constructor(exchange: Exchange, address: string) {
		this.#exchange = exchange;
		this.#address = address;
	}

	start(): Promise<void> {
		const { response, common } = this.#exchange;
		response.on('close', () => this.#end());
		// A client that vanishes is the ordinary end of a stream.
		response.on('error', () => this.#end());
		response.writeHead(200, {
			...common,
			'content-type': 'text/event-stream',
			'cache-control': 'no-cache, no-transform',
			connection: 'keep-alive',
		});
		response.write(`event: endpoint\ndata: ${this.#address}?sessionId=${this.sessionId}\n\n`);
		this.#keepAlive = setInterval(() => response.write(': alive\n\n'), KEEP_ALIVE).unref();
		return Promise.resolve();
	}

	send(message: JSONRPCMessage): Promise<void> {
		if (this.#closed) {
			return Promise.reject(new Error('The client has closed its stream.'));
		}
		this.#exchange.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
		return Promise.resolve();
	}

	/** Takes a message that the client has posted; false when it is none. */
	receive(body: unknown): boolean {
		let message: JSONRPCMessage;
		try {
			message = parseJSONRPCMessage(body);
		} catch {
			return false;
		}
		this.onmessage?.(message);
		return true;
	}

	close(): Promise<void> {
		this.#exchange.response.end();
		this.#end();
		return Promise.resolve();
	}

	#end(): void {
		if (!this.#closed) {
			this.#closed = true;
			clearInterval(this.#keepAlive);
			this.onclose?.();
		}
	}
}
