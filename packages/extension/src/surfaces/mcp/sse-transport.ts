import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** Clients and proxies give up on a stream that is silent for minutes. */
const KEEP_ALIVE = 25_000;

/**
 * One connection of the transport of 2024-11-05, which the SDK has dropped: the client listens on a stream, and posts its
 * messages to the address that the stream names first.
 */
export class SseTransport implements Transport {
	readonly sessionId = randomUUID();
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: NonNullable<Transport['onmessage']>;
	private readonly response: ServerResponse;
	private readonly keepAlive: NodeJS.Timeout;

	constructor(response: ServerResponse, common: Readonly<Record<string, string>>) {
		this.response = response;
		response.writeHead(200, { ...common, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
		this.keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE);
		response.once('close', () => {
			clearInterval(this.keepAlive);
			this.onclose?.();
		});
	}

	start(): Promise<void> {
		this.response.write(`event: endpoint\ndata: /messages?sessionId=${this.sessionId}\n\n`);
		return Promise.resolve();
	}

	send(message: JSONRPCMessage): Promise<void> {
		if (this.response.destroyed) {
			return Promise.reject(new Error('The client has closed its stream.'));
		}
		this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
		return Promise.resolve();
	}

	close(): Promise<void> {
		this.response.end();
		return Promise.resolve();
	}
}
