import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import type { DebugModel } from '../model/debug-model.ts';

/** Waits on the model. Nothing polls: the question is asked anew after each change, and never again after its end. */
export interface ModelWaiters {
	/** The first answer that is not undefined; undefined when the time is up first. Fails when cancelled or when the question throws. */
	until<Answer>(question: () => Answer | undefined, timeLimit: TimeLimit): Promise<Answer | undefined>;
	/** Asks all questions anew: something that they look at has changed outside the model. */
	askAgain(): void;
	/** The number of waits under way. */
	readonly pending: number;
}

export function createModelWaiters(model: Pick<DebugModel, 'onChange'>): ModelWaiters {
	const waiting = new Set<() => void>();
	return {
		get pending() {
			return waiting.size;
		},
		askAgain() {
			[...waiting].forEach(ask => ask());
		},
		async until(question, { milliseconds, signal }) {
			const now = question();
			if (now !== undefined) {
				return now;
			}
			return new Promise((resolve, reject) => {
				const finish = () => {
					waiting.delete(ask);
					clearTimeout(timer);
					forgetChanges();
					forgetSignal();
				};
				const ask = () => {
					try {
						const answer = question();
						if (answer !== undefined) {
							finish();
							resolve(answer);
						}
					} catch (error) {
						finish();
						reject(error instanceof Error ? error : new Error(String(error)));
					}
				};
				const timer = setTimeout(
					() => {
						finish();
						resolve(undefined);
					},
					Math.max(0, milliseconds),
				);
				waiting.add(ask);
				const forgetChanges = model.onChange(ask);
				// A signal that is cancelled already calls back at once, before the function to forget it exists.
				let forgetSignal: () => void = () => undefined;
				forgetSignal = signal.onCancelled(() => {
					finish();
					reject(new ToolError('E_CANCELLED', 'The call was cancelled.'));
				});
			});
		},
	};
}
