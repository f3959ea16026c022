import { dialectTools } from '@hawser/core/contract/dialect-tools.ts';
import type { Manifest } from '@hawser/core/contract/manifest.ts';
import type { DialectName } from '@hawser/core/dialects/dialect-names.ts';
import { dialectFormats } from '@hawser/core/dialects/formats.ts';
import { unknownTool } from '@hawser/core/input/unknown-tool.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { clientOf } from './build-server.ts';
import { createMcpRoute, type McpRoute, type SessionEnded } from './mcp-route.ts';

interface DialectRouteOptions {
	runtime: Runtime;
	manifest: Manifest;
	onError: (error: Error) => void;
	onEnded: SessionEnded;
}

/** MCP over HTTP with the tools of another system and no others, as `hawser mcp --dialect` serves them over stdio. */
export function createDialectRoute(
	dialect: DialectName,
	{ runtime, manifest, onError, onEnded }: DialectRouteOptions,
): McpRoute {
	const format = dialectFormats[dialect];
	const tools = dialectTools(dialect, format, manifest);
	/** The window already is that of a project, so that nobody has to name it. */
	const listed = () => tools.list(() => true);

	const build = (): Server => {
		const server = new Server(format.server, { capabilities: { tools: {} } });
		server.setRequestHandler('tools/list', () => ({ tools: [...listed()] }));
		server.setRequestHandler(
			'tools/call',
			async ({ params: { name, arguments: input = {} } }, { mcpReq, sessionId }) => {
				if (tools.answeringTool(name) === undefined) {
					throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, tools.names).message);
				}
				const cancellation = createCancellation();
				mcpReq.signal.addEventListener('abort', cancellation.cancel, { once: true });
				const client = clientOf(server);
				const reply = await runtime.invoke(name, input, {
					surface: 'mcp',
					...(sessionId !== undefined && { agent: sessionId }),
					...(client && { client }),
					signal: cancellation,
				});
				mcpReq.signal.removeEventListener('abort', cancellation.cancel);
				return { ...tools.result(name, input, reply) };
			},
		);
		return server;
	};
	return createMcpRoute(build, onError, { onEnded });
}
