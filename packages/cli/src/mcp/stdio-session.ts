import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import {
	type Era,
	INVALID_PARAMS,
	isRequestId,
	METHOD_NOT_FOUND,
	MODERN_VERSION,
	SUBSCRIPTION_KEY,
} from '@hawser/core/contract/mcp-protocol.ts';
import type { McpTool } from '@hawser/core/contract/mcp-shapes.ts';
import { isDynamicName } from '@hawser/core/contract/names.ts';
import { getPrompt, listPrompts } from '@hawser/core/recipes/mcp-prompts.ts';
import { type Params, type Request, type RpcError, readMessage } from './json-rpc.ts';
import { type Outgoing, outgoing } from './outgoing.ts';
import { clientOf, eraOf, negotiateLegacyVersion } from './protocol-eras.ts';
import { type Subscriptions, subscriptions } from './subscriptions.ts';
import { type ToolCalls, toolCalls } from './tool-calls.ts';
import type { ToolHost } from './tool-host.ts';

const AN_HOUR = 3_600_000;

/**
 * MCP over one connection, in both eras. Written by hand: the SDK takes 60 ms to load and 0.16 ms for a call, more than all
 * the rest together.
 */
export class StdioSession {
	readonly #host: ToolHost;
	readonly #introduced: (client: AgentClaim) => void;
	/** The part of the first answer that is the same in both eras. */
	readonly #introduction: object;
	readonly #client: Outgoing;
	readonly #calls: ToolCalls;
	readonly #listeners: Subscriptions = subscriptions();
	#settled: Era | undefined;
	/** What the client said of itself in the handshake. */
	#greetedBy: AgentClaim | undefined;
	/** The client of the latest list: told when it would get another one. */
	#listedTo: string | undefined;
	/** The list that the client got last, in short. */
	#listed: string | undefined;

