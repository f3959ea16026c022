import { z } from 'zod';

const MAX_WAIT = 600_000;
/** The runtime's own limit, so that a wait of the longest kind still ends by itself and can say how things stand. */
export const WAITING_TOOL_TIMEOUT = MAX_WAIT + 60_000;

export function timeoutMs(milliseconds: number) {
	return z
		.int()
		.positive()
		.max(MAX_WAIT)
		.default(milliseconds)
		.describe('Milliseconds to wait; the program is left as it is when they are over.');
}
