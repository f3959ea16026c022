import { Agent, request } from 'node:http';
import { createWindowServer } from '../../packages/extension/src/surfaces/http/window-server.ts';
import { createMcpRoute, type McpRoute } from '../../packages/extension/src/surfaces/mcp/mcp-route.ts';
import { buildFixtureServer } from './fixture-server.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

const route: McpRoute = createMcpRoute(
	() => buildFixtureServer({ toolsChanged() {} }).server,
	() => undefined,
);
const w = await listenOnLoopback(
	createWindowServer({
		windowId: 'w',
		token: () => 't',
		routes: [{ path: '/mcp', methods: ['POST', 'GET', 'DELETE'], answer: e => route.answer(e) }],
		onDefect: console.error,
	}),
);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const call = (headers: Record<string, string>, body: unknown) =>
	new Promise<any>((ok, no) => {
		const text = JSON.stringify(body);
		const r = request(
			{
				agent,
				host: '127.0.0.1',
				port: w.port,
				path: '/mcp',
				method: 'POST',
				headers: {
					authorization: 'Bearer t',
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
					'content-length': Buffer.byteLength(text),
					...headers,
				},
			},
			a => {
				let s = '';
				a.on('data', d => (s += d));
				a.on('end', () => ok({ a, s }));
			},
		);
		r.on('error', no);
		r.end(text);
	});
const { a } = await call(
	{},
	{
		jsonrpc: '2.0',
		id: 1,
		method: 'initialize',
		params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
	},
);
const h = { 'mcp-session-id': a.headers['mcp-session-id'], 'mcp-protocol-version': '2025-11-25' };
await call(h, { jsonrpc: '2.0', method: 'notifications/initialized' });
for (let round = 0; round < 5; round++) {
	const times: number[] = [];
	for (let i = 0; i < 2000; i++) {
		const t = performance.now();
		const { s } = await call(h, {
			jsonrpc: '2.0',
			id: i,
			method: 'tools/call',
			params: { name: 'test_simple_text', arguments: {} },
		});
		times.push(performance.now() - t);
		if (!s.includes('simple text response')) throw new Error(s);
	}
	times.sort((x, y) => x - y);
	console.log('p50', times[1000]!.toFixed(3), 'p95', times[1900]!.toFixed(3));
}
process.exit();
