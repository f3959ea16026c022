import type { Cancellation } from './cancellation.ts';

export interface Pauses {
	/** Resolves after the milliseconds; cancellation is an error. */
	wait(milliseconds: number, signal: Cancellation): Promise<void>;
}
