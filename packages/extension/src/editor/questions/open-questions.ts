import { createHash, randomBytes } from 'node:crypto';
import { shorten } from '@hawser/core/text/shorten.ts';
import { resultWithin, type TimeLimit, throwIfCancelled } from '@hawser/node/deadlines.ts';
import type { FromPage, ShownAnswer, ShownQuestion } from './messages/page-messages.ts';
import type { Question, UserQuestions } from './question.ts';
import { sizeOf, visibleText } from './visible-text.ts';

/** The questions that callers wait for, the oldest first, and the last few answers. */
export interface OpenQuestions extends UserQuestions {
	readonly questions: readonly ShownQuestion[];
	readonly answered: readonly ShownAnswer[];
	/** Takes the answer if it is one of those that were offered, to exactly what was shown. */
	answer(given: Omit<FromPage & { kind: 'answer' }, 'kind'>): void;
}

export interface OpenQuestionsOptions {
	/** Called whenever a question comes or goes. */
	onChange: () => void;
	/** The folders to show for a question that names none. */
	folder: () => string;
	now?: () => Date;
}

interface Waiting {
	shown: ShownQuestion;
	resolve: (key: string) => void;
}

const MAX_ANSWERED = 5;
const MAX_ABOUT = 80;

export function createOpenQuestions({ onChange, folder, now = () => new Date() }: OpenQuestionsOptions): OpenQuestions {
	const waiting = new Map<string, Waiting>();
	let answered: readonly ShownAnswer[] = [];

	return {
		get questions() {
			return [...waiting.values()].map(({ shown }) => shown);
		},
		get answered() {
			return answered;
		},
		async ask(question, timeLimit) {
			throwIfCancelled(timeLimit.signal);
			const shown = showQuestion(question, question.folder ?? folder(), timeLimit, now());
			const given = new Promise<string>(resolve => waiting.set(shown.id, { shown, resolve }));
			onChange();
			try {
				const key = await resultWithin(given, timeLimit);
				return keysOf(question.answers).find(offered => offered === key);
			} finally {
				waiting.delete(shown.id);
				onChange();
			}
		},
		answer({ id, key, digest }) {
			const question = waiting.get(id);
			const choice = question?.shown.answers.find(offered => offered.key === key);
			if (question === undefined || choice === undefined || question.shown.digest !== digest) {
				return;
			}
			// One answer is enough; the page may have sent a second before it heard that the question is gone.
			waiting.delete(id);
			answered = [describe(question.shown, choice.label, now()), ...answered].slice(0, MAX_ANSWERED);
			question.resolve(key);
		},
	};
}

function showQuestion<Key extends string>(
	{ wants, about, why, answers }: Question<Key>,
	folder: string,
	{ milliseconds }: TimeLimit,
	now: Date,
): ShownQuestion {
	const content = {
		asker: 'An agent',
		folder: visibleText(folder),
		sentence: `An agent wants to ${wants}.`,
		why,
		about: about.map(({ label, text }) => ({ label, text: visibleText(text), size: sizeOf(text) })),
		answers: keysOf(answers).map(key => ({ key, label: answers[key] })),
		until: timeOf(new Date(now.getTime() + milliseconds), 'medium'),
	};
	const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
	return { id: randomBytes(16).toString('hex'), digest, ...content };
}

function describe({ sentence, about }: ShownQuestion, answer: string, now: Date): ShownAnswer {
	const first = about[0]?.text.replaceAll(/\s+/g, ' ').trim() ?? '';
	return {
		answer,
		sentence,
		about: shorten(first, MAX_ABOUT),
		time: timeOf(now, 'short'),
	};
}

function timeOf(date: Date, timeStyle: 'short' | 'medium'): string {
	return date.toLocaleTimeString(undefined, { timeStyle });
}

function keysOf<Key extends string>(answers: Readonly<Record<Key, string>>): Key[] {
	const keys: Key[] = [];
	for (const key in answers) {
		keys.push(key);
	}
	return keys;
}
