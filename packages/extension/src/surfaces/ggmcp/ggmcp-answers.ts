import type { ServerResponse } from 'node:http';
import { formatReply, withoutProjectRoot } from '@hawser/core/contract/dialect-format.ts';
import type { Reply } from '@hawser/core/contract/envelope.ts';
import { INTERNAL_ERROR } from '@hawser/core/contract/mcp-protocol.ts';
import { recordsOf, textOf } from '@hawser/core/data/plain-data.ts';
import { answerPaths } from '@hawser/core/dialects/ggmcp/absolute-paths.ts';
import { ggmcp } from '@hawser/core/dialects/ggmcp/ggmcp.ts';
import { ggmcpFormat } from '@hawser/core/dialects/ggmcp/ggmcp-format.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { cancelledWhenGone } from '../http/client-gone.ts';
import { sendJson } from '../http/refusal.ts';
import type { Exchange } from '../http/window-server.ts';
import { requestArguments, requestId } from './request-arguments.ts';

type Endpoint = (exchange: Exchange) => Promise<void> | void;

export interface GgmcpAnswers {
	initialize: Endpoint;
	status: Endpoint;
	listTools: Endpoint;
	callTool: Endpoint;
}

/** Programs read these answers whole: a file that came in part would be written back in part. */
const BUDGET = 4 * 1024 * 1024;

/** The bodies of ggMCP's interface document. A tool that fails answers with 200, as there; `note` is ours and rare. */
export function createGgmcpAnswers(runtime: Runtime): GgmcpAnswers {
	const invoke = (tool: string, input: unknown, response: ServerResponse, budget?: number) => {
		const signal = cancelledWhenGone(response);
		return runtime.invoke(tool, input, { surface: 'rest', signal, ...(budget !== undefined && { budget }) });
	};

	const tellEnvironment = async (
		{ body, response, common }: Exchange,
		tell: (environment: Environment, openFiles: readonly string[]) => Record<string, unknown>,
	): Promise<void> => {
		const id = requestId(body);
		const { envelope } = await invoke('window_status', {}, response);
		if (!envelope.ok) {
			const { code, message } = envelope.error;
			const error = { code: INTERNAL_ERROR, message: `[${code}] ${message}` };
			sendJson(response, 200, { jsonrpc: '2.0', id, error }, common);
			return;
		}
		const { data } = envelope;
		const folders = recordsOf(data['folders']).map(({ name, path }) => ({ name: String(name), path: String(path) }));
		const { absolute } = answerPaths(folders);
		const workspaceRoot = folders[0]?.path ?? '';
		const activeFile = textOf(data['activeFile']);
		const environment = {
			workspaceRoot,
			activeFile: activeFile === undefined ? '' : absolute(activeFile),
			currentDirectory: workspaceRoot,
		};
		const openFiles = recordsOf(data['openFiles']).map(({ path }) => absolute(String(path)));
		sendJson(response, 200, { jsonrpc: '2.0', id, result: tell(environment, openFiles) }, common);
	};

	return {
		initialize: exchange =>
			tellEnvironment(exchange, environment => ({
				protocolVersion: '2024-11-05',
				capabilities: { tools: { listChanged: true }, resources: {} },
				serverInfo: ggmcpFormat.server,
				environment,
			})),
		status: exchange =>
			tellEnvironment(exchange, (environment, openFiles) => ({
				status: 'running',
				environment: { ...environment, openFiles },
			})),
		listTools({ response, common }) {
			const tools = ggmcp.names.map(({ name, description, inputJsonSchema }) => ({
				name,
				description,
				inputSchema: withoutProjectRoot(inputJsonSchema),
			}));
			sendJson(response, 200, tools, common);
		},
		async callTool({ parameters, body, response, common }) {
			const { tool = '' } = parameters;
			const known = ggmcp.names.map(({ name }) => name);
			const input = requestArguments(body);
			if (!known.includes(tool)) {
				const { status, answer } = ownAnswer(await invoke(tool, input, response));
				sendJson(response, status, answer, common);
				return;
			}
			const given = typeof input === 'object' ? { ...input } : {};
			const formatted = formatReply(ggmcpFormat, tool, given, await invoke(tool, input, response, BUDGET));
			if ('failure' in formatted) {
				sendJson(response, 200, { status: null, error: ggmcpFormat.failure(formatted.failure, tool) }, common);
				return;
			}
			const { value, note } = formatted.answer;
			sendJson(response, 200, { status: value, error: null, ...(note !== undefined && { note }) }, common);
		},
	};
}

/** Every other tool can be called this way as well, and answers as over all other ways in. */
function ownAnswer({ envelope, text }: Reply): { status: number; answer: object } {
	if (envelope.ok) {
		return { status: 200, answer: { status: envelope.data, error: null, envelope, text } };
	}
	const { code, message } = envelope.error;
	return code === 'E_UNKNOWN_TOOL'
		? { status: 404, answer: { status: null, error: message, envelope, text } }
		: { status: 200, answer: { status: null, error: text, envelope, text } };
}

interface Environment {
	workspaceRoot: string;
	activeFile: string;
	currentDirectory: string;
}
