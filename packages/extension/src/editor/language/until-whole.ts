import { delay } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import { answerShape } from './answer-shape.ts';
import type { LanguageAnswer, LanguageQuery } from './language-query.ts';
import type { LanguageServers } from './language-servers.ts';
import type { Doubts, ReferenceCheck } from './reference-check.ts';

const FIRST_PAUSE = 150;
const MAX_PAUSE = 1500;
/** When neither the answer nor the doubts about it change for this long, more waiting would not help. */
const NO_PROGRESS = 12_000;
/**
 * How often an answer has to be the same before it counts where other files declare the name too: Intelephense leaves out overriding
 * methods as long as it has not read what they override, also for a moment after a file was opened again.
 */
const TIMES_SAME = 3;

/** Asks again until nothing speaks against the answer being whole, the server makes no more progress, or the time is up. */
export async function untilWhole<T>({
	query: { document, timeLimit },
	question,
	placesOf,
	check,
	languageServers,
}: {
	query: LanguageQuery;
	question: () => Promise<LanguageAnswer<T>>;
	placesOf: (answer: T) => readonly vscode.Location[];
	check: ReferenceCheck;
	languageServers: LanguageServers;
}): Promise<LanguageAnswer<T>> {
	const { languageId } = document;
	let answer = await question();
	let state = '';
	let same = 1;
	let lastProgress = Date.now();
	for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
		const doubts = await check.review(answer.answer.flatMap(placesOf), timeLimit.left());
		const doubtful = filesInDoubt(doubts, languageServers.isSettled(languageId), same >= TIMES_SAME);
		if (doubtful.size === 0) {
			return answer;
		}
		const current = [answerShape(answer.answer), ...doubtful].join('\0');
		if (current !== state) {
			lastProgress = Date.now();
		}
		state = current;
		const left = timeLimit.left().milliseconds;
		if (left <= pause || Date.now() - lastProgress > NO_PROGRESS) {
			return { ...answer, freshness: 'not_ready', doubtfulFiles: doubtful.size };
		}
		await delay(pause, timeLimit.left().signal);
		const again = await question();
		if (answerShape(again.answer) !== answerShape(answer.answer)) {
			languageServers.noteGrowth(languageId);
			same = 0;
		}
		same++;
		answer = again;
	}
}

/** Once the server no longer learns anything new, a name that it cannot resolve is one that it never will. */
function filesInDoubt(
	{ missing, unresolved, declaring, merged, unchecked, outdated }: Doubts,
	settled: boolean,
	steady: boolean,
): ReadonlySet<string> {
	return new Set([
		...missing,
		...unchecked,
		...outdated,
		...(settled ? [] : [...unresolved, ...merged]),
		...(settled && steady ? [] : declaring),
	]);
}
