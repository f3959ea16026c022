import type { ServerOptions } from 'node:http';
import type { Server, Socket } from 'node:net';

/** Times are in milliseconds. Answers may take as long as they like: only requests have to come in time. */
export interface ConnectionLimits {
	/** Time for the head of a request, from its first byte or from the connection's first moment. */
	headers: number;
	/** Time for a whole request. */
	request: number;
	/** Between two requests. */
	idle: number;
	/** Connections are checked this often. */
	interval: number;
	/** A new connection is left alone for this long: hundreds of calls may come at once, each with its token on the way. */
	grace: number;
	/** Connections over which nobody has shown the token yet. */
	maxStrangers: number;
	maxConnections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
	headers: 10_000,
	request: 60_000,
	idle: 120_000,
	interval: 2000,
	grace: 2000,
	maxStrangers: 64,
	maxConnections: 2048,
};

export function serverTimes({ headers, request, idle, interval }: ConnectionLimits): ServerOptions {
	return {
		headersTimeout: headers,
		requestTimeout: request,
		keepAliveTimeout: idle,
		connectionsCheckingInterval: interval,
	};
}

export interface Admission {
	/** The token was shown over this connection. */
	admit(socket: Socket): void;
}

/**
 * Every program of the machine, whoever runs it, can connect, and say nothing. A newcomer is never turned away for that, because it
 * may be an agent: the stranger that has been there for longest makes room.
 */
export function limitConnections(server: Server, { grace, maxStrangers, maxConnections }: ConnectionLimits): Admission {
	/** Maps each connection to the moment from which it may have to make room, the oldest first. */
	const strangers = new Map<Socket, number>();
	let known = 0;
	let sweep: NodeJS.Timeout | undefined;
	server.once('close', () => clearTimeout(sweep));

	function dismiss(socket: Socket): void {
		strangers.delete(socket);
		socket.destroy();
	}

	function makeRoom(): void {
		for (const [socket, timeLimit] of strangers) {
			const left = timeLimit - performance.now();
			if (strangers.size + known > maxConnections || (strangers.size > maxStrangers && left <= 0)) {
				dismiss(socket);
			} else if (strangers.size > maxStrangers) {
				sweep ??= setTimeout(() => {
					sweep = undefined;
					makeRoom();
				}, left).unref();
				return;
			} else {
				return;
			}
		}
	}

	server.on('connection', (socket: Socket) => {
		strangers.set(socket, performance.now() + grace);
		socket.once('close', () => void strangers.delete(socket));
		makeRoom();
	});
	return {
		admit(socket) {
			if (strangers.delete(socket)) {
				known++;
				socket.once('close', () => known--);
			}
		},
	};
}
