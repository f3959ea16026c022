import type { Cancellation } from './cancellation.ts';

/** On whose behalf something is done. */
export interface Caller {
	/** The same for all calls of one agent, as far as its connection tells. */
	readonly agent: string;
	readonly signal: Cancellation;
}
