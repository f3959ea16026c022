import type { ServerResponse } from 'node:http';
import type { Failure } from '@hawser/core/contract/envelope.ts';
import { ERROR_CODES, type ErrorCode } from '@hawser/core/errors/error-codes.ts';

/** A request that is turned away before any tool is looked for. */
export interface Refusal {
	status: number;
	code: ErrorCode;
	message: string;
	/** Instead of the one that belongs to the code. */
	hint?: string;
	headers?: Record<string, string>;
}

/**
 * Over /mcp and the root, where ggMCP is, the answer is a JSON-RPC error, below it that of ggMCP, elsewhere the plain envelope. Clients print what stands in
 * it to the user, so the sentence says what to do.
 */
export function sendRefusal(response: ServerResponse, path: string, refusal: Refusal): void {
	const { status, code, message, hint = ERROR_CODES[code].hint, headers } = refusal;
	const sentence = `[${code}] ${message} ${hint}`;
	const envelope: Failure = {
		ok: false,
		type: 'error',
		error: { code, message, hint, details: {} },
		meta: { requestId: 'none', timestamp: new Date().toISOString(), duration: 0 },
	};
	if (path.startsWith('/mcp/')) {
		sendJson(response, status, { status: null, error: sentence }, headers);
	} else if (path === '/mcp' || path === '/') {
		const error = { code: -32_000, message: sentence, data: envelope };
		sendJson(response, status, { jsonrpc: '2.0', id: null, error }, headers);
	} else {
		sendJson(response, status, envelope, headers);
	}
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
