import { runWithin } from '@hawser/core/contract/deadline.ts';
import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import { startTimer } from '@hawser/link/start-timer.ts';
import type * as vscode from 'vscode';

export function throwIfCancelled(signal: Cancellation): void {
	if (signal.cancelled) {
		throw cancelledError();
	}
}

function cancelledError(): ToolError {
	return new ToolError('E_CANCELLED', 'The call was cancelled.');
}

/** How long to wait at most, and whom to obey meanwhile. */
export interface Patience {
	milliseconds: number;
	signal: Cancellation;
}

/** The promise's value, or undefined when it does not come in time; cancellation is an error. */
export function within<T>(promise: PromiseLike<T>, { milliseconds, signal }: Patience): Promise<T | undefined> {
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
	await within(new Promise<never>(() => undefined), { milliseconds, signal });
}

/** Waits until the condition holds, asked anew on every event; false when the time is up first. */
export async function until(
	event: vscode.Event<unknown>,
	condition: () => boolean,
	patience: Patience,
): Promise<boolean> {
	if (condition()) {
		return true;
	}
	let subscription: vscode.Disposable | undefined;
	const happened = new Promise<true>(resolve => {
		subscription = event(() => {
			if (condition()) {
				resolve(true);
			}
		});
	});
	try {
		return (await within(happened, patience)) ?? false;
	} finally {
		subscription?.dispose();
	}
}

/** One clock for several waits in a row: what the first uses up, the next does not have. */
export function startPatience(milliseconds: number, signal: Cancellation): { left: () => Patience } {
	const end = Date.now() + milliseconds;
	return { left: () => ({ milliseconds: end - Date.now(), signal }) };
}
