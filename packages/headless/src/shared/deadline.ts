import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import { sleep } from '@hawser/node/sleep.ts';
import { startTimer } from '@hawser/node/start-timer.ts';
import { HeadlessError } from './errors.ts';

const POLL_MS = 50;

/** Settles as the promise does, or rejects with E_TIMEOUT. The message is made late, so it can carry the newest log. */
export function withDeadline<T>(promise: Promise<T>, limitMs: number, message: () => string): Promise<T> {
	const expired = () => {
		throw timeoutError(message(), limitMs);
	};
	const deadline = { startTimer, milliseconds: limitMs, expired, cancelled: () => timeoutError('', limitMs) };
	return runWithin<T>(deadline, NEVER_CANCELLED, () => promise);
}

/** Asks again and again until there is an answer, or rejects with E_TIMEOUT. */
export async function waitFor<T>(
	ask: () => Promise<T | undefined> | T | undefined,
	limitMs: number,
	message: () => string,
): Promise<T> {
	const deadline = Date.now() + limitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) {
			return answer;
		}
		if (Date.now() >= deadline) {
			throw timeoutError(message(), limitMs);
		}
		await sleep(POLL_MS);
	}
}

function timeoutError(message: string, limitMs: number): HeadlessError {
	return new HeadlessError('E_TIMEOUT', `${message}\n(waited ${Math.round(limitMs / 1000)} s)`);
}
