import { ToolError } from '../errors/tool-error.ts';
import type { Deadline, StartTimer } from '../waiting/deadline.ts';

interface ToolTime {
	startTimer: StartTimer;
	/** Milliseconds. */
	timeout: number;
	tool: string;
	/** The next step for the caller when the time is over. */
	hint?: string | undefined;
}

/** The time that a tool has, and what its caller is told when it is over. */
export function toolDeadline({ startTimer, timeout, tool, hint }: ToolTime): Deadline<never> {
	return {
		startTimer,
		milliseconds: timeout,
		expired: () => {
			const options = { details: { timeout }, ...(hint !== undefined && { hint }) };
			throw new ToolError('E_TIMEOUT', `${tool} did not finish within ${timeout} ms.`, options);
		},
		cancelled: () => new ToolError('E_CANCELLED', `${tool} was cancelled.`),
	};
}
