import type { Cancellation } from '../ports/values/cancellation.ts';
import { createCancellation } from './cancellation-source.ts';

/** Calls back once after so many milliseconds; the returned function stops it. The core is compiled without timers. */
export type StartTimer = (milliseconds: number, callback: () => void) => () => void;

export interface Deadline<Result> {
	startTimer: StartTimer;
	milliseconds: number;
	/** The answer when the time is over: a value, or an error that it throws. */
	expired: () => Result;
	/** The error for a caller who cancels. */
	cancelled: () => Error;
}

/**
 * Runs the work until it ends, the time is over or the caller cancels, whichever comes first. The work is told by its signal
 * and may go on cleaning up; the caller is answered at once even when the work does not listen. A caller who had cancelled
 * before gets the error, and the work does not begin.
 */
export function runWithin<Result>(
	{ startTimer, milliseconds, expired, cancelled }: Deadline<NoInfer<Result>>,
	caller: Cancellation,
	work: (signal: Cancellation) => PromiseLike<Result>,
): Promise<Result> {
	if (caller.cancelled) {
		return Promise.reject(cancelled());
	}
	const source = createCancellation();
	return new Promise((resolve, reject) => {
		const stops: (() => void)[] = [];
		const settle = () => {
			for (const stop of stops.splice(0)) {
				stop();
			}
		};
		const stopWith = (answer: () => Result) => {
			settle();
			resolve(soon(answer));
			source.cancel();
		};
		stops.push(startTimer(Math.max(0, milliseconds), () => stopWith(expired)));
		stops.push(
			caller.onCancelled(() =>
				stopWith(() => {
					throw cancelled();
				}),
			),
		);
		soon(() => work(source))
			.finally(settle)
			.then(resolve, reject);
	});
}

/** Turns an error that is thrown at once into a rejection. */
async function soon<Value>(make: () => Value | PromiseLike<Value>): Promise<Value> {
	return await make();
}
