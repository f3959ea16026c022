import {
	type Era,
	INVALID_PARAMS,
	INVALID_REQUEST,
	isRequestId,
	type RequestId,
} from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { type CancellationSource, createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import type { Params } from './json-rpc.ts';
import type { Outgoing } from './outgoing.ts';
import type { ToolCallOptions, ToolHost } from './tool-host.ts';

/** The calls of one connection that are under way. */
export interface ToolCalls {
	start(id: RequestId, era: Era, params: Params): void;
	cancel(id: RequestId): void;
	cancelAll(): void;
}

export function toolCalls(host: ToolHost, client: Outgoing): ToolCalls {
	const running = new Map<RequestId, CancellationSource>();
	return {
		start(id, era, params) {
			const { name, arguments: input = {} } = params;
			if (typeof name !== 'string' || !isRecord(input)) {
				const message = 'Invalid params: a tool call needs a name, and arguments that are an object.';
				client.refuse(id, { code: INVALID_PARAMS, message });
				return;
			}
			if (running.has(id)) {
				client.refuse(id, { code: INVALID_REQUEST, message: 'Invalid request: a call with this id is under way.' });
				return;
			}
			const tool = host.findTool(name);
			if (typeof tool === 'object') {
				client.refuse(id, { code: INVALID_PARAMS, message: tool.unknown.text, data: tool.unknown.envelope });
				return;
			}
			const signal = createCancellation();
			running.set(id, signal);
			const onProgress = progressReporter(params, client);
			void tool(input, { signal, ...(onProgress && { onProgress }) }).then(result => {
				running.delete(id);
				// The client has forgotten a call that it cancelled.
				if (!signal.cancelled) {
					client.answer(id, era, result);
				}
			});
		},
		cancel: id => running.get(id)?.cancel(),
		cancelAll() {
			for (const signal of running.values()) {
				signal.cancel();
			}
		},
	};
}

/** Reports progress under the client's token, if it gave one; the figure must grow with every report. */
function progressReporter(params: Params, client: Outgoing): ToolCallOptions['onProgress'] {
	const token = isRecord(params['_meta']) ? params['_meta']['progressToken'] : undefined;
	if (!isRequestId(token)) {
		return undefined;
	}
	let last = -1;
	return ({ message, done, total }) => {
		last = done === undefined ? Math.floor(last) + 1 : done > last ? done : last + 0.001;
		const params = { progressToken: token, progress: last, ...(total !== undefined && { total }), message };
		client.notify('notifications/progress', params);
	};
}
