import { ToolError } from '../errors/tool-error.ts';
import type { Cancellation } from '../ports/values/cancellation.ts';

export interface CallQueue {
	/** Resolves when the call may start, with the function that gives its place back. */
	enter(signal: Cancellation): Promise<() => void>;
	readonly running: number;
	readonly waiting: number;
}

export interface Capacity {
	running: number;
	waiting: number;
}

/** First come, first served. A runaway agent fills the queue and is told so; it cannot bury the editor under calls. */
export function createCallQueue(capacity: Capacity): CallQueue {
	let running = 0;
	const waiting = new Set<() => void>();

	const leaveOnce = () => {
		let left = false;
		return () => {
			if (!left) {
				left = true;
				running--;
				const [next] = waiting;
				next?.();
			}
		};
	};

	return {
		get running() {
			return running;
		},
		get waiting() {
			return waiting.size;
		},
		enter(signal) {
			if (running < capacity.running) {
				running++;
				return Promise.resolve(leaveOnce());
			}
			if (waiting.size >= capacity.waiting) {
				const message = `${running} calls are running and ${waiting.size} are waiting in this window.`;
				return Promise.reject(new ToolError('E_CAPACITY', message));
			}
			return new Promise((resolve, reject) => {
				const start = () => {
					waiting.delete(start);
					stopListening();
					running++;
					resolve(leaveOnce());
				};
				waiting.add(start);
				const stopListening = signal.onCancelled(() => {
					waiting.delete(start);
					reject(new ToolError('E_CANCELLED', 'The call was cancelled while it waited for its turn.'));
				});
			});
		},
	};
}
