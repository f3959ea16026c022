import type { ServerResponse } from 'node:http';
import type { Failure } from '@hawser/core/contract/envelope.ts';
import { ERROR_CODES, type ErrorCode } from '@hawser/core/contract/errors.ts';

/** A request that is turned away before any tool is looked for. */
export interface Refusal {
	status: number;
	code: ErrorCode;
	message: string;
	headers?: Record<string, string>;
}

/**
 * Over /mcp the answer is a JSON-RPC error, elsewhere the plain envelope. Clients print what stands in it to the person, so
 * the sentence says what to do.
 */
export function sendRefusal(response: ServerResponse, path: string, { status, code, message, headers }: Refusal): void {
	const { hint } = ERROR_CODES[code];
	const envelope: Failure = {
		ok: false,
		type: 'error',
		error: { code, message, hint, details: {} },
		meta: { requestId: 'none', timestamp: new Date().toISOString(), duration: 0 },
	};
	const body = path.startsWith('/mcp')
		? { jsonrpc: '2.0', id: null, error: { code: -32_000, message: `[${code}] ${message} ${hint}`, data: envelope } }
		: envelope;
	sendJson(response, status, body, headers);
}

export function sendJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	const text = JSON.stringify(body);
	response.writeHead(status, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(text),
		'x-content-type-options': 'nosniff',
		...headers,
	});
	response.end(text);
}