	constructor(
		host: ToolHost,
		write: (line: string) => void,
		introduced: (client: AgentClaim) => void = () => undefined,
	) {
		this.#host = host;
		this.#introduced = introduced;
		const { serverInfo, listChanged, instructions, prompts } = host;
		this.#introduction = {
			capabilities: { tools: { listChanged }, ...(prompts && { prompts: {} }) },
			...(instructions !== undefined && { instructions }),
		};
		this.#client = outgoing(write, serverInfo);
		this.#calls = toolCalls(host, this.#client);
	}

	/** Takes one line from the client. */
	receive(line: string): void {
		if (line.trim() === '') {
			return;
		}
		const message = readMessage(line);
		if (message.kind === 'request') {
			this.#handle(message);
		} else if (message.kind === 'invalid') {
			this.#client.refuse(message.id, message.error);
		} else if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
			this.#cancel(message.params);
		}
	}

	/** Tells the client, in the way of its era, when the list of tools is not the one any more that it got. */
	refreshTools(): void {
		if (this.#listed !== undefined) {
			this.#withTools(this.#listedTo, tools => this.#tellOfChange(inShort(tools)));
		}
	}

	#tellOfChange(current: string): void {
		if (current === this.#listed) {
			return;
		}
		this.#listed = current;
		if (this.#settled === 'legacy') {
			this.#client.notify('notifications/tools/list_changed');
		}
		for (const { method, params } of this.#listeners.toolsChanged()) {
			this.#client.notify(method, params);
		}
	}

	/** Cancels what is under way; calls are not answered any more. */
	close(): void {
		this.#calls.cancelAll();
		for (const id of this.#listeners.end()) {
			this.#client.answer(id, 'modern', {}, { [SUBSCRIPTION_KEY]: id });
		}
	}

	#handle(request: Request): void {
		const { id, method, params } = request;
		const era = eraOf(method, params, this.#settled);
		if (typeof era === 'object') {
			this.#client.refuse(id, era);
			return;
		}
		if (method === 'initialize') {
			this.#greetedBy = clientOf(params);
		}
		// A request of the modern era speaks for itself: what an earlier one said must not change its answer.
		const client = era === 'modern' ? clientOf(params) : this.#greetedBy;
		if (client) {
			this.#introduced(client);
		}
		if (this.#host.prompts && method.startsWith('prompts/')) {
			this.#handlePrompts(request, era);
		} else if (method === 'tools/call') {
			this.#calls.start(id, era, params, client);
		} else if (era === 'modern') {
			this.#handleModern(request, client?.name);
		} else {
			this.#handleLegacy(request, client?.name);
		}
		// A probe alone settles nothing: a client that asks with server/discover may still choose the handshake.
		if (method !== 'server/discover') {
			this.#settled = method === 'initialize' ? 'legacy' : (this.#settled ?? era);
		}
	}

	#handleLegacy({ id, method, params }: Request, client: string | undefined): void {
		switch (method) {
			case 'initialize':
				this.#client.answer(id, 'legacy', {
					protocolVersion: negotiateLegacyVersion(params['protocolVersion']),
					serverInfo: this.#host.serverInfo,
					...this.#introduction,
				});
				return;
			case 'ping':
				this.#client.answer(id, 'legacy', {});
				return;
			case 'tools/list':
				this.#listTools(client, tools => this.#client.answer(id, 'legacy', { tools }));
				return;
			default:
				this.#client.refuse(id, unknownMethod(method));
		}
	}

	#handleModern({ id, method, params }: Request, client: string | undefined): void {
		switch (method) {
			case 'server/discover':
				this.#client.answer(id, 'modern', {
					supportedVersions: [MODERN_VERSION],
					...this.#introduction,
					ttlMs: AN_HOUR,
					cacheScope: 'public',
				});
				return;
			case 'tools/list':
				// Not to be kept: the list follows what the user chooses in the window.
				this.#listTools(client, tools => this.#client.answer(id, 'modern', { tools, ttlMs: 0, cacheScope: 'private' }));
				return;
			case 'subscriptions/listen': {
				const acknowledged = this.#listeners.listen(id, params);
				if ('code' in acknowledged) {
					this.#client.refuse(id, acknowledged);
				} else {
					this.#client.notify(acknowledged.method, acknowledged.params);
				}
				return;
			}
			default:
				this.#client.refuse(id, unknownMethod(method));
		}
	}

	#handlePrompts({ id, method, params }: Request, era: Era): void {
		if (method === 'prompts/list') {
			const kept = era === 'modern' && { ttlMs: AN_HOUR, cacheScope: 'public' };
			this.#client.answer(id, era, { prompts: listPrompts(), ...kept });
			return;
		}
		const prompt = method === 'prompts/get' ? getPrompt(params['name'], params['arguments']) : undefined;
		if (prompt === undefined) {
			this.#client.refuse(id, unknownMethod(method));
		} else if ('problem' in prompt) {
			this.#client.refuse(id, { code: INVALID_PARAMS, message: prompt.problem });
		} else {
			this.#client.answer(id, era, prompt);
		}
	}

	#listTools(client: string | undefined, answer: (tools: readonly McpTool[]) => void): void {
		this.#withTools(client, tools => {
			this.#listedTo = client;
			this.#listed = inShort(tools);
			answer(tools);
		});
	}

	/** At once where nobody has to be asked, so that answers keep the order of the questions. */
	#withTools(client: string | undefined, use: (tools: readonly McpTool[]) => void): void {
		const tools = this.#host.listTools(client);
		if (tools instanceof Promise) {
			void tools.then(use);
		} else {
			use(tools);
		}
	}

	#cancel({ requestId }: Params): void {
		if (isRequestId(requestId) && !this.#listeners.cancel(requestId)) {
			this.#calls.cancel(requestId);
		}
	}
}

/** Built-in tools stay as they are; those of a window may change under the same name. */
function inShort(tools: readonly McpTool[]): string {
	return tools.map(tool => (isDynamicName(tool.name) ? JSON.stringify(tool) : tool.name)).join();
}

function unknownMethod(method: string): RpcError {
	return { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
}
