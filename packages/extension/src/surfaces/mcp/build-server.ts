import { toMcpResult, toMcpTool } from '@hawser/core/contract/mcp-shapes.ts';
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
export function buildMcpServer(runtime: Runtime, { version, instructions, lists = () => true }: ServerFacts): Server {
	const server = new Server(serverInfo(version), { capabilities: { tools: { listChanged: true } }, instructions });

	server.setRequestHandler('tools/list', async () => {
		// The only accessor that knows the client in both eras.
		// eslint-disable-next-line @typescript-eslint/no-deprecated
		const client = server.getClientVersion()?.name;
		await runtime.refresh();
		const listed = runtime.list().filter(tool => lists(tool, client));
		return { tools: listed.map(toMcpTool) };
	});

	server.setRequestHandler('tools/call', async ({ params }, context) => {
		const { signal, notify, _meta } = context.mcpReq;
		const cancellation = createCancellation();
		signal.addEventListener('abort', cancellation.cancel, { once: true });
		const progressToken = _meta?.progressToken;
		let steps = 0;
		const reply = await runtime.invoke(params.name, params.arguments ?? {}, {
			surface: 'mcp',
			...(context.sessionId !== undefined && { agent: context.sessionId }),
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
		const tool = runtime.find(params.name);
		if (!tool) {
			// The specification wants an unknown tool as a protocol error; the envelope goes along as data.
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, reply.text, reply.envelope);
		}
		return { ...toMcpResult(reply, tool) };
	});
	return server;
}

/** The server's name and version, the same in every era of the protocol. */
export function serverInfo(version: string): { name: string; title: string; version: string } {
	return { name: 'hawser', title: 'Hawser', version };
}
