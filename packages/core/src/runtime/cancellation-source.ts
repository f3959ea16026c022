import type { Cancellation } from '../ports/cancellation.ts';

export interface CancellationSource {
	readonly signal: Cancellation;
	cancel(): void;
}

/** A signal and the hand that pulls it. */
export function createCancellation(): CancellationSource {
	const listeners = new Set<() => void>();
	let cancelled = false;
	return {
		signal: {
			get cancelled() {
				return cancelled;
			},
			onCancelled(listener) {
				if (cancelled) {
					listener();
					return () => undefined;
				}
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
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
