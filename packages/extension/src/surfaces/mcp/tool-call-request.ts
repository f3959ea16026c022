import type { IncomingHttpHeaders } from 'node:http';

/** A `tools/call` in which everything is as the specification has it. */
export interface ToolCall {
	era: 'legacy' | 'modern';
	id: string | number;
	name: string;
	arguments: Record<string, unknown>;
	progressToken?: string | number;
}

const MODERN = '2026-07-28';
const LEGACY: readonly unknown[] = [undefined, '2025-11-25', '2025-06-18', '2025-03-26'];
const META = 'io.modelcontextprotocol';
const MODERN_META_KEYS = new Set([
	`${META}/protocolVersion`,
	`${META}/clientCapabilities`,
	`${META}/clientInfo`,
	'progressToken',
]);

/** The call, or undefined when anything about the request is out of the ordinary. */
export function readToolCall(headers: IncomingHttpHeaders, body: unknown): ToolCall | undefined {
	if (!isRecord(body) || body['jsonrpc'] !== '2.0' || body['method'] !== 'tools/call' || !isRecord(body['params'])) {
		return undefined;
	}
	const { id, params } = body;
	const { name, arguments: input = {}, _meta: meta = {}, ...others } = params;
	if (!isId(id) || typeof name !== 'string' || !isRecord(input) || !isRecord(meta) || Object.keys(others).length > 0) {
		return undefined;
	}
	const era = eraOf(headers, name, meta);
	const { progressToken } = meta;
	if (era === undefined || (progressToken !== undefined && !isId(progressToken))) {
		return undefined;
	}
	return { era, id, name, arguments: input, ...(progressToken !== undefined && { progressToken }) };
}

/** In the stateless era a request says its version twice, in the header and in the body, and names method and tool in headers. */
function eraOf(headers: IncomingHttpHeaders, name: string, meta: Record<string, unknown>): ToolCall['era'] | undefined {
	const version = headers['mcp-protocol-version'];
	const claimsModern = Object.keys(meta).some(key => key.startsWith(META));
	if (!claimsModern) {
		return LEGACY.includes(version) ? 'legacy' : undefined;
	}
	const isModern =
		version === MODERN &&
		meta[`${META}/protocolVersion`] === MODERN &&
		headers['mcp-method'] === 'tools/call' &&
		headers['mcp-name'] === name &&
		isRecord(meta[`${META}/clientCapabilities`]) &&
		isClientInfo(meta[`${META}/clientInfo`]) &&
		Object.keys(meta).every(key => MODERN_META_KEYS.has(key));
	return isModern ? 'modern' : undefined;
}

function isClientInfo(value: unknown): boolean {
	return (
		value === undefined ||
		(isRecord(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string')
	);
}

function isId(value: unknown): value is string | number {
	return typeof value === 'string' || Number.isInteger(value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
