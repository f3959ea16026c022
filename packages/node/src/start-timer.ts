import type { StartTimer } from '@hawser/core/waiting/deadline.ts';

/** Node's timer in the form that the core asks for. */
export const startTimer: StartTimer = (milliseconds, callback) => {
	const timer = setTimeout(callback, milliseconds);
	return () => clearTimeout(timer);
};
