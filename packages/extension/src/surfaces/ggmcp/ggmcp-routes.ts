import type { Exchange, Route } from '../http/window-server.ts';
import type { GgmcpAnswers } from './ggmcp-answers.ts';

const HINT =
	'To let every program on this machine in without a token, the user can set hawser.ggmcp.requireToken to false.';

interface GgmcpRouteOptions {
	/** Both are loaded by the first request. */
	answers: () => Promise<GgmcpAnswers>;
	jsonRpc: () => Promise<(exchange: Exchange) => Promise<void>>;
	requireToken: () => boolean;
}

/** ggMCP's endpoints below /mcp, which itself is MCP, and the root, where its later versions answer. */
export function ggmcpRoutes({ answers, jsonRpc, requireToken }: GgmcpRouteOptions): readonly Route[] {
	const withoutToken = { allowed: () => !requireToken(), hint: HINT };
	const route = (methods: readonly string[], path: string, endpoint: keyof GgmcpAnswers): Route => ({
		path,
		methods,
		emptyBody: '{}',
		withoutToken,
		answer: async (exchange: Exchange) => (await answers())[endpoint](exchange),
	});
	return [
		route(['GET', 'POST'], '/mcp/initialize', 'initialize'),
		route(['GET', 'POST'], '/mcp/status', 'status'),
		route(['GET'], '/mcp/list_tools', 'listTools'),
		route(['POST'], '/mcp/:tool', 'callTool'),
		{ path: '/', methods: ['POST'], withoutToken, answer: async exchange => (await jsonRpc())(exchange) },
	];
}
