import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ERROR_CODES } from '@hawser/core/errors/error-codes.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections, serverTimes } from './connection-limits.ts';
import { type PathParameters, routeFinder } from './find-route.ts';
import { checkContentType, checkHost, checkLength, checkNoPage, checkOrigin, checkToken } from './guards.ts';
import { proofRoute } from './proof-route.ts';
import { readJsonBody } from './read-json-body.ts';
import { type Refusal, sendRefusal } from './refusal.ts';

export interface Exchange {
	request: IncomingMessage;
	response: ServerResponse;
	/** The parsed JSON body of a POST; undefined for other methods. */
	body: unknown;
	parameters: PathParameters;
	/** Headers that every answer carries. */
	common: Readonly<Record<string, string>>;
}

export interface Route {
	/** A part that begins with a colon stands for any text. */
	path: string;
	methods: readonly string[];
	/** The body that a POST without one stands for, if it stands for any. */
	emptyBody?: string;
	/** Serves clients that have no token to send; asked on every request that comes without the right one. */
	withoutToken?: { allowed(): boolean; hint: string };
	answer(exchange: Exchange): void | Promise<void>;
}

export interface WindowServerOptions {
	/** Sent with every answer, so that a caller notices when another window has taken over the port. */
	windowId: string;
	/** Asked on every request, because the user may renew it. */
	token: () => string;
	routes: readonly Route[];
	limits?: ConnectionLimits;
	/** Called for failures that would go unnoticed otherwise. */
	onDefect: (cause: unknown) => void;
}

/**
 * The window's HTTP server, not yet listening. Every request passes the guards in this order, before a byte of its body is read:
 * Host, Origin, path and method, token, content type, size.
 */
export function createWindowServer(options: WindowServerOptions): Server {
	const proof: Route = proofRoute(options.token, () => port);
	const findRoute = routeFinder([proof, ...options.routes]);
	const common = { 'hawser-window': options.windowId, 'x-content-type-options': 'nosniff' };
	let port = 0;
	const { limits = CONNECTION_LIMITS } = options;
	const server = createServer({ ...serverTimes(limits), noDelay: true }, (request, response) => {
		const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
		answer(request, response, path).catch((cause: unknown) => {
			if (request.destroyed && !request.complete) {
				// The client went away, or was too slow, before its request was here.
				return;
			}
			options.onDefect(cause);
			if (response.headersSent) {
				response.destroy();
			} else {
				sendRefusal(response, path, { status: 500, code: 'E_INTERNAL', message: 'The request failed.' });
			}
		});
	});
	const { admit } = limitConnections(server, limits);
	server.on('listening', () => {
		const address = server.address();
		port = typeof address === 'object' && address ? address.port : 0;
	});

	const answer = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
		const { route, parameters = {} } = findRoute(path) ?? {};
		const refusal =
			checkHost(request, port) ??
			checkOrigin(request) ??
			checkRoute(route, path, request.method) ??
			checkAccess(request, route, options.token()) ??
			(request.method === 'POST' ? (checkContentType(request) ?? checkLength(request)) : undefined);
		if (refusal || !route) {
			refuse(request, response, path, refusal ?? notFound(path));
			return;
		}
		if (route !== proof) {
			admit(request.socket);
		}
		if (request.method !== 'POST') {
			await route.answer({ request, response, body: undefined, parameters, common });
			return;
		}
		const body = await readJsonBody(request, route.emptyBody);
		if ('refusal' in body) {
			refuse(request, response, path, body.refusal);
			return;
		}
		await route.answer({ request, response, body: body.value, parameters, common });
	};
	return server;
}

function checkAccess(request: IncomingMessage, route: Route | undefined, token: string): Refusal | undefined {
	const refusal = checkToken(request, token);
	const { withoutToken } = route ?? {};
	if (!refusal || !withoutToken) {
		return refusal;
	}
	return withoutToken.allowed()
		? checkNoPage(request)
		: { ...refusal, hint: `${ERROR_CODES[refusal.code].hint} ${withoutToken.hint}` };
}

function checkRoute(route: Route | undefined, path: string, method = ''): Refusal | undefined {
	if (!route) {
		return notFound(path);
	}
	if (!route.methods.includes(method)) {
		const allow = route.methods.join(', ');
		return {
			status: 405,
			code: 'E_INVALID_REQUEST',
			message: `${path} takes ${allow}, not ${method}.`,
			headers: { allow },
		};
	}
	return undefined;
}

/** Clients that were refused look for OAuth next, and print what they find there to the user. */
function notFound(path: string): Refusal {
	const oauth = path.startsWith('/.well-known/') || path === '/register';
	const message = oauth
		? 'There is no OAuth here: the token is in the configuration that Hawser writes, or connect through "hawser mcp".'
		: `There is nothing at ${path}.`;
	return { status: 404, code: 'E_NOT_FOUND', message };
}

/**
 * The rest of the request is read and thrown away. A body that is too large is read to its end before the answer: a client
 * that is cut off while it sends never sees what it is told, and this one has shown its token.
 */
function refuse(request: IncomingMessage, response: ServerResponse, path: string, refusal: Refusal): void {
	const send = () => sendRefusal(response, path, refusal);
	if (refusal.status === 413 && !request.readableEnded) {
		request.once('end', send);
		request.resume();
	} else {
		request.resume();
		send();
	}
}
