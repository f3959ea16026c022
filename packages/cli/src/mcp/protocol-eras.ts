import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import {
	CAPABILITIES_KEY,
	CLIENT_KEY,
	type Era,
	INVALID_PARAMS,
	isImplementation,
	LEGACY_VERSIONS,
	MODERN_VERSION,
	UNSUPPORTED_VERSION,
	VERSION_KEY,
} from '@hawser/core/contract/mcp-protocol.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { Params, RpcError } from './json-rpc.ts';

export function negotiateLegacyVersion(requested: unknown): string {
	return LEGACY_VERSIONS.find(version => version === requested) ?? LEGACY_VERSIONS[0];
}

/** The era a request belongs to, or why it belongs to none. `settled` is the era of the connection so far. */
export function eraOf(method: string, params: Params, settled: Era | undefined): Era | RpcError {
	const meta = isRecord(params['_meta']) ? params['_meta'] : {};
	if (!(VERSION_KEY in meta)) {
		return settled === 'modern' && method !== 'initialize' ? badEnvelope(VERSION_KEY, 'missing') : 'legacy';
	}
	return checkEnvelope(meta) ?? 'modern';
}

/** What the client says of itself, in the handshake or in every request. */
export function clientOf(params: Params): AgentClaim | undefined {
	const meta = isRecord(params['_meta']) ? params['_meta'] : {};
	return readAgentClaim(params['clientInfo'] ?? meta[CLIENT_KEY]);
}

function checkEnvelope(meta: Record<string, unknown>): RpcError | undefined {
	const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities, [CLIENT_KEY]: client } = meta;
	if (typeof version !== 'string') {
		return badEnvelope(VERSION_KEY, 'must be a string');
	}
	if (!isRecord(capabilities)) {
		return badEnvelope(CAPABILITIES_KEY, capabilities === undefined ? 'missing' : 'must be an object');
	}
	if (client !== undefined && !isImplementation(client)) {
		return badEnvelope(CLIENT_KEY, 'must have name and version');
	}
	return version === MODERN_VERSION ? undefined : unsupportedVersion(version);
}

function unsupportedVersion(requested: string): RpcError {
	return {
		code: UNSUPPORTED_VERSION,
		message: `Unsupported protocol version: ${requested}`,
		data: { supported: [MODERN_VERSION], requested },
	};
}

function badEnvelope(key: string, problem: string): RpcError {
	return {
		code: INVALID_PARAMS,
		message: `Invalid _meta envelope for protocol revision ${MODERN_VERSION}: ${key}: ${problem}`,
		data: { envelope: { key, problem } },
	};
}
