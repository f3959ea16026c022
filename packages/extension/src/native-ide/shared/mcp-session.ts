import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import {
	INVALID_PARAMS,
	INVALID_REQUEST,
	LEGACY_VERSIONS,
	METHOD_NOT_FOUND,
} from '@hawser/core/contract/mcp-protocol.ts';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { type PlainData, recordOf, textOf } from '@hawser/core/data/plain-data.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { createRpcPeer, RpcError, type RpcPeer } from './json-rpc.ts';

/** A tool of an agent's own protocol. The agent's program calls it, and shows few of them to its model; none is a tool of Hawser. */
export interface IdeTool {
	name: string;
	description: string;
	/** JSON Schema of its arguments, by name. */
	properties: Readonly<Record<string, object>>;
	required?: readonly string[];
	/** The texts of the answer. A failure is thrown. */
	call(input: PlainData, signal: Cancellation): Promise<readonly string[]>;
}

export interface McpSessionOptions {
	version: string;
	tools: readonly IdeTool[];
	/** The agent has said who it is. */
	introduced(claim: AgentClaim | undefined): void;
	/** The agent is ready for notifications. */
	initialized(): void;
	notified?(method: string, params: PlainData): void;
}

/** For who asks for none of the revisions with a handshake; in all of them it is the same, as are tools and notifications. */
const USUAL_REVISION: (typeof LEGACY_VERSIONS)[number] = '2025-06-18';

/**
 * The few messages of MCP that agents' own protocols consist of. Hawser's MCP surface is not used for it: that one carries the tools of
 * Hawser, and nothing of these may ever be reached from here.
 */
export function createMcpSession(options: McpSessionOptions): RpcPeer {
	const { version, tools, introduced, initialized, notified } = options;
	/** Whom the user has sent away is known by name, so that nobody is served without one. */
	let isIntroduced = false;

	function initialize(params: PlainData): object {
		isIntroduced = true;
		introduced(readAgentClaim(params['clientInfo']));
		const asked = textOf(params['protocolVersion']);
		return {
			protocolVersion: LEGACY_VERSIONS.find(revision => revision === asked) ?? USUAL_REVISION,
			capabilities: { tools: {}, logging: {} },
			serverInfo: { name: 'hawser', title: 'Hawser', version },
		};
	}

	async function call(params: PlainData, signal: Cancellation): Promise<object> {
		const tool = tools.find(({ name }) => name === params['name']);
		if (!tool) {
			throw new RpcError(INVALID_PARAMS, `There is no tool ${JSON.stringify(params['name'] ?? '')} here.`);
		}
		try {
			const texts = await tool.call(recordOf(params['arguments']), signal);
			return { content: texts.map(text => ({ type: 'text', text })) };
		} catch (cause) {
			if (cause instanceof RpcError) {
				throw cause;
			}
			return { content: [{ type: 'text', text: messageOf(cause) }], isError: true };
		}
	}

	return createRpcPeer({
		async request(method, params, signal) {
			switch (method) {
				case 'initialize':
					return initialize(params);
				case 'ping':
				case 'logging/setLevel':
					return {};
				case 'tools/list':
					return { tools: tools.map(describeTool) };
				case 'tools/call':
					if (!isIntroduced) {
						throw new RpcError(INVALID_REQUEST, 'The first message is "initialize".');
					}
					return call(params, signal);
				default:
					throw new RpcError(METHOD_NOT_FOUND, `There is no ${method} here.`);
			}
		},
		notified(method, params) {
			if (!isIntroduced) {
				return;
			}
			if (method === 'notifications/initialized') {
				initialized();
			}
			notified?.(method, params);
		},
	});
}

/** An argument that has to be there, as text. */
export function requiredText(input: PlainData, name: string): string {
	const text = textOf(input[name]);
	if (text === undefined) {
		throw new RpcError(INVALID_PARAMS, `"${name}" must be a string.`);
	}
	return text;
}

function describeTool({ name, description, properties, required = [] }: IdeTool): object {
	return { name, description, inputSchema: { type: 'object', properties, required } };
}
