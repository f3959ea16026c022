import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';

/** Milliseconds for which the window may be kept from its other work. */
const SLICE = 5;

/** Does something with each, and lets others have their turn every few milliseconds. */
export async function inSlices<T>(items: Iterable<T>, signal: Cancellation, work: (item: T) => void): Promise<void> {
	let breakAt = performance.now() + SLICE;
	for (const item of items) {
		work(item);
		if (performance.now() > breakAt) {
			await new Promise(setImmediate);
			throwIfCancelled(signal);
			breakAt = performance.now() + SLICE;
		}
	}
}
