import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import {
	type Era,
	INVALID_PARAMS,
	INVALID_REQUEST,
	isRequestId,
	type RequestId,
} from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord, recordOf, textOf } from '@hawser/core/data/plain-data.ts';
import { type CancellationSource, createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import type { Params } from './json-rpc.ts';
import type { Outgoing } from './outgoing.ts';
import type { ToolCallOptions, ToolHost } from './tool-host.ts';

/** The calls of one connection that are under way. */
export interface ToolCalls {
	/** `client` is what the client says of itself. */
	start(id: RequestId, era: Era, params: Params, client: AgentClaim | undefined): void;
	cancel(id: RequestId): void;
	cancelAll(): void;
}

export function toolCalls(host: ToolHost, outgoing: Outgoing): ToolCalls {
	const running = new Map<RequestId, CancellationSource>();
	return {
		start(id, era, params, client) {
			const { name, arguments: input = {} } = params;
			if (typeof name !== 'string' || !isRecord(input)) {
				const message = 'Invalid params: a tool call needs a name, and arguments that are an object.';
				outgoing.refuse(id, { code: INVALID_PARAMS, message });
				return;
			}
			if (running.has(id)) {
				outgoing.refuse(id, { code: INVALID_REQUEST, message: 'Invalid request: a call with this id is under way.' });
				return;
			}
			const tool = host.findTool(name, client?.name);
			if (typeof tool === 'object') {
				outgoing.refuse(id, { code: INVALID_PARAMS, message: tool.unknown.text, data: tool.unknown.envelope });
				return;
			}
			const signal = createCancellation();
			running.set(id, signal);
			const onProgress = progressReporter(params, outgoing);
			const traceparent = textOf(recordOf(params['_meta'])['traceparent']);
			const called = {
				signal,
				...(client && { client }),
				...(traceparent !== undefined && { traceparent }),
				...(onProgress && { onProgress }),
			};
			void tool(input, called).then(result => {
				running.delete(id);
				// The client has forgotten a call that it cancelled.
				if (!signal.cancelled) {
					outgoing.answer(id, era, result);
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
