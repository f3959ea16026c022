import { isRecord } from '@hawser/core/data/plain-data.ts';

/** The arguments in a body of either format: plain, or JSON-RPC with `params.arguments` or `params`. */
export function requestArguments(body: unknown): unknown {
	if (!isRecord(body)) {
		return body;
	}
	const { params } = body;
	if (!isRecord(params)) {
		return 'jsonrpc' in body ? {} : body;
	}
	return isRecord(params['arguments']) ? params['arguments'] : params;
}

/** The id of a JSON-RPC request; 0 for any other. */
export function requestId(body: unknown): string | number {
	const id = isRecord(body) ? body['id'] : undefined;
	return typeof id === 'string' || typeof id === 'number' ? id : 0;
}
