import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { type ChosenView, viewOf } from '@hawser/core/contract/client-view.ts';
import { toListedTool, toMcpResult } from '@hawser/core/contract/mcp-shapes.ts';
import { recordOf, textOf } from '@hawser/core/data/plain-data.ts';
import { getPrompt, listPrompts } from '@hawser/core/recipes/mcp-prompts.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';

export interface ServerFacts {
	version: string;
	instructions: string;
	/** False for a tool that the client has another way, so that it does not get it twice. */
	lists?: (tool: { name: string }, client: string | undefined) => boolean;
}

/**
 * One MCP server for one request or one session. Built on the SDK's low-level server, so that its cost does not grow with the number of
 * tools: the runtime has checked schemas already and must keep the last word on arguments.
 */
export function buildMcpServer(
	runtime: Runtime,
	{ version, instructions, lists = () => true }: ServerFacts,
	chosen: ChosenView = {},
): Server {
	const server = new Server(serverInfo(version), {
		capabilities: { tools: { listChanged: true }, prompts: {} },
		instructions,
	});

	server.setRequestHandler('tools/list', async () => {
		const client = clientOf(server)?.name;
		const view = viewOf(client, chosen);
		await runtime.refresh();
		const listed = runtime.list(view.profile).filter(tool => lists(tool, client));
		return { tools: listed.map(tool => toListedTool(tool, view)) };
	});

	server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));

	server.setRequestHandler('prompts/get', ({ params }) => {
		const prompt = getPrompt(params.name, params.arguments);
		if ('problem' in prompt) {
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, prompt.problem);
		}
		return { ...prompt };
	});

	server.setRequestHandler('tools/call', async ({ params }, context) => {
		const { signal, notify, _meta } = context.mcpReq;
		const cancellation = createCancellation();
		signal.addEventListener('abort', cancellation.cancel, { once: true });
		const progressToken = _meta?.progressToken;
		const traceparent = textOf(recordOf(_meta)['traceparent']);
		const client = clientOf(server);
		let steps = 0;
		const reply = await runtime.invoke(params.name, params.arguments ?? {}, {
			surface: 'mcp',
			...(context.sessionId !== undefined && { agent: context.sessionId }),
			...(client && { client }),
			...(traceparent !== undefined && { traceparent }),
			signal: cancellation,
			progress({ message, done, total }) {
				if (progressToken !== undefined) {
					const progress = done ?? ++steps;
					const notification = { progressToken, message, progress, ...(total !== undefined && { total }) };
					// A client that has gone away cannot be told of progress; the call itself is cancelled by its signal.
					notify({ method: 'notifications/progress', params: notification }).catch(() => undefined);
				}
			},
		});
		signal.removeEventListener('abort', cancellation.cancel);
		const tool = runtime.find(params.name, params.arguments);
		if (!tool) {
			// The specification wants an unknown tool as a protocol error; the envelope goes along as data.
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, reply.text, reply.envelope);
		}
		return { ...toMcpResult(reply, tool, viewOf(client?.name, chosen)) };
	});
	return server;
}

/** What the client says of itself: in the handshake, or in each request. */
export function clientOf(server: Server): AgentClaim | undefined {
	// The only accessor that knows the client in both eras.
	// oxlint-disable-next-line typescript/no-deprecated
	return readAgentClaim(server.getClientVersion());
}

/** The server's name and version, the same in every era of the protocol. */
export function serverInfo(version: string): { name: string; title: string; version: string } {
	return { name: 'hawser', title: 'Hawser', version };
}
