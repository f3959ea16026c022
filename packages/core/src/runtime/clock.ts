/** Time as the runtime needs it; the core is compiled without timers, so whoever starts the runtime brings them. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Calls back once after so many milliseconds; the returned function stops it. */
	startTimer(milliseconds: number, callback: () => void): () => void;
}
