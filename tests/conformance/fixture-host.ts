import { randomUUID } from 'node:crypto';
import { createWindowServer } from '../../packages/extension/src/surfaces/http/window-server.ts';
import { createMcpRoute, type McpRoute } from '../../packages/extension/src/surfaces/mcp/mcp-route.ts';
import { buildFixtureServer } from './fixture-server.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { startTokenProxy } from './token-proxy.ts';

export interface FixtureHost {
	url: string;
	/** Failures that the HTTP server could tell nobody else; a healthy run leaves it empty. */
	defects: readonly unknown[];
	close(): Promise<void>;
}

/** The product's own HTTP server, guards, sessions and eras, with the tools of the suite in place of Hawser's. */
export async function startFixtureHost(): Promise<FixtureHost> {
	const token = randomUUID();
	const defects: unknown[] = [];
	const route: McpRoute = createMcpRoute(
		() => buildFixtureServer(() => route.toolsChanged()).server,
		// The suite sends bad requests on purpose; that they were refused is not a failure.
		() => undefined,
	);
	const server = createWindowServer({
		windowId: randomUUID(),
		token: () => token,
		routes: [{ path: '/mcp', methods: ['POST', 'GET', 'DELETE'], answer: exchange => route.answer(exchange) }],
		onDefect: cause => void defects.push(cause),
	});
	const window = await listenOnLoopback(server);
	const proxy = await startTokenProxy(window.port, token);
	return {
		url: `http://127.0.0.1:${proxy.port}/mcp`,
		defects,
		async close() {
			await proxy.close();
			await route.close();
			await window.close();
		},
	};
}
