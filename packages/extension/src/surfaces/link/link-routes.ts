import type { ServerResponse } from 'node:http';
import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { DYNAMIC_THINGS } from '@hawser/core/contract/names.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import type { Surface } from '@hawser/core/runtime/call-log.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { CODEX_CONTEXT_PATH, type WindowHealth } from '@hawser/link/ask-window.ts';
import { DYNAMIC_TOOLS_PATH } from '@hawser/link/dynamic-tools.ts';
import { cancelledWhenGone } from '../http/client-gone.ts';
import { sendJson, sendRefusal } from '../http/refusal.ts';
import type { Exchange, Route } from '../http/window-server.ts';
import { callLogRoutes, type LoggedCalls } from './call-log-routes.ts';
import { type AgentGreeted, connectedRoute } from './connected-route.ts';
import { writtenRoute } from './written-route.ts';

export interface LinkOptions {
	runtime: () => Promise<Runtime>;
	health: () => WindowHealth;
	/** The calls of this window, for `hawser log`. */
	calls: LoggedCalls;
	/** An agent says, by a hook, that it has just written the file. */
	wrote: (file: string, client: string) => Promise<void>;
	/** An agent is there that has not called yet. */
	greeted: AgentGreeted;
	/** What Codex gets from this window, for the window that it has asked. */
	codexContext: (workspaceRoot: string) => Promise<object | undefined>;
}

/** The routes by which the CLI and other windows call this one: JSON in, NDJSON out. */
export function linkRoutes({ runtime, health, calls, wrote, greeted, codexContext }: LinkOptions): readonly Route[] {
	return [
		{
			path: '/health',
			methods: ['GET'],
			answer: ({ response, common }) => sendJson(response, 200, { ok: true, ...health() }, common),
		},
		{
			path: '/tools',
			methods: ['GET'],
			async answer({ response, common }) {
				const { refresh, list } = await runtime();
				await refresh();
				sendJson(response, 200, { version: health().version, tools: list() }, common);
			},
		},
		{
			path: DYNAMIC_TOOLS_PATH,
			methods: ['GET'],
			async answer({ response, common }) {
				const { refresh, list } = await runtime();
				await refresh();
				sendJson(response, 200, { tools: list('searching', selectToolsets(DYNAMIC_THINGS)) }, common);
			},
		},
		...callLogRoutes(calls),
		writtenRoute(wrote),
		connectedRoute(greeted),
		{
			path: CODEX_CONTEXT_PATH,
			methods: ['GET'],
			async answer({ request, response, common }) {
				const query = new URLSearchParams(request.url?.split('?')[1]);
				const ideContext = await codexContext(query.get('workspaceRoot') ?? '');
				sendJson(response, 200, { ok: true, ...(ideContext && { ideContext }) }, common);
			},
		},
		{
			path: '/call',
			methods: ['POST'],
			async answer(exchange) {
				await answerCall(exchange, await runtime());
			},
		},
	];
}

const NDJSON = 'application/x-ndjson';

async function answerCall({ response, body, common }: Exchange, runtime: Runtime): Promise<void> {
	const call = readCall(body);
	if (!call) {
		const message = 'The body must be a JSON object with "tool" (a string) and "input" (an object).';
		sendRefusal(response, '/call', { status: 400, code: 'E_INVALID_REQUEST', message });
		return;
	}
	const reply = await runtime.invoke(call.tool, call.input, {
		surface: call.surface,
		signal: cancelledWhenGone(response),
		progress: progress => sendProgress(response, common, progress),
		...(call.requestId !== undefined && { requestId: call.requestId }),
		...(call.agent !== undefined && { agent: call.agent }),
		...(call.client && { client: call.client }),
		...(call.traceparent !== undefined && { traceparent: call.traceparent }),
		...(call.timeout !== undefined && { timeout: call.timeout }),
		...(call.defaultTimeout !== undefined && { defaultTimeout: call.defaultTimeout }),
	});
	const line = `${JSON.stringify({ reply })}\n`;
	if (!response.headersSent) {
		response.writeHead(200, { ...common, 'content-type': NDJSON, 'content-length': Buffer.byteLength(line) });
	}
	response.end(line);
}

function sendProgress(response: ServerResponse, common: Exchange['common'], progress: Progress): void {
	if (!response.headersSent) {
		response.writeHead(200, { ...common, 'content-type': NDJSON });
	}
	response.write(`${JSON.stringify({ progress })}\n`);
}

const SURFACES: readonly Surface[] = ['stdio', 'cli', 'forward'];

interface LinkCall {
	tool: string;
	input: unknown;
	surface: Surface;
	requestId?: string;
	agent?: string;
	client?: AgentClaim;
	traceparent?: string;
	timeout?: number;
	defaultTimeout?: number;
}

function readCall(body: unknown): LinkCall | undefined {
	if (typeof body !== 'object' || body === null || !('tool' in body) || typeof body.tool !== 'string') {
		return undefined;
	}
	const client = 'client' in body ? readAgentClaim(body.client) : undefined;
	const given = 'surface' in body ? body.surface : undefined;
	return {
		tool: body.tool,
		input: 'input' in body ? body.input : {},
		surface: SURFACES.find(surface => surface === given) ?? 'cli',
		...('requestId' in body && typeof body.requestId === 'string' && { requestId: body.requestId }),
		...('agent' in body && typeof body.agent === 'string' && { agent: body.agent }),
		...(client && { client }),
		...('traceparent' in body && typeof body.traceparent === 'string' && { traceparent: body.traceparent }),
		...('timeout' in body && isPositive(body.timeout) && { timeout: body.timeout }),
		...('defaultTimeout' in body && isPositive(body.defaultTimeout) && { defaultTimeout: body.defaultTimeout }),
	};
}

function isPositive(value: unknown): value is number {
	return typeof value === 'number' && value > 0;
}
