import type { Reply } from '@hawser/core/contract/envelope.ts';
import type { McpTool, McpToolResult } from '@hawser/core/contract/mcp-shapes.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { type CancellationSource, cancellationSource } from '@hawser/link/abort-cancellation.ts';
import { isObject } from '@hawser/link/is-object.ts';
import {
	INVALID_PARAMS,
	INVALID_REQUEST,
	isRequestId,
	METHOD_NOT_FOUND,
	type Params,
	type Request,
	type RequestId,
	type RpcError,
	readMessage,
} from './json-rpc.ts';
import {
	type Era,
	eraOf,
	MODERN_VERSIONS,
	negotiateLegacyVersion,
	SERVER_KEY,
	SUBSCRIPTION_KEY,
} from './protocol-eras.ts';
import { subscriptions } from './subscriptions.ts';

/** What the protocol needs from the rest of the program. */
export interface ToolHost {
	readonly version: string;
	readonly instructions: string;
	listTools(): readonly McpTool[];
	/** The way to call the tool, or the reply that says there is none. */
	findTool(name: string): ToolCaller | { unknown: Reply };
}

export type ToolCaller = (input: Record<string, unknown>, options: ToolCallOptions) => Promise<McpToolResult>;

export interface ToolCallOptions {
	signal: CancellationSource;
	onProgress?: (progress: Progress) => void;
}

/** One connection. Written by hand: the SDK takes 60 ms to load and 0.16 ms for a call, more than all the rest together. */
export interface StdioSession {
	/** Takes one line from the client. */
	receive(line: string): void;
	/** Tells the client, in the way of its era, when the list of tools is not the one any more that it got. */
	refreshTools(): void;
	/** Cancels what is under way; nothing is answered any more. */
	close(): void;
}

const CAPABILITIES = { tools: { listChanged: true } };
const AN_HOUR = 3_600_000;

