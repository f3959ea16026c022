import type { ServerResponse } from 'node:http';
import { DYNAMIC_THINGS } from '@hawser/core/contract/names.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import type { Surface } from '@hawser/core/runtime/call-log.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import type { WindowHealth } from '@hawser/link/ask-window.ts';
import { DYNAMIC_TOOLS_PATH } from '@hawser/link/dynamic-tools.ts';
import { cancelledWhenGone } from '../http/client-gone.ts';
import { sendJson, sendRefusal } from '../http/refusal.ts';
import type { Exchange, Route } from '../http/window-server.ts';

export interface LinkOptions {
	runtime: () => Promise<Runtime>;
	health: () => WindowHealth;
}

/** The routes by which the CLI and other windows call this one: JSON in, NDJSON out. */
export function linkRoutes({ runtime, health }: LinkOptions): readonly Route[] {
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
				sendJson(response, 200, { tools: list(selectToolsets(DYNAMIC_THINGS)) }, common);
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
	timeout?: number;
	defaultTimeout?: number;
}

function readCall(body: unknown): LinkCall | undefined {
	if (typeof body !== 'object' || body === null || !('tool' in body) || typeof body.tool !== 'string') {
		return undefined;
	}
	const given = 'surface' in body ? body.surface : undefined;
	return {
		tool: body.tool,
		input: 'input' in body ? body.input : {},
		surface: SURFACES.find(surface => surface === given) ?? 'cli',
		...('requestId' in body && typeof body.requestId === 'string' && { requestId: body.requestId }),
		...('agent' in body && typeof body.agent === 'string' && { agent: body.agent }),
		...('timeout' in body && isPositive(body.timeout) && { timeout: body.timeout }),
		...('defaultTimeout' in body && isPositive(body.defaultTimeout) && { defaultTimeout: body.defaultTimeout }),
	};
}

function isPositive(value: unknown): value is number {
	return typeof value === 'number' && value > 0;
}
