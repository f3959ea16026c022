import { createHash, randomBytes } from 'node:crypto';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { shorten } from '@hawser/core/text/shorten.ts';
import { resultWithin, type TimeLimit, throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { allOf } from '../../words/lists.ts';
import type { FromPage, ShownAnswer, ShownQuestion } from './messages/page-messages.ts';
import type { Question, QuestionFile, QuestionForm, UserQuestions } from './question.ts';
import { sizeOf, visibleText } from './visible-text.ts';

/** The questions that callers wait for, the oldest first, and the last few answers. */
export interface OpenQuestions extends UserQuestions {
	readonly questions: readonly ShownQuestion[];
	readonly answered: readonly ShownAnswer[];
	/**
	 * Takes the answer if it is one of those that were offered, to exactly what was shown. What is wrong with the form that
	 * belongs to it, if something is.
	 */
	answer(given: Omit<FromPage & { kind: 'answer' }, 'kind'>): string | undefined;
	/** Shows a file of a question. */
	open(given: { id: string; file: string }): void;
	/** Shows the comparisons of all files in one editor. */
	openAll(given: { id: string }): void;
	leaveOut(given: { id: string; file: string; out: boolean }): void;
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
	onWords: ((words: string) => void) | undefined;
	form: QuestionForm<string> | undefined;
	files: readonly QuestionFile[];
	openAll: (() => void) | undefined;
}

/** Among more, nobody finds the one that matters. */
const MAX_OPEN = 100;
const MAX_ANSWERED = 5;
const MAX_ABOUT = 80;
const MAX_WORDS = 1000;

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
			if (waiting.size >= MAX_OPEN) {
				throw new ToolError('E_CAPACITY', `${MAX_OPEN} questions wait for the user already.`, {
					hint: 'Wait until the user has answered some of them.',
				});
			}
			const shown = showQuestion(question, question.folder ?? folder(), timeLimit, now());
			const given = new Promise<string>(resolve =>
				waiting.set(shown.id, {
					...{ shown, resolve, onWords: question.onWords, form: question.form },
					files: question.files ?? [],
					openAll: question.openAll,
				}),
			);
			onChange();
			try {
				const key = await resultWithin(given, timeLimit);
				return keysOf(question.answers).find(offered => offered === key);
			} finally {
				waiting.delete(shown.id);
				onChange();
			}
		},
		answer({ id, key, digest, words, values = {} }) {
			const question = waiting.get(id);
			const choice = question?.shown.answers.find(offered => offered.key === key);
			if (question === undefined || choice === undefined || question.shown.digest !== digest) {
				return undefined;
			}
			const problem = question.form?.answer === key ? question.form.take(values) : undefined;
			if (problem !== undefined) {
				return problem;
			}
			// One answer is enough; the page may have sent a second before it heard that the question is gone.
			waiting.delete(id);
			answered = [describe(question.shown, choice.label, now()), ...answered].slice(0, MAX_ANSWERED);
			const sentence = words?.trim() ?? '';
			if (sentence !== '') {
				question.onWords?.(sentence.slice(0, MAX_WORDS));
			}
			question.resolve(key);
			return undefined;
		},
		open: ({ id, file }) => findFile(id, file)?.open?.(),
		openAll: ({ id }) => waiting.get(id)?.openAll?.(),
		leaveOut: ({ id, file, out }) => findFile(id, file)?.leaveOut?.(out),
	};

	function findFile(id: string, key: string): QuestionFile | undefined {
		return waiting.get(id)?.files.find(file => file.key === key);
	}
}

function showQuestion<Key extends string>(
	{ wants, asker = [], late = false, about, files = [], openAll, why, answers, form, onWords }: Question<Key>,
	folder: string,
	{ milliseconds }: TimeLimit,
	now: Date,
): ShownQuestion {
	const content = {
		asker: visibleText(allOf(asker)) || vscode.l10n.t('An agent'),
		folder: visibleText(folder),
		sentence: sentenceOf(wants, asker.length, late),
		late,
		why,
		files: files.map(({ open, leaveOut, name, ...facts }) => ({
			...facts,
			name: visibleText(name),
			opens: open !== undefined,
			canBeLeftOut: leaveOut !== undefined,
		})),
		opensAll: openAll !== undefined,
		about: about.map(({ label, text, form }) => ({
			label,
			text: visibleText(text),
			size: sizeOf(text),
			diff: form === 'diff',
		})),
		answers: keysOf(answers).map(key => ({ key, label: answers[key] ?? key })),
		...(form && { form: { key: form.answer, fields: form.fields } }),
		takesWords: onWords !== undefined,
		until: timeOf(new Date(now.getTime() + milliseconds), 'medium'),
	};
	const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
	return { id: randomBytes(16).toString('hex'), digest, ...content };
}

function sentenceOf(wants: string, agents: number, late: boolean): string {
	if (late) {
		return vscode.l10n.t({
			message: 'An agent wanted to {0}, and has gone on. A yes counts if it asks again within ten minutes.',
			args: [wants],
			comment: ['{0}: as "change a file"'],
		});
	}
	return agents > 1
		? vscode.l10n.t({ message: '{0} agents want to {1}.', args: [agents, wants], comment: ['{1}: as "change a file"'] })
		: vscode.l10n.t({ message: 'An agent wants to {0}.', args: [wants], comment: ['{0}: as "change a file"'] });
}

function describe({ sentence, files, about }: ShownQuestion, answer: string, now: Date): ShownAnswer {
	const names = files.map(({ name }) => name).join(', ');
	const first = (names === '' ? (about[0]?.text ?? '') : names).replaceAll(/\s+/g, ' ').trim();
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

function keysOf<Key extends string>(answers: Readonly<Partial<Record<Key, string>>>): Key[] {
	const keys: Key[] = [];
	for (const key in answers) {
		keys.push(key);
	}
	return keys;
}
