import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CONNECTION_LIMITS, limitConnections, serverTimes } from '../../surfaces/http/connection-limits.ts';
import { checkHost } from '../../surfaces/http/guards.ts';
import { isSecret } from './secrets.ts';

/** A way into the server, for one protocol. Undefined while the protocol is off. */
export interface SocketEntrance {
	/** Name of the header that carries the token. */
	header: string;
	token(): string | undefined;
	accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface RequestEntrance {
	path: string;
	/** The values of `Authorization` that are let in; who has one is known by it. */
	authorizations(): readonly string[];
	answer(request: IncomingMessage, response: ServerResponse): void;
}

export interface IdeServerOptions {
	sockets: SocketEntrance;
	requests?: RequestEntrance;
}

/**
 * The server on which agents reach this window by their own protocols, not yet listening. It is apart from the window's server, so
 * nothing of Hawser's tools is behind it. Whoever has no token gets no byte but a refusal: that is checked before an upgrade, and
 * before a body is read. Agents are programs, so whatever has an Origin is a web page and is refused, wherever it comes from.
 */
export function createIdeServer({ sockets, requests }: IdeServerOptions): Server {
	let port = 0;
	const server = createServer({ ...serverTimes(CONNECTION_LIMITS), noDelay: true }, (request, response) => {
		const status = checkProgram(request, port) ?? checkRequest(request, requests);
		if (status !== undefined || !requests) {
			request.resume();
			response.writeHead(status ?? 404, { connection: 'close', 'content-length': 0 }).end();
			return;
		}
		admit(request.socket);
		requests.answer(request, response);
	});
	const { admit } = limitConnections(server, CONNECTION_LIMITS);
	server.on('listening', () => {
		const address = server.address();
		port = typeof address === 'object' && address ? address.port : 0;
	});
	server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
		socket.on('error', () => socket.destroy());
		const status = checkProgram(request, port) ?? checkSocket(request, sockets);
		if (status !== undefined) {
			refuseUpgrade(socket, status);
			return;
		}
		admit(socket);
		sockets.accept(request, socket, head);
	});
	return server;
}

function checkProgram(request: IncomingMessage, port: number): number | undefined {
	const isPage = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
	return checkHost(request, port) || isPage ? 403 : undefined;
}

function checkSocket({ headers }: IncomingMessage, { header, token }: SocketEntrance): number | undefined {
	const given = headers[header];
	return typeof given === 'string' && isSecret(given, token() ?? '') ? undefined : 401;
}

function checkRequest({ headers, url }: IncomingMessage, requests: RequestEntrance | undefined): number | undefined {
	const known = requests?.authorizations().some(expected => isSecret(headers.authorization, expected)) ?? false;
	if (!known) {
		return 401;
	}
	return url?.split('?', 1)[0] === requests?.path ? undefined : 404;
}

function refuseUpgrade(socket: Socket, status: number): void {
	socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
	socket.destroySoon();
}
