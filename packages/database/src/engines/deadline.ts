import { createCancellation } from '@hawser/core/contract/cancellation-source.ts';
import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';

/**
 * Answers when the work is done, the time is over or the caller cancels, whichever comes first. The work is told by the
 * signal it receives and may go on cleaning up behind the answer.
 */
export function within<Result>(
	timeout: number,
	caller: Cancellation,
	work: (stopped: Cancellation) => Promise<Result>,
): Promise<Result> {
	const source = createCancellation();
	return new Promise((resolve, reject) => {
		const stop = (error: ToolError) => {
			settle();
			reject(error);
			source.cancel();
		};
		const timer = setTimeout(() => {
			const hint = 'Ask for less (a WHERE or LIMIT clause, an indexed column), or give a longer timeout.';
			stop(
				new ToolError('E_TIMEOUT', `The database did not answer within ${timeout} ms; the query was stopped.`, {
					hint,
				}),
			);
		}, timeout);
		const stopListening = caller.onCancelled(() =>
			stop(new ToolError('E_CANCELLED', 'The query was cancelled and stopped.')),
		);
		const settle = () => {
			clearTimeout(timer);
			stopListening();
		};
		if (!source.cancelled) {
			work(source).then(resolve, reject).finally(settle);
		}
	});
}

/** Thrown where work would go on for a caller who was already told that it was stopped. */
export function requireNotStopped(stopped: Cancellation): void {
	if (stopped.cancelled) {
		throw new ToolError('E_CANCELLED', 'The query was stopped before it ran.');
	}
}

/** Ends a wait that cleaning up must not prolong. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<void>(resolve => {
		timer = setTimeout(resolve, milliseconds);
	});
	await Promise.race([
		work.then(
			() => undefined,
			() => undefined,
		),
		limit,
	]);
	clearTimeout(timer);
}
