import { timingSafeEqual } from 'node:crypto';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { BRIDGE_VERSION } from './layout.ts';
import { type PlainFile, parseJson } from './read-plain-file.ts';

/** A call as the client writes it to `command.json`. */
export interface BridgeCommand {
	version: number;
	id: string;
	/** Tells agents apart, by the process that speaks for each. */
	clientId: string;
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
	const isOurs = isRecord(value) && typeof value['nonce'] === 'string' && equals(value['nonce'], nonce);
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
	return {
		version: BRIDGE_VERSION,
		id: textOr(id, ''),
		clientId: textOr(clientId, 'files'),
		createdAt: textOr(createdAt, ''),
		nonce: textOr(nonce, ''),
		tool,
		input,
		...(typeof requestId === 'string' && { requestId }),
		...(typeof timeout === 'number' && timeout > 0 && { timeout }),
		...(typeof defaultTimeout === 'number' && defaultTimeout > 0 && { defaultTimeout }),
	};
}

function equals(left: string, right: string): boolean {
	const [a, b] = [Buffer.from(left), Buffer.from(right)];
	return a.length === b.length && timingSafeEqual(a, b);
}

function textOr(value: unknown, otherwise: string): string {
	return typeof value === 'string' ? value.slice(0, 200) : otherwise;
}
