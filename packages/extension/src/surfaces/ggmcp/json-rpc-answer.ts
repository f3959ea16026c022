import { dialectTools } from '@hawser/core/contract/dialect-tools.ts';
import type { Manifest } from '@hawser/core/contract/manifest.ts';
import { INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND } from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { ggmcpLaterFormat } from '@hawser/core/dialects/ggmcp/ggmcp-later-format.ts';
import { unknownTool } from '@hawser/core/input/unknown-tool.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { cancelledWhenGone } from '../http/client-gone.ts';
import { sendJson } from '../http/refusal.ts';
import type { Exchange } from '../http/window-server.ts';

/** As many characters of a file as ggMCP gives unless asked for another number. */
const BUDGET = 100_000;

type Outcome = { result: object } | { error: { code: number; message: string } };

const failed = (code: number, message: string): Outcome => ({ error: { code, message } });

/**
 * `POST /`, where ggMCP from 1.2 on answers: JSON-RPC with the methods of MCP, one request at a time, without sessions or
 * streams. Errors of the protocol come with status 200, as there.
 */
export function createJsonRpcAnswer(runtime: Runtime, manifest: Manifest): (exchange: Exchange) => Promise<void> {
	const tools = dialectTools('ggmcp-1.2', ggmcpLaterFormat, manifest);

	const callTool = async (params: unknown, { response }: Exchange): Promise<Outcome> => {
		const { name, arguments: input = {} } = isRecord(params) ? params : {};
		if (typeof name !== 'string' || !isRecord(input)) {
			return failed(INVALID_PARAMS, 'tools/call needs "name", and "arguments" as an object.');
		}
		if (tools.answeringTool(name) === undefined) {
			return failed(INVALID_PARAMS, unknownTool(name, tools.names).message);
		}
		const signal = cancelledWhenGone(response);
		const reply = await runtime.invoke(name, input, { surface: 'rest', signal, budget: BUDGET });
		return { result: tools.result(name, input, reply) };
	};

	const answer = async ({ method, params }: Record<string, unknown>, exchange: Exchange): Promise<Outcome> => {
		switch (method) {
			case 'initialize':
				return {
					result: {
						protocolVersion: '2024-11-05',
						capabilities: { tools: { listChanged: true } },
						serverInfo: ggmcpLaterFormat.server,
					},
				};
			case 'ping':
				return { result: {} };
			case 'tools/list':
				return { result: { tools: tools.list(() => true) } };
			case 'tools/call':
				return callTool(params, exchange);
			default:
				return failed(METHOD_NOT_FOUND, `There is no method ${JSON.stringify(method)}.`);
		}
	};

	return async exchange => {
		const { body, response, common } = exchange;
		const send = (id: unknown, outcome: Outcome) => sendJson(response, 200, { jsonrpc: '2.0', id, ...outcome }, common);
		if (!isRecord(body) || body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string') {
			send(null, failed(INVALID_REQUEST, 'The body must be one JSON-RPC 2.0 request.'));
		} else if (body['id'] === undefined) {
			// A notification, which has no answer.
			response.writeHead(200, common).end();
		} else {
			send(body['id'], await answer(body, exchange));
		}
	};
}
