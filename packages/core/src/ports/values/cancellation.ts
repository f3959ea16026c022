/** A small AbortSignal: the core is compiled without Node and DOM types, so it has its own. */
export interface Cancellation {
	readonly cancelled: boolean;
	/** Calls the listener once, at once if already cancelled; the returned function removes it. */
	onCancelled(listener: () => void): () => void;
}
