import { type Era, type RequestId, SERVER_KEY } from '@hawser/core/contract/mcp-protocol.ts';
import type { RpcError } from './json-rpc.ts';

/** Messages to the client. */
export interface Outgoing {
	answer(id: RequestId, era: Era, result: object, meta?: object): void;
	/** Sends an error, without an id when the request was too broken to have one. */
	refuse(id: RequestId | undefined, error: RpcError): void;
	notify(method: string, params?: object): void;
}

export function outgoing(write: (line: string) => void, serverInfo: object): Outgoing {
	const send = (message: object) => write(`${JSON.stringify(message)}\n`);
	return {
		answer(id, era, result, meta) {
			const modern = { resultType: 'complete', ...result, _meta: { ...meta, [SERVER_KEY]: serverInfo } };
			send({ jsonrpc: '2.0', id, result: era === 'legacy' ? result : modern });
		},
		refuse: (id, error) => send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error }),
		notify: (method, params) => send({ jsonrpc: '2.0', method, ...(params && { params }) }),
	};
}
