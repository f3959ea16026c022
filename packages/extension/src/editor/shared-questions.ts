import { createCancellation } from '@hawser/core/contract/cancellation-source.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import { type Patience, throwIfCancelled, within } from './until.ts';

/** Questions to one person: one after the other, and what several callers want to know at once is asked once. */
export interface SharedQuestions<Answer> {
	/**
	 * Undefined when the caller's patience ends first, the time in the queue included. `put` is cancelled when the last of
	 * its callers has gone.
	 */
	ask(key: string, put: (signal: Cancellation) => Promise<Answer>, patience: Patience): Promise<Answer | undefined>;
}

interface Question<Answer> {
	answer: Promise<Answer>;
	callers: number;
	cancel(): void;
}

export function createSharedQuestions<Answer>(): SharedQuestions<Answer> {
	const open = new Map<string, Question<Answer>>();
	let last: Promise<unknown> = Promise.resolve();

	function start(put: (signal: Cancellation) => Promise<Answer>): Question<Answer> {
		const source = createCancellation();
		const answer = last.then(() => {
			throwIfCancelled(source);
			return put(source);
		});
		// The next question comes whatever became of this one.
		last = answer.catch(() => undefined);
		return { answer, callers: 0, cancel: () => source.cancel() };
	}

	return {
		async ask(key, put, patience) {
			const question = open.get(key) ?? start(put);
			open.set(key, question);
			question.callers++;
			try {
				return await within(question.answer, patience);
			} finally {
				question.callers--;
				if (question.callers === 0) {
					open.delete(key);
					question.cancel();
				}
			}
		},
	};
}
