import type { Cancellation } from '../ports/values/cancellation.ts';

/** A cancellation with the means to trigger it; lighter than an AbortController, of which every call would need one. */
export interface CancellationSource extends Cancellation {
	cancel(): void;
}

export function createCancellation(): CancellationSource {
	const listeners = new Set<() => void>();
	let cancelled = false;
	return {
		get cancelled() {
			return cancelled;
		},
		onCancelled(listener) {
			if (cancelled) {
				listener();
				return () => undefined;
			}
			// Wrapped, so that one function registered twice is called and removed twice.
			const own = () => listener();
			listeners.add(own);
			return () => void listeners.delete(own);
		},
		cancel() {
			if (!cancelled) {
				cancelled = true;
				const toCall = [...listeners];
				listeners.clear();
				for (const listener of toCall) {
					listener();
				}
			}
		},
	};
}

export const NEVER_CANCELLED: Cancellation = { cancelled: false, onCancelled: () => () => undefined };
