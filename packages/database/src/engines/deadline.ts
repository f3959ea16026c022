import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { type Deadline, runWithin } from '@hawser/core/waiting/deadline.ts';
import { startTimer } from '@hawser/node/start-timer.ts';

/** The time that one question has, and what its caller is told when it is over. */
export function queryDeadline(timeout: number): Deadline<never> {
	return {
		startTimer,
		milliseconds: timeout,
		expired: () => {
			const hint = 'Ask for less (a WHERE or LIMIT clause, an indexed column), or give a longer timeout.';
			throw new ToolError('E_TIMEOUT', `The database did not answer within ${timeout} ms; the query was stopped.`, {
				hint,
			});
		},
		cancelled: () => new ToolError('E_CANCELLED', 'The query was cancelled and stopped.'),
	};
}

/** Thrown where work would go on for a caller who was already told that it was stopped. */
export function requireNotStopped(stopped: Cancellation): void {
	if (stopped.cancelled) {
		throw new ToolError('E_CANCELLED', 'The query was stopped before it ran.');
	}
}

/** Ends a wait that cleaning up must not prolong. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
	const cancelled = () => new ToolError('E_CANCELLED', 'The wait was cancelled.');
	const deadline = { startTimer, milliseconds, expired: () => undefined, cancelled };
	await runWithin<unknown>(deadline, NEVER_CANCELLED, () => work).catch(() => undefined);
}
