import type { Cancellation } from './cancellation.ts';
import type { Review } from './review.ts';

/** Says on whose behalf something is done. */
export interface Caller {
	/** The same for all calls of one agent, as far as its connection tells. */
	readonly agent: string;
	/** What the agent calls itself: a claim. */
	readonly name?: string;
	readonly version?: string;
	/** The agent as a user is told of it. */
	readonly who?: string;
	/** Name of the tool that was called. */
	readonly tool?: string;
	/** The way in by which the call came: some clients wait longer for an answer of the user. */
	readonly surface?: string;
	readonly signal: Cancellation;
	/** Id of the call; what is changed is entered under it. */
	readonly requestId?: string;
	/** Ids of the changes that it takes back. */
	readonly undoes?: readonly string[];
	/** Present where the user has to agree to every change of a file before it is made. */
	readonly review?: Review;
	/** Waits for the user; that time is not the tool's. */
	readonly whileAsking?: <Result>(ask: () => Promise<Result>) => Promise<Result>;
	/** Tells the agent what is waited for. */
	progress?(step: { message: string }): void;
}
