import { type CancellationSource, createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { resultWithin, type TimeLimit, throwIfCancelled } from '@hawser/node/deadlines.ts';
import type { Question, UserQuestions } from './question.ts';

/** An agent that waits for an answer. */
export interface Asker {
	/** The same for all calls of one agent: its connection, and what it calls itself. */
	id: string;
	connection: string;
	/** The agent as a user is told of it. */
	who: string;
}

/** Agents without a connection of their own are told apart by what they call themselves. */
export function askerOf(connection: string, who: string): Asker {
	return { id: JSON.stringify([connection, who]), connection, who };
}

export interface Given<Key extends string> {
	key: Key;
	/** What the user wants the agent to know. */
	says?: string;
}

export interface LastingQuestion<Key extends string> extends Omit<Question<Key>, 'asker' | 'onWords' | 'late'> {
	/** The same for questions that one answer settles. */
	topic: string;
	/** Takes an answer that came when these agents had gone on. */
	onLate(given: Given<Key>, askers: readonly Asker[]): void;
}

/**
 * Asks once what several agents want to know, and names them all. When the last has gone on without an answer, the question stays for a
 * while, and says so; whoever asks the same again finds it.
 */
export interface LastingQuestions<Key extends string> {
	/** Undefined when nobody answers in time, or when `hopeless` comes first. */
	ask(
		question: LastingQuestion<Key>,
		asker: Asker,
		timeLimit: TimeLimit & { hopeless?: Promise<void> },
	): Promise<Given<Key> | undefined>;
	/** Answers the open questions that have been settled otherwise; undefined leaves one open. */
	settle(answerOf: (topic: string, asker: Asker) => Given<Key> | undefined): void;
}

interface Standing<Key extends string> {
	question: LastingQuestion<Key>;
	askers: Map<string, Asker>;
	/** The calls that wait, by the agent that made them. */
	waiting: Set<WaitingCall<Key>>;
	/** Takes away what is shown. */
	shown: CancellationSource | undefined;
}

interface WaitingCall<Key extends string> {
	/** Of the agent. */
	id: string;
	endsAt: number;
	resolve: (given: Given<Key>) => void;
}

/** An answer within this time is for an agent that may ask again. */
export const LATE_LIMIT = 10 * 60_000;
const MAX_LATE = 20;

export function createLastingQuestions<Key extends string>(user: UserQuestions): LastingQuestions<Key> {
	const open = new Map<string, Standing<Key>>();

	/** Shows the question as it stands now: with other agents it is another one, and an answer is for what was shown. */
	function show(standing: Standing<Key>): void {
		const { question, askers, waiting } = standing;
		const { wants, about, why, answers, form, folder } = question;
		const endsAt = Math.max(...[...waiting].map(call => call.endsAt));
		standing.shown?.cancel();
		const shown = createCancellation();
		standing.shown = shown;
		let says: string | undefined;
		const asked = user.ask(
			{
				...{ wants, about, why, answers },
				...(form && { form }),
				...(folder !== undefined && { folder }),
				asker: [...askers.values()].map(({ who }) => who),
				late: waiting.size === 0,
				onWords: words => {
					says = words;
				},
			},
			{ milliseconds: waiting.size === 0 ? LATE_LIMIT : endsAt - Date.now(), signal: shown },
		);
		asked.then(
			key => {
				if (key !== undefined && standing.shown === shown) {
					finish(standing, { key, ...(says !== undefined && { says }) });
				} else if (waiting.size === 0) {
					drop(standing);
				} else if ([...waiting].some(call => call.endsAt > endsAt)) {
					show(standing);
				}
			},
			// Taken away: by another state of the same question, or because nobody asks any more.
			() => undefined,
		);
	}

	function finish(standing: Standing<Key>, given: Given<Key>): void {
		drop(standing);
		const present = new Set([...standing.waiting].map(({ id }) => id));
		for (const { resolve } of standing.waiting) {
			resolve(given);
		}
		const gone = [...standing.askers.values()].filter(({ id }) => !present.has(id));
		if (gone.length > 0) {
			standing.question.onLate(given, gone);
		}
	}

	function drop(standing: Standing<Key>): void {
		standing.shown?.cancel();
		if (open.get(standing.question.topic) === standing) {
			open.delete(standing.question.topic);
		}
	}

	/** The last that waited has gone on. */
	function stayLate(standing: Standing<Key>): void {
		const late = [...open.values()].filter(({ waiting }) => waiting.size === 0);
		if (late.length > MAX_LATE && late[0]) {
			drop(late[0]);
		}
		show(standing);
	}

	function leave(standing: Standing<Key>, asker: Asker): void {
		if (![...standing.waiting].some(({ id }) => id === asker.id)) {
			standing.askers.delete(asker.id);
		}
		if (standing.askers.size === 0) {
			drop(standing);
		} else if (standing.waiting.size === 0) {
			stayLate(standing);
		}
	}

	return {
		async ask(question, asker, { milliseconds, signal, hopeless }) {
			throwIfCancelled(signal);
			const standing = open.get(question.topic) ?? {
				question,
				askers: new Map(),
				waiting: new Set(),
				shown: undefined,
			};
			const wasLate = standing.waiting.size === 0;
			const isNew = !standing.askers.has(asker.id);
			open.set(question.topic, standing);
			standing.askers.set(asker.id, asker);
			const { answer, call } = waitingCall<Key>(asker.id, Date.now() + milliseconds);
			standing.waiting.add(call);
			if (isNew || wasLate) {
				show(standing);
			}
			let cancelled = true;
			try {
				const first = hopeless ? Promise.race([answer, hopeless.then(() => undefined)]) : answer;
				const given = await resultWithin(first, { milliseconds, signal });
				cancelled = false;
				return given;
			} finally {
				standing.waiting.delete(call);
				if (open.get(question.topic) === standing) {
					if (cancelled) {
						leave(standing, asker);
					} else if (standing.waiting.size === 0) {
						stayLate(standing);
					}
				}
			}
		},
		settle(answerOf) {
			for (const standing of [...open.values()]) {
				const answers = [...standing.askers.values()].map(asker => answerOf(standing.question.topic, asker));
				const [given] = answers;
				if (given && answers.every(answer => answer !== undefined)) {
					finish(standing, given);
				}
			}
		},
	};
}

function waitingCall<Key extends string>(id: string, endsAt: number) {
	let resolve: WaitingCall<Key>['resolve'] = () => undefined;
	const answer = new Promise<Given<Key>>(settle => {
		resolve = settle;
	});
	return { answer, call: { id, endsAt, resolve } };
}
