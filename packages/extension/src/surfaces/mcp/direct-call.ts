import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { viewOf } from '@hawser/core/contract/client-view.ts';
import { type RequestId, SERVER_KEY } from '@hawser/core/contract/mcp-protocol.ts';
import { toMcpResult } from '@hawser/core/contract/mcp-shapes.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import type { Exchange } from '../http/window-server.ts';
import { chosenView } from './chosen-view.ts';
import { readToolCall, type ToolCall } from './tool-call-request.ts';

export interface DirectCalls {
	/** Answers the request if it is an ordinary call of a tool; false leaves it, untouched, to the SDK. */
	answer(exchange: Exchange, session?: CallingSession): Promise<boolean>;
}

/** The session of the older era that a call belongs to. */
export interface CallingSession {
	sessionId: string | undefined;
	/** What the client said of itself when the session began. */
	client: AgentClaim | undefined;
}

/**
 * The one request that agents send all day, answered without the SDK's web streams and per-request server: those take twice as
 * long as the call itself. Whatever is unusual about a request (versions, headers, fields we do not know, an unknown
 * tool) goes to the SDK, which has the last word on the protocol; a test sends the same requests both ways and compares.
 */
export function createDirectCalls(runtime: Runtime, serverInfo: object): DirectCalls {
	/** Calls under way, by session and request id, so that `notifications/cancelled` finds them. */
	const running = new Map<string, () => void>();

	const run = async (call: ToolCall, { request, response, common }: Exchange, session: CallingSession | undefined) => {
		const tool = runtime.find(call.name, call.arguments);
		const client = session ? session.client : call.client;
		const view = viewOf(client?.name, chosenView(request.url));
		const sessionId = session?.sessionId;
		const cancellation = createCancellation();
		const key = callKey(sessionId, call.id);
		running.set(key, cancellation.cancel);
		request.socket.once('close', cancellation.cancel);
		const reply = await runtime.invoke(call.name, call.arguments, {
			surface: 'mcp',
			...(sessionId !== undefined && { agent: sessionId }),
			...(client && { client }),
			...(call.traceparent !== undefined && { traceparent: call.traceparent }),
			signal: cancellation,
			progress: progressSender(call, response, common),
		});
		request.socket.off('close', cancellation.cancel);
		running.delete(key);
		const result = {
			...toMcpResult(reply, tool ?? { plainText: false }, view),
			...(call.era === 'modern' && {
				resultType: 'complete',
				_meta: { [SERVER_KEY]: serverInfo },
			}),
		};
		sendMessage(response, common, { jsonrpc: '2.0', id: call.id, result });
	};

	return {
		async answer(exchange, session) {
			const { request, response, body } = exchange;
			const sessionId = session?.sessionId;
			const cancelled = readCancelledId(body);
			const cancel = cancelled === undefined ? undefined : running.get(callKey(sessionId, cancelled));
			if (cancel) {
				cancel();
				response.writeHead(202).end();
				return true;
			}
			const call = acceptsBoth(request.headers) ? readToolCall(request.headers, body) : undefined;
			const rightEra = call?.era === (sessionId === undefined ? 'modern' : 'legacy');
			if (!call || !rightEra || !runtime.find(call.name)) {
				return false;
			}
			await run(call, exchange, session);
			return true;
		},
	};
}

function callKey(sessionId: string | undefined, id: RequestId): string {
	return `${sessionId ?? ''} ${typeof id} ${id}`;
}

/** The answer may become a stream when there is progress to tell; a client has to be ready for both. */
function acceptsBoth({ accept = '' }: IncomingHttpHeaders): boolean {
	return accept.includes('application/json') && accept.includes('text/event-stream');
}

function readCancelledId(body: unknown): RequestId | undefined {
	if (!isRecord(body) || body['method'] !== 'notifications/cancelled' || !isRecord(body['params'])) {
		return undefined;
	}
	const { requestId } = body['params'];
	return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined;
}

function progressSender({ progressToken }: ToolCall, response: ServerResponse, common: Exchange['common']) {
	let steps = 0;
	return ({ message, done, total }: { message: string; done?: number; total?: number }): void => {
		if (progressToken === undefined || response.destroyed) {
			return;
		}
		if (!response.headersSent) {
			response.writeHead(200, { ...common, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
		}
		const params = { progressToken, message, progress: done ?? ++steps, ...(total !== undefined && { total }) };
		response.write(toEvent({ jsonrpc: '2.0', method: 'notifications/progress', params }));
	};
}

function sendMessage(response: ServerResponse, common: Exchange['common'], message: object): void {
	if (response.headersSent) {
		response.end(toEvent(message));
		return;
	}
	const text = JSON.stringify(message);
	response.writeHead(200, { ...common, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
	response.end(text);
}

function toEvent(message: object): string {
	return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
