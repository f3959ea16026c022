import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type DatabaseAddress, DEFAULT_PORTS } from '../discovery/found-database.ts';
import { codeOf, targetOf } from './failure.ts';
import { tlsOptions } from './tls.ts';

/** Where a connection is opened: the server itself, or this machine's end of a tunnel to it. */
export function endpointOf({ engine, host, port, tunnelPort }: DatabaseAddress): { host: string; port: number } {
	return tunnelPort === undefined
		? { host: host ?? 'localhost', port: port ?? DEFAULT_PORTS[engine] }
		: { host: '127.0.0.1', port: tunnelPort };
}

const CONNECT_TIMEOUT = 5_000;
/** Servers without TLS wait for a command, or hang up. */
const NO_HANDSHAKE = 'the server is there and does not answer in TLS, so its encryption may be off';

/** A socket to the database, with TLS where its address asks for it. The name that is checked is the server's, tunnel or not. */
export function openSocket(address: DatabaseAddress): Promise<Socket> {
	const tls = tlsOptions(address);
	const { host } = address;
	const place =
		address.socket === undefined || address.tunnelPort !== undefined ? endpointOf(address) : { path: address.socket };
	return new Promise((resolve, reject) => {
		const socket = tls
			? connectTls({ ...place, ...tls, ...(host !== undefined && isIP(host) === 0 && { servername: host }) })
			: connectPlain(place);
		let isThere = false;
		socket.once('connect', () => (isThere = true));
		const timer = setTimeout(() => {
			socket.destroy();
			reject(
				tls && isThere
					? new Error(NO_HANDSHAKE)
					: new ToolError('E_DATABASE_UNREACHABLE', `${targetOf(address)} does not answer within 5 s.`),
			);
		}, CONNECT_TIMEOUT);
		const failed = (cause: Error) => {
			clearTimeout(timer);
			socket.destroy();
			reject(tls && isThere && codeOf(cause) === 'ECONNRESET' ? new Error(NO_HANDSHAKE, { cause }) : cause);
		};
		socket.once('error', failed);
		socket.once(tls ? 'secureConnect' : 'connect', () => {
			clearTimeout(timer);
			socket.off('error', failed);
			// A socket without a listener for errors would end the process.
			socket.on('error', () => undefined);
			socket.setNoDelay(true);
			resolve(socket);
		});
	});
}
