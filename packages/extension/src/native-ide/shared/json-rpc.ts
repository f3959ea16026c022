import { INTERNAL_ERROR, INVALID_REQUEST } from '@hawser/core/contract/mcp-protocol.ts';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { isRecord, type PlainData, recordOf } from '@hawser/core/data/plain-data.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { type CancellationSource, createCancellation } from '@hawser/core/waiting/cancellation-source.ts';

/** What one side of a JSON-RPC conversation does with what the other side sends. */
export interface RpcHandlers {
	request(method: string, params: PlainData, signal: Cancellation): Promise<unknown>;
	notified(method: string, params: PlainData): void;
}

export interface RpcPeer {
	/** The reply to a message, or undefined where it wants none. Never fails. */
	answer(message: unknown): Promise<object | undefined>;
	/** The conversation is over: everything that is under way is cancelled. */
	close(): void;
}

/** A failure with a code of JSON-RPC. */
export class RpcError extends Error {
	readonly code: number;
	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

/** No agent has more open at once; whoever sends more is not one. */
const MAX_UNDER_WAY = 100;

export function createRpcPeer({ request, notified }: RpcHandlers): RpcPeer {
	const underWay = new Map<string | number, CancellationSource>();

	async function reply(id: string | number, method: string, params: PlainData): Promise<object> {
		if (underWay.size >= MAX_UNDER_WAY) {
			return failure(id, INVALID_REQUEST, 'Too many requests at once.');
		}
		const cancellation = createCancellation();
		underWay.set(id, cancellation);
		try {
			return { jsonrpc: '2.0', id, result: await request(method, params, cancellation) };
		} catch (cause) {
			return failure(id, cause instanceof RpcError ? cause.code : INTERNAL_ERROR, messageOf(cause));
		} finally {
			if (underWay.get(id) === cancellation) {
				underWay.delete(id);
			}
		}
	}

	return {
		async answer(message) {
			if (!isRecord(message)) {
				return failure(null, INVALID_REQUEST, 'A message must be an object.');
			}
			const { id, method, params } = message;
			if (typeof method !== 'string') {
				// A response: nothing is ever asked of an agent.
				return undefined;
			}
			if (isId(id)) {
				return reply(id, method, recordOf(params));
			}
			if (method === 'notifications/cancelled') {
				const { requestId } = recordOf(params);
				if (isId(requestId)) {
					underWay.get(requestId)?.cancel();
				}
			}
			notified(method, recordOf(params));
			return undefined;
		},
		close() {
			const all = [...underWay.values()];
			underWay.clear();
			all.forEach(cancellation => cancellation.cancel());
		},
	};
}

export function notification(method: string, params: object): object {
	return { jsonrpc: '2.0', method, params };
}

function failure(id: string | number | null, code: number, message: string): object {
	return { jsonrpc: '2.0', id, error: { code, message } };
}

function isId(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
