import { z } from 'zod';

/** Parameters that all debug tools share. */
export const sessionId = z
	.string()
	.min(1)
	.optional()
	.describe('Session from debug_status; the one that stopped last unless given.');

export const threadId = z.int().optional().describe('Thread from debug_threads; the one that stopped unless given.');

export const frameId = z.int().optional().describe('Frame from debug_stack; the top one unless given.');

const LONGEST_WAIT = 600_000;
/** The runtime's own limit, so that a wait of the longest kind still ends by itself and can say how things stand. */
export const WAITING_TOOL_TIMEOUT = LONGEST_WAIT + 60_000;

export function timeoutMs(milliseconds: number) {
	return z
		.int()
		.positive()
		.max(LONGEST_WAIT)
		.default(milliseconds)
		.describe('Milliseconds to wait; the program is left as it is when they are over.');
}

/** In answers: every byte of a schema is sent to every agent, so these say no more than they must. */
export const session = z.object({ id: z.string(), name: z.string(), state: z.string() });

export const variable = z.object({
	name: z.string(),
	value: z.string(),
	type: z.string().optional(),
	variablesReference: z.int().optional(),
	children: z.int().optional(),
});