export function stdioSession(host: ToolHost, write: (line: string) => void): StdioSession {
	const serverInfo = { name: 'hawser', title: 'Hawser', version: host.version };
	const running = new Map<RequestId, CancellationSource>();
	const listeners = subscriptions();
	let settled: Era | undefined;
	/** The names in the list that the client got last. */
	let listed: string | undefined;

	const send = (message: object) => write(`${JSON.stringify(message)}\n`);
	const notify = (method: string, params?: object) => send({ jsonrpc: '2.0', method, ...(params && { params }) });
	const refuse = (id: RequestId | undefined, error: RpcError) =>
		send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error });
	const answer = (id: RequestId, era: Era, result: object) =>
		send({
			jsonrpc: '2.0',
			id,
			result: era === 'legacy' ? result : { resultType: 'complete', ...result, _meta: { [SERVER_KEY]: serverInfo } },
		});

	function listTools(): readonly McpTool[] {
		const tools = host.listTools();
		listed = namesOf(tools);
		return tools;
	}

	function handleRequest(request: Request): void {
		const { id, method, params } = request;
		const era = eraOf(method, params, settled);
		if (typeof era === 'object') {
			refuse(id, era);
		} else if (method === 'tools/call') {
			callTool(id, era, params);
		} else if (era === 'modern') {
			handleModern(request);
		} else {
			handleLegacy(request);
		}
		// A probe alone settles nothing: a client that asks with server/discover may still choose the handshake.
		if (typeof era === 'string' && method !== 'server/discover') {
			settled = method === 'initialize' ? 'legacy' : (settled ?? era);
		}
	}

	function handleLegacy({ id, method, params }: Request): void {
		switch (method) {
			case 'initialize':
				answer(id, 'legacy', {
					protocolVersion: negotiateLegacyVersion(params['protocolVersion']),
					capabilities: CAPABILITIES,
					serverInfo,
					instructions: host.instructions,
				});
				return;
			case 'ping':
				answer(id, 'legacy', {});
				return;
			case 'tools/list':
				answer(id, 'legacy', { tools: listTools() });
				return;
			default:
				refuse(id, unknownMethod(method));
		}
	}

	function handleModern({ id, method, params }: Request): void {
		switch (method) {
			case 'server/discover':
				answer(id, 'modern', {
					supportedVersions: MODERN_VERSIONS,
					capabilities: CAPABILITIES,
					instructions: host.instructions,
					ttlMs: AN_HOUR,
					cacheScope: 'public',
				});
				return;
			case 'tools/list':
				// Not to be kept: the list follows what the person chooses in the window.
				answer(id, 'modern', { tools: listTools(), ttlMs: 0, cacheScope: 'private' });
				return;
			case 'subscriptions/listen': {
				const acknowledged = listeners.listen(id, params);
				if ('code' in acknowledged) {
					refuse(id, acknowledged);
				} else {
					notify(acknowledged.method, acknowledged.params);
				}
				return;
			}
			default:
				refuse(id, unknownMethod(method));
		}
	}

	function callTool(id: RequestId, era: Era, params: Params): void {
		const { name, arguments: input = {} } = params;
		if (typeof name !== 'string' || !isObject(input)) {
			refuse(id, {
				code: INVALID_PARAMS,
				message: 'Invalid params: a tool call needs a name, and arguments that are an object.',
			});
			return;
		}
		if (running.has(id)) {
			refuse(id, { code: INVALID_REQUEST, message: 'Invalid request: a call with this id is under way.' });
			return;
		}
		const tool = host.findTool(name);
		if (typeof tool === 'object') {
			refuse(id, { code: INVALID_PARAMS, message: tool.unknown.text, data: tool.unknown.envelope });
			return;
		}
		const signal = cancellationSource();
		running.set(id, signal);
		const onProgress = progressReporter(params, notify);
		void tool(input, { signal, ...(onProgress && { onProgress }) }).then(result => {
			running.delete(id);
			// The client has forgotten a call that it cancelled.
			if (!signal.cancelled) {
				answer(id, era, result);
			}
		});
	}

	function handleCancelled({ requestId }: Params): void {
		if (isRequestId(requestId) && !listeners.cancel(requestId)) {
			running.get(requestId)?.cancel();
		}
	}

	return {
		receive(line) {
			if (line.trim() === '') {
				return;
			}
			const message = readMessage(line);
			if (message.kind === 'request') {
				handleRequest(message);
			} else if (message.kind === 'invalid') {
				refuse(message.id, message.error);
			} else if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
				handleCancelled(message.params);
			}
		},
		refreshTools() {
			const current = listed === undefined ? undefined : namesOf(host.listTools());
			if (current === listed) {
				return;
			}
			listed = current;
			if (settled === 'legacy') {
				notify('notifications/tools/list_changed');
			}
			for (const { method, params } of listeners.toolsChanged()) {
				notify(method, params);
			}
		},
		close() {
			for (const signal of running.values()) {
				signal.cancel();
			}
			for (const id of listeners.end()) {
				const _meta = { [SUBSCRIPTION_KEY]: id, [SERVER_KEY]: serverInfo };
				send({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } });
			}
		},
	};
}

function namesOf(tools: readonly McpTool[]): string {
	return tools.map(({ name }) => name).join();
}

function unknownMethod(method: string): RpcError {
	return { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
}

/** Reports progress under the client's token, if it gave one; the figure must grow with every report. */
function progressReporter(
	params: Params,
	notify: (method: string, params: object) => void,
): ToolCallOptions['onProgress'] {
	const token = isObject(params['_meta']) ? params['_meta']['progressToken'] : undefined;
	if (!isRequestId(token)) {
		return undefined;
	}
	let last = -1;
	return ({ message, done, total }) => {
		last = done === undefined ? Math.floor(last) + 1 : done > last ? done : last + 0.001;
		notify('notifications/progress', {
			progressToken: token,
			progress: last,
			...(total !== undefined && { total }),
			message,
		});
	};
}
