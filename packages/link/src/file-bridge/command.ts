import { timingSafeEqual } from 'node:crypto';
import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { isRecord, textOf } from '@hawser/core/data/plain-data.ts';
import { isSameSecret } from '@hawser/node/same-secret.ts';
import { BRIDGE_VERSION } from './layout.ts';
import type { PlainFile } from './read-plain-file.ts';

/** A call as the client writes it to `command.json`. */
export interface BridgeCommand {
	version: number;
	id: string;
	/** Tells agents apart, by the process that speaks for each. */
	clientId: string;
	/** What the agent says of itself. */
	client?: AgentClaim;
	createdAt: string;
	/** Proves that the job was made for this window, in its lifetime: nothing that came with a repository knows it. */
	nonce: string;
	tool: string;
	input: Record<string, unknown>;
	requestId?: string;
	/** Milliseconds that the tool may take, instead of its own limit. */
	timeout?: number;
	defaultTimeout?: number;
}

/** The clocks of a container and of its host, and of a file system and a process, differ a little. */
const CLOCK_TOLERANCE = 2000;

/** The fields of a command that was made for the window with this nonce; undefined when it was not. */
export function readCommandFor(
	{ text, stats }: PlainFile,
	nonce: string,
	startedAt: number,
): Record<string, unknown> | undefined {
	// Most of what is not ours need not even be parsed.
	const value = text.includes(nonce) ? parseJson(text) : undefined;
	const isOurs = isRecord(value) && isSameSecret(textOf(value['nonce']), nonce, timingSafeEqual);
	return isOurs && stats.ctimeMs >= startedAt - CLOCK_TOLERANCE ? value : undefined;
}

/** The command, or what is wrong with it. */
export function checkCommand(value: Record<string, unknown>): BridgeCommand | string {
	const { version, id, clientId, createdAt, nonce, tool, input = {}, requestId, timeout, defaultTimeout } = value;
	if (version !== BRIDGE_VERSION) {
		return `"version" must be ${BRIDGE_VERSION}.`;
	}
	if (typeof tool !== 'string' || !isRecord(input)) {
		return 'A command needs "tool" (a string) and "input" (an object).';
	}
	const client = readAgentClaim(value['client']);
	return {
		version: BRIDGE_VERSION,
		id: textOr(id, ''),
		clientId: textOr(clientId, 'files'),
		...(client && { client }),
		createdAt: textOr(createdAt, ''),
		nonce: textOr(nonce, ''),
		tool,
		input,
		...(typeof requestId === 'string' && { requestId }),
		...(typeof timeout === 'number' && timeout > 0 && { timeout }),
		...(typeof defaultTimeout === 'number' && defaultTimeout > 0 && { defaultTimeout }),
	};
}

function textOr(value: unknown, otherwise: string): string {
	return typeof value === 'string' ? value.slice(0, 200) : otherwise;
}
