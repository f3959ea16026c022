import type { Cancellation } from './cancellation.ts';

/** Says on whose behalf something is done. */
export interface Caller {
	/** The same for all calls of one agent, as far as its connection tells. */
	readonly agent: string;
	readonly signal: Cancellation;
}
