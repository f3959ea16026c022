import type { Reply } from '@hawser/core/contract/envelope.ts';
import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { failureReply } from '@hawser/link/failure-reply.ts';
import { windowNamed } from '@hawser/link/find-window.ts';
import { callAndFollowReload } from '../transports/follow-reload.ts';
import type { Transport } from '../transports/transport.ts';
import type { CallLimits } from './call-limits.ts';
import { processOrigin } from './process-origin.ts';
import type { ToolCallOptions } from './tool-host.ts';

export interface WindowCallsOptions {
	transport: Transport;
	/** The project whose window is meant when a call does not name one. */
	workspace: () => string;
	/** Throws when this agent may not make the call. */
	limits: CallLimits;
	/** Milliseconds for tools that have no limit of their own. */
	timeout: number | undefined;
	/** Names this process in all windows: ids lead from an answer to a window's log, so they must differ between processes. */
	agent: string;
}

/** Calls to whatever window has the project open at that moment. A failure is a reply too. */
export interface WindowCalls {
	call(
		name: string,
		tool: Pick<PublishedTool, 'reloadsWindow'>,
		input: Record<string, unknown>,
		options: ToolCallOptions,
	): Promise<Reply>;
	/** The reply to a call that reaches no window. */
	refuse(cause: unknown): Reply;
	/** The reply to a call that needs no window. */
	succeed(data: Record<string, unknown>, text: string): Reply;
}

export function windowCalls({ transport, workspace, limits, timeout, agent }: WindowCallsOptions): WindowCalls {
	const origin = processOrigin();
	let calls = 0;
	const nextId = () => `${agent}-${(++calls).toString(36)}`;
	return {
		async call(name, tool, input, options) {
			const startedAt = Date.now();
			const requestId = nextId();
			const { projectRoot } = input;
			try {
				limits(name, typeof projectRoot === 'string' ? projectRoot : undefined);
				const root = typeof projectRoot === 'string' ? projectRoot : workspace();
				const folder = workspace();
				const call = {
					tool: name,
					input,
					requestId,
					agent,
					...(options.client && {
						client: { ...options.client, ...origin, ...(windowNamed(folder) === undefined && { folder }) },
					}),
					...(options.traceparent !== undefined && { traceparent: options.traceparent }),
					surface: 'stdio' as const,
					...(timeout !== undefined && { defaultTimeout: timeout }),
				};
				return await (tool.reloadsWindow
					? callAndFollowReload(transport, root, call, options)
					: transport.call(root, call, options));
			} catch (cause) {
				return failureReply(cause, requestId, startedAt);
			}
		},
		refuse: cause => failureReply(cause, nextId(), Date.now()),
		succeed: (data, text) => ({
			envelope: {
				ok: true,
				type: 'success',
				data,
				meta: { requestId: nextId(), timestamp: new Date().toISOString(), duration: 0 },
			},
			text,
		}),
	};
}
