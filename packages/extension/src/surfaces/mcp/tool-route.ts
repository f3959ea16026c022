import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { buildMcpServer, type ServerFacts, serverInfo } from './build-server.ts';
import { createDirectCalls } from './direct-call.ts';
import { createMcpRoute, type McpRoute } from './mcp-route.ts';
import { createSseRoute, type SseRoute } from './sse-route.ts';

/** `/mcp` with the window's tools behind it. */
export function createToolRoute(runtime: Runtime, facts: ServerFacts, onError: (error: Error) => void): McpRoute {
	const direct = createDirectCalls(runtime, serverInfo(facts.version));
	return createMcpRoute(() => buildMcpServer(runtime, facts), onError, direct);
}

/** `/sse` and `/messages` with the same tools. */
export function createSseToolRoute(runtime: Runtime, facts: ServerFacts, onError: (error: Error) => void): SseRoute {
	return createSseRoute(() => buildMcpServer(runtime, facts), onError);
}
