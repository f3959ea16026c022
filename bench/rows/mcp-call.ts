import { createPoster, type Poster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { compare } from '../statistics.ts';
import { INITIALIZE } from '../stdio-session.ts';
import type { WindowUnderTest } from '../window-under-test.ts';

const ACCEPT = { accept: 'application/json, text/event-stream' };
const PREFIX = 'io.modelcontextprotocol';

/** The older era: a session is opened once, and each call carries its id. */
async function legacyClient({ entry }: WindowUnderTest): Promise<{ poster: Poster; body: string }> {
	const headers = { ...ACCEPT, authorization: `Bearer ${entry.token}` };
	const response = await fetch(`http://127.0.0.1:${entry.port}/mcp`, {
		method: 'POST',
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE }),
	});
	await response.text();
	const session = {
		'mcp-session-id': response.headers.get('mcp-session-id') ?? '',
		'mcp-protocol-version': INITIALIZE.protocolVersion,
	};
	return { poster: createPoster(entry.port, '/mcp', { ...headers, ...session }), body: toolCall({}) };
}

/** The stateless era: each call says everything itself. */
function modernClient({ entry }: WindowUnderTest): { poster: Poster; body: string } {
	const version = '2026-07-28';
	const poster = createPoster(entry.port, '/mcp', {
		...ACCEPT,
		authorization: `Bearer ${entry.token}`,
		'mcp-protocol-version': version,
		'mcp-method': 'tools/call',
		'mcp-name': 'window_status',
	});
	const meta = {
		[`${PREFIX}/protocolVersion`]: version,
		[`${PREFIX}/clientCapabilities`]: {},
		[`${PREFIX}/clientInfo`]: INITIALIZE.clientInfo,
	};
	return { poster, body: toolCall({ _meta: meta }) };
}

function toolCall(extra: object): string {
	const params = { name: 'window_status', arguments: {}, ...extra };
	return JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
}

function mcpCall(name: string, era: string, connect: typeof legacyClient | typeof modernClient): Benchmark {
	return {
		name,
		async run(window) {
			const open = await window();
			const bare = createPoster(open.barePort, '/');
			const { poster, body } = await connect(open);
			const answer = await poster.post(body);
			if (!answer.includes('"ok":true')) {
				throw new Error(`The call did not succeed: ${answer}`);
			}
			const { ours, base, ratio } = await compare(
				2000,
				500,
				() => poster.post(body),
				() => bare.post('{}'),
			);
			bare.close();
			poster.close();
			return {
				name,
				title: `Call of window_status over /mcp (${era}), against a bare loopback request to the same extension host`,
				value: ratio,
				bar: 2,
				unit: 'x',
				detail: `p50 ${ours.toFixed(3)} ms against ${base.toFixed(3)} ms`,
			};
		},
	};
}

export const mcpCallLegacy = mcpCall('mcp-call-session', 'session-based era', legacyClient);
export const mcpCallModern = mcpCall('mcp-call-stateless', 'stateless era', modernClient);
