import { createCancellation } from '../contract/cancellation-source.ts';
import { ToolError } from '../contract/errors.ts';
import type { Cancellation } from '../ports/cancellation.ts';
import type { Clock } from './clock.ts';

interface Deadline {
	clock: Clock;
	/** Milliseconds. */
	timeout: number;
	tool: string;
	/** What the caller is told to do when the time is over. */
	hint?: string | undefined;
}

/**
 * Runs the work until it ends, the time is over or the caller cancels, whichever comes first. The work is told by its signal;
 * the caller is answered at once even when the work does not listen.
 */
export function runWithin<Result>(
	{ clock, timeout, tool, hint }: Deadline,
	caller: Cancellation,
	work: (signal: Cancellation) => Promise<Result>,
): Promise<Result> {
	if (caller.cancelled) {
		return Promise.reject(cancelled(tool));
	}
	const source = createCancellation();
	return new Promise((resolve, reject) => {
		const stop = (error: ToolError) => {
			settle();
			reject(error);
			source.cancel();
		};
		const stopTimer = clock.startTimer(timeout, () => {
			const options = { details: { timeout }, ...(hint !== undefined && { hint }) };
			stop(new ToolError('E_TIMEOUT', `${tool} did not finish within ${timeout} ms.`, options));
		});
		const stopListening = caller.onCancelled(() => stop(cancelled(tool)));
		const settle = () => {
			stopTimer();
			stopListening();
		};
		work(source).then(resolve, reject).finally(settle);
	});
}

function cancelled(tool: string): ToolError {
	return new ToolError('E_CANCELLED', `${tool} was cancelled.`);
}
