import type { Exchange, Route } from '../http/window-server.ts';
import type { GgmcpAnswers } from './ggmcp-answers.ts';

const HINT =
	'To let every program on this machine in without a token, the user can set hawser.ggmcp.requireToken to false.';

/** ggMCP's endpoints below /mcp, which itself is MCP. What answers them is loaded by the first request. */
export function ggmcpRoutes(answers: () => Promise<GgmcpAnswers>, requireToken: () => boolean): readonly Route[] {
	const route = (methods: readonly string[], path: string, endpoint: keyof GgmcpAnswers): Route => ({
		path,
		methods,
		emptyBody: '{}',
		withoutToken: { allowed: () => !requireToken(), hint: HINT },
		answer: async (exchange: Exchange) => (await answers())[endpoint](exchange),
	});
	return [
		route(['GET', 'POST'], '/mcp/initialize', 'initialize'),
		route(['GET', 'POST'], '/mcp/status', 'status'),
		route(['GET'], '/mcp/list_tools', 'listTools'),
		route(['POST'], '/mcp/:tool', 'callTool'),
	];
}
