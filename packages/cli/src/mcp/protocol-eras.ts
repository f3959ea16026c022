import { isObject } from '@hawser/node/is-object.ts';
import { INVALID_PARAMS, type Params, type RpcError } from './json-rpc.ts';

/**
 * MCP has two eras. In the legacy one a handshake (`initialize`) fixes version and capabilities for the connection. In the
 * modern one, since 2026-07-28, every request says so in its `_meta`, and nothing is fixed.
 */
export type Era = 'legacy' | 'modern';

export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];
/** Newest first: what a client gets that asks for one we do not know. */
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const PREFIX = 'io.modelcontextprotocol/';
const VERSION_KEY = `${PREFIX}protocolVersion`;
const CAPABILITIES_KEY = `${PREFIX}clientCapabilities`;
const CLIENT_KEY = `${PREFIX}clientInfo`;
export const SERVER_KEY = `${PREFIX}serverInfo`;
export const SUBSCRIPTION_KEY = `${PREFIX}subscriptionId`;

const UNSUPPORTED_VERSION = -32_022;

export function negotiateLegacyVersion(requested: unknown): string {
	return LEGACY_VERSIONS.find(version => version === requested) ?? LEGACY_VERSIONS[0];
}

/** The era a request belongs to, or why it belongs to none. `settled` is the era of the connection so far. */
export function eraOf(method: string, params: Params, settled: Era | undefined): Era | RpcError {
	const meta = isObject(params['_meta']) ? params['_meta'] : {};
	if (!(VERSION_KEY in meta)) {
		return settled === 'modern' && method !== 'initialize' ? badEnvelope(VERSION_KEY, 'missing') : 'legacy';
	}
	return checkEnvelope(meta) ?? 'modern';
}

/** How the client introduces itself: in the handshake, or in every request. */
export function clientName(params: Params): string | undefined {
	const meta = isObject(params['_meta']) ? params['_meta'] : {};
	const client = params['clientInfo'] ?? meta[CLIENT_KEY];
	return isObject(client) && typeof client['name'] === 'string' ? client['name'] : undefined;
}

function checkEnvelope(meta: Record<string, unknown>): RpcError | undefined {
	const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities, [CLIENT_KEY]: client } = meta;
	if (typeof version !== 'string') {
		return badEnvelope(VERSION_KEY, 'must be a string');
	}
	if (!isObject(capabilities)) {
		return badEnvelope(CAPABILITIES_KEY, capabilities === undefined ? 'missing' : 'must be an object');
	}
	if (client !== undefined && !isImplementation(client)) {
		return badEnvelope(CLIENT_KEY, 'must have name and version');
	}
	return MODERN_VERSIONS.includes(version) ? undefined : unsupportedVersion(version);
}

function isImplementation(value: unknown): boolean {
	return isObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

function unsupportedVersion(requested: string): RpcError {
	return {
		code: UNSUPPORTED_VERSION,
		message: `Unsupported protocol version: ${requested}`,
		data: { supported: MODERN_VERSIONS, requested },
	};
}

function badEnvelope(key: string, problem: string): RpcError {
	return {
		code: INVALID_PARAMS,
		message: `Invalid _meta envelope for protocol revision 2026-07-28: ${key}: ${problem}`,
		data: { envelope: { key, problem } },
	};
}
