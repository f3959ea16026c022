import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { resultWithin, type TimeLimit, throwIfCancelled } from '@hawser/node/deadlines.ts';

/** Asks once what several callers want to know at the same time. Different questions stand beside each other. */
export interface SharedQuestions<Answer> {
	/**
	 * Undefined when the caller's timeLimit ends first. `put` is cancelled when the last of its callers has gone.
	 */
	ask(key: string, put: (signal: Cancellation) => Promise<Answer>, timeLimit: TimeLimit): Promise<Answer | undefined>;
}

interface Question<Answer> {
	answer: Promise<Answer>;
	callers: number;
	cancel(): void;
}

export function createSharedQuestions<Answer>(): SharedQuestions<Answer> {
	const open = new Map<string, Question<Answer>>();

	function start(put: (signal: Cancellation) => Promise<Answer>): Question<Answer> {
		const source = createCancellation();
		return { answer: put(source), callers: 0, cancel: () => source.cancel() };
	}

	return {
		async ask(key, put, timeLimit) {
			throwIfCancelled(timeLimit.signal);
			const question = open.get(key) ?? start(put);
			open.set(key, question);
			question.callers++;
			try {
				return await resultWithin(question.answer, timeLimit);
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
