import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isSameSecret } from '@hawser/node/same-secret.ts';
import type { Refusal } from './refusal.ts';

export const MAX_BODY_BYTES = 4 * 1024 * 1024;

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The Host check is the one that stops DNS rebinding: a rebound page is same-origin, so its GET requests carry no Origin.
 * The port counts too, or a page of another local server could speak to us.
 */
export function checkHost({ headers }: IncomingMessage, port: number): Refusal | undefined {
	const { host } = headers;
	if (host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`) {
		return undefined;
	}
	return { status: 403, code: 'E_FORBIDDEN', message: `This server is 127.0.0.1:${port}, not "${host ?? ''}".` };
}

export function checkOrigin({ headers }: IncomingMessage): Refusal | undefined {
	const { origin } = headers;
	if (origin === undefined || isLoopbackOrigin(origin)) {
		return undefined;
	}
	return { status: 403, code: 'E_FORBIDDEN', message: `Requests from the origin "${origin}" are not served.` };
}

function isLoopbackOrigin(origin: string): boolean {
	const url = URL.parse(origin);
	return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK_NAMES.has(url.hostname);
}

export function checkToken({ headers }: IncomingMessage, token: string): Refusal | undefined {
	if (token !== '' && isSameSecret(headers.authorization, `Bearer ${token}`, timingSafeEqual)) {
		return undefined;
	}
	return {
		status: 401,
		code: 'E_UNAUTHORIZED',
		message:
			headers.authorization === undefined
				? 'The request carries no token.'
				: 'The token is not the one of this window.',
		headers: { 'www-authenticate': 'Bearer realm="hawser"' },
	};
}

/**
 * For requests that may come without a token. Programs send neither of these headers; a browser sends one of them with
 * everything that a page asks for, whatever page that is.
 */
export function checkNoPage({ headers }: IncomingMessage): Refusal | undefined {
	const site = headers['sec-fetch-site'];
	if (headers.origin === undefined && (site === undefined || site === 'none')) {
		return undefined;
	}
	return { status: 403, code: 'E_FORBIDDEN', message: 'A web page is not served without a token.' };
}

/** A web page can send a form or plain text without asking first; it cannot send JSON. */
export function checkContentType({ headers }: IncomingMessage): Refusal | undefined {
	const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	if (type === 'application/json') {
		return undefined;
	}
	return { status: 415, code: 'E_INVALID_REQUEST', message: `The body must be application/json, not "${type ?? ''}".` };
}

export function tooLarge(): Refusal {
	const message = `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`;
	return { status: 413, code: 'E_INVALID_REQUEST', message };
}

export function checkLength({ headers }: IncomingMessage): Refusal | undefined {
	return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES ? tooLarge() : undefined;
}
