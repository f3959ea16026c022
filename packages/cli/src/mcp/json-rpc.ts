import {
	INVALID_PARAMS,
	INVALID_REQUEST,
	isRequestId,
	PARSE_ERROR,
	type RequestId,
} from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';

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
	if (!isRecord(message) || message['jsonrpc'] !== '2.0') {
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
	if (!isRecord(params)) {
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
