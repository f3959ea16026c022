import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { buildMcpServer, type ServerFacts, serverInfo } from './build-server.ts';
import { createDirectCalls } from './direct-call.ts';
import { createMcpRoute, type McpRoute, type SessionEnded, type SessionEvents } from './mcp-route.ts';
import { createSseRoute, type SseRoute } from './sse-route.ts';

/** `/mcp` with the window's tools behind it. */
export function createToolRoute(
	runtime: Runtime,
	facts: ServerFacts,
	onError: (error: Error) => void,
	events: SessionEvents,
): McpRoute {
	const direct = createDirectCalls(runtime, serverInfo(facts.version));
	return createMcpRoute(chosen => buildMcpServer(runtime, facts, chosen), onError, { direct, ...events });
}

/** `/sse` with the same tools. */
export function createToolSseRoute(
	runtime: Runtime,
	facts: ServerFacts,
	onError: (error: Error) => void,
	onEnded: SessionEnded,
): SseRoute {
	return createSseRoute(chosen => buildMcpServer(runtime, facts, chosen), onError, onEnded);
}
