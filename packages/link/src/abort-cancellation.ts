import type { Cancellation } from '@hawser/core/ports/cancellation.ts';

/** A cancellation that follows an AbortSignal. */
export function cancellationOf(signal: AbortSignal): Cancellation {
	return {
		get cancelled() {
			return signal.aborted;
		},
		onCancelled(listener) {
			if (signal.aborted) {
				listener();
				return () => undefined;
			}
			const once = () => listener();
			signal.addEventListener('abort', once, { once: true });
			return () => signal.removeEventListener('abort', once);
		},
	};
}

/** An AbortSignal that follows a cancellation. */
export function abortSignalOf(cancellation: Cancellation): AbortSignal {
	const controller = new AbortController();
	cancellation.onCancelled(() => controller.abort());
	return controller.signal;
}

/** A cancellation with the means to trigger it; lighter than an AbortController, of which every call would need one. */
export interface CancellationSource extends Cancellation {
	cancel(): void;
}

export function cancellationSource(): CancellationSource {
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
			if (cancelled) {
				return;
			}
			cancelled = true;
			for (const listener of [...listeners]) {
				listener();
			}
			listeners.clear();
		},
	};
}
