import { once } from 'node:events';
import type { Server } from 'node:http';

export interface Listening {
	port: number;
	close(): Promise<void>;
}

/** Starts to listen on a port number that the system picks. */
export async function listenOnLoopback(server: Server): Promise<Listening> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') {
		throw new Error('The server listens on no port number.');
	}
	return {
		port: address.port,
		async close() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
