import type { Server } from 'node:http';
import { createServer, type Server as TcpServer } from 'node:net';
import { errorCode } from '@hawser/node/system-error.ts';

/** Servers that hold the other loopback address for another one. */
const companions = new WeakMap<Server, TcpServer>();

/** Windows reports ports it keeps for itself as EACCES. */
const TAKEN = ['EADDRINUSE', 'EACCES'];

/**
 * Lets the server listen on 127.0.0.1 and, where the machine has IPv6, on [::1]: clients look there first for "localhost", and
 * whoever else listened there would get what is meant for us, the token too. Gives the port, or undefined when it is taken on
 * either address.
 */
export async function listenOnLoopback(server: Server, port: number): Promise<number | undefined> {
	const bound = await tryListen(server, port, '127.0.0.1');
	if (bound === undefined) {
		return undefined;
	}
	const companion = createServer({ allowHalfOpen: true, noDelay: true });
	try {
		if ((await tryListen(companion, bound, '::1')) === undefined) {
			await closed(server);
			return undefined;
		}
	} catch {
		// A machine without IPv6 has no second address that anybody could listen on.
		return bound;
	}
	companion.on('connection', socket => void server.emit('connection', socket));
	companions.set(server, companion);
	server.once('close', () => companion.close());
	return bound;
}

/** Gives both addresses free at once, so that the next server can have them; who is connected is cut off. */
export function stopListening(server: Server): void {
	companions.get(server)?.close();
	server.close();
	server.closeAllConnections();
}

/** The port that was bound, or undefined when it is taken. */
function tryListen(server: TcpServer, port: number, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const onError = (cause: Error) => {
			server.off('listening', onListening);
			if (TAKEN.includes(errorCode(cause))) {
				resolve(undefined);
			} else {
				reject(cause);
			}
		};
		const onListening = () => {
			server.off('error', onError);
			const address = server.address();
			resolve(typeof address === 'object' && address !== null ? address.port : port);
		};
		server.once('error', onError);
		server.once('listening', onListening);
		server.listen({ port, host, exclusive: true });
	});
}

function closed(server: Server): Promise<void> {
	return new Promise(resolve => void server.close(() => resolve()));
}
