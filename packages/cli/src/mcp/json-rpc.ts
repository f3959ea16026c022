import { isObject } from '@hawser/node/is-object.ts';

/** A request id; JSON-RPC also knows null, MCP does not. */
export type RequestId = string | number;

export type Params = Readonly<Record<string, unknown>>;

export interface Request {
	id: RequestId;
	method: string;
	params: Params;
}

export interface RpcError {
	code: number;
	message: string;
	data?: unknown;
}

export type Incoming =
	| ({ kind: 'request' } & Request)
	| { kind: 'notification'; method: string; params: Params }
	/** An answer to something we never asked. */
	| { kind: 'response' }
	| { kind: 'invalid'; id: RequestId | undefined; error: RpcError };

const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;

/** Reads one line of the stdio transport. */
export function readMessage(line: string): Incoming {
	let message: unknown;
	try {
		message = JSON.parse(line);
	} catch {
		return {
			kind: 'invalid',
			id: undefined,
			error: { code: PARSE_ERROR, message: 'Parse error: the line is not JSON.' },
		};
	}
	if (Array.isArray(message)) {
		return invalid(undefined, 'Invalid request: batches are not part of MCP; send one message per line.');
	}
	if (!isObject(message) || message['jsonrpc'] !== '2.0') {
		return invalid(undefined, 'Invalid request: not a JSON-RPC 2.0 message.');
	}
	return classify(message);
}

function classify(message: Record<string, unknown>): Incoming {
	const { id, method, params = {} } = message;
	const known = isRequestId(id) ? id : undefined;
	if (method === undefined && ('result' in message || 'error' in message)) {
		return { kind: 'response' };
	}
	if (typeof method !== 'string') {
		return invalid(known, 'Invalid request: the method must be a string.');
	}
	if ('id' in message && known === undefined) {
		return invalid(undefined, 'Invalid request: the id must be a string or a whole number.');
	}
	if (!isObject(params)) {
		const error = { code: INVALID_PARAMS, message: 'Invalid params: they must be an object.' };
		return known === undefined ? { kind: 'response' } : { kind: 'invalid', id: known, error };
	}
	return known === undefined
		? { kind: 'notification', method, params }
		: { kind: 'request', id: known, method, params };
}

function invalid(id: RequestId | undefined, message: string): Incoming {
	return { kind: 'invalid', id, error: { code: INVALID_REQUEST, message } };
}

export function isRequestId(value: unknown): value is RequestId {
	return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
}
