import type { IncomingHttpHeaders } from 'node:http';
import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import {
	CAPABILITIES_KEY,
	CLIENT_KEY,
	type Era,
	isImplementation,
	isRequestId,
	LEGACY_VERSIONS,
	META_NAMESPACE,
	MODERN_VERSION,
	type RequestId,
	SSE_VERSION,
	VERSION_KEY,
} from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';

/** A `tools/call` in which everything is as the specification has it. */
export interface ToolCall {
	era: Era;
	id: RequestId;
	name: string;
	arguments: Record<string, unknown>;
	progressToken?: RequestId;
	/** What the client says of itself in the request; only in the modern era. */
	client?: AgentClaim;
	/** The place of the call in a trace of the client. */
	traceparent?: string;
}

/** The oldest version has a transport of its own; the others may leave out the header. */
const LEGACY: readonly unknown[] = [undefined, ...LEGACY_VERSIONS.filter(version => version !== SSE_VERSION)];
const MODERN_META_KEYS = new Set([
	VERSION_KEY,
	CAPABILITIES_KEY,
	CLIENT_KEY,
	'progressToken',
	'traceparent',
	'tracestate',
]);

/** The call, or undefined when anything about the request is out of the ordinary. */
export function readToolCall(headers: IncomingHttpHeaders, body: unknown): ToolCall | undefined {
	if (!isRecord(body) || body['jsonrpc'] !== '2.0' || body['method'] !== 'tools/call' || !isRecord(body['params'])) {
		return undefined;
	}
	const { id, params } = body;
	const { name, arguments: input = {}, _meta: meta = {}, ...others } = params;
	if (
		!isRequestId(id) ||
		typeof name !== 'string' ||
		!isRecord(input) ||
		!isRecord(meta) ||
		Object.keys(others).length > 0
	) {
		return undefined;
	}
	const era = eraOf(headers, name, meta);
	const { progressToken } = meta;
	if (era === undefined || (progressToken !== undefined && !isRequestId(progressToken))) {
		return undefined;
	}
	const client = readAgentClaim(meta[CLIENT_KEY]);
	const { traceparent } = meta;
	return {
		era,
		id,
		name,
		arguments: input,
		...(progressToken !== undefined && { progressToken }),
		...(client && { client }),
		...(typeof traceparent === 'string' && { traceparent }),
	};
}

/** In the stateless era a request says its version twice, in the header and in the body, and names method and tool in headers. */
function eraOf(headers: IncomingHttpHeaders, name: string, meta: Record<string, unknown>): Era | undefined {
	const version = headers['mcp-protocol-version'];
	const claimsModern = Object.keys(meta).some(key => key.startsWith(META_NAMESPACE));
	if (!claimsModern) {
		return LEGACY.includes(version) ? 'legacy' : undefined;
	}
	const isModern =
		version === MODERN_VERSION &&
		meta[VERSION_KEY] === MODERN_VERSION &&
		headers['mcp-method'] === 'tools/call' &&
		headers['mcp-name'] === name &&
		isRecord(meta[CAPABILITIES_KEY]) &&
		(meta[CLIENT_KEY] === undefined || isImplementation(meta[CLIENT_KEY])) &&
		Object.keys(meta).every(key => MODERN_META_KEYS.has(key));
	return isModern ? 'modern' : undefined;
}
