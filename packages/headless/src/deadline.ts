import { setTimeout as sleep } from 'node:timers/promises';
import { HeadlessError } from './errors.ts';

const POLL_MS = 50;

/** Settles as the promise does, or rejects with E_TIMEOUT. The message is made late, so it can carry the newest log. */
export async function withDeadline<T>(promise: Promise<T>, limitMs: number, message: () => string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const expired = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => {
			reject(timeoutError(message(), limitMs));
		}, limitMs);
	});
	try {
		return await Promise.race([promise, expired]);
	} finally {
		clearTimeout(timer);
	}
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
