import { isRecord } from '../data/plain-data.ts';

/**
 * Constants of MCP and JSON-RPC that the CLI and the window both speak by. MCP has two eras. In the legacy one a handshake
 * (`initialize`) fixes version and capabilities for the connection. In the modern one every request states them in its
 * `_meta`, and nothing is fixed.
 */
export type Era = 'legacy' | 'modern';

export const MODERN_VERSION = '2026-07-28';
/** Newest first: a client that asks for a version we do not know gets the first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** The version of the transport by server-sent events, older than any that names its version in a header. */
export const SSE_VERSION = '2024-11-05';

/** The protocol's own keys start with this in `_meta`. */
export const META_NAMESPACE = 'io.modelcontextprotocol';
export const VERSION_KEY = `${META_NAMESPACE}/protocolVersion`;
export const CAPABILITIES_KEY = `${META_NAMESPACE}/clientCapabilities`;
export const CLIENT_KEY = `${META_NAMESPACE}/clientInfo`;
export const SERVER_KEY = `${META_NAMESPACE}/serverInfo`;
export const SUBSCRIPTION_KEY = `${META_NAMESPACE}/subscriptionId`;

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;
export const UNSUPPORTED_VERSION = -32_022;

/** A request id; JSON-RPC also knows null, MCP does not. */
export type RequestId = string | number;

export function isRequestId(value: unknown): value is RequestId {
	return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
}

/** True for a program as it introduces itself in `clientInfo`. */
export function isImplementation(value: unknown): boolean {
	return isRecord(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}
