import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import { startTimer } from './start-timer.ts';

export function throwIfCancelled(signal: Cancellation): void {
	if (signal.cancelled) {
		throw cancelledError();
	}
}

function cancelledError(): ToolError {
	return new ToolError('E_CANCELLED', 'The call was cancelled.');
}

/** The longest wait, and the signal that ends it earlier. */
export interface TimeLimit {
	milliseconds: number;
	signal: Cancellation;
}

/** The same limit, but not more than this. */
export function limited({ milliseconds, signal }: TimeLimit, most: number): TimeLimit {
	return { milliseconds: Math.min(milliseconds, most), signal };
}

/** The promise's value, or undefined when it does not come in time; cancellation is an error. */
export function resultWithin<T>(promise: PromiseLike<T>, { milliseconds, signal }: TimeLimit): Promise<T | undefined> {
	return runWithin<T | undefined>(
		{ startTimer, milliseconds, expired: () => undefined, cancelled: cancelledError },
		signal,
		() => promise,
	);
}

export async function delay(milliseconds: number, signal: Cancellation): Promise<void> {
	if (milliseconds <= 0) {
		return;
	}
	await resultWithin(new Promise<never>(() => undefined), { milliseconds, signal });
}

/** An event in the sense of VS Code, declared here because this package does not know VS Code. */
type Event = (listener: () => void) => { dispose(): unknown };

/** Waits until the condition holds, asked anew on every event; false when the time is up first. */
export async function until(event: Event, condition: () => boolean, timeLimit: TimeLimit): Promise<boolean> {
	if (condition()) {
		return true;
	}
	let subscription: ReturnType<Event> | undefined;
	const happened = new Promise<true>(resolve => {
		subscription = event(() => {
			if (condition()) {
				resolve(true);
			}
		});
	});
	try {
		return (await resultWithin(happened, timeLimit)) ?? false;
	} finally {
		subscription?.dispose();
	}
}

/** One clock for several waits in a row: what the first uses up, the next does not have. */
export function startTimeLimit(milliseconds: number, signal: Cancellation): { left: () => TimeLimit } {
	const end = Date.now() + milliseconds;
	return { left: () => ({ milliseconds: end - Date.now(), signal }) };
}
