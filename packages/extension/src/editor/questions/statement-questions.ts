import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { UserQuestions } from './question.ts';
import { createSharedQuestions } from './shared-questions.ts';

/** Questions about databases, put without blocking the window. Nobody there to answer means no. */
export interface StatementQuestions {
	/** `text` says all about the connection; names in it may come from the repository. */
	mayConnect(text: string, signal: Cancellation): Promise<boolean>;
	/** `text` says where the statement would run. Both are shown whole. */
	mayRun(text: string, statement: string, signal: Cancellation): Promise<boolean>;
}

const ANSWER_LIMIT = 60_000;

const CONNECT = { connect: 'Connect', deny: 'Deny' };
const RUN = { run: 'Run', deny: 'Deny' };

export function createStatementQuestions(user: UserQuestions): StatementQuestions {
	const questions = createSharedQuestions<boolean>();
	return {
		async mayConnect(text, signal) {
			const question = {
				wants: 'read a database',
				about: [{ label: 'Database', text }],
				why: 'It is not part of this project on this machine. If you connect, you are not asked about it again.',
				answers: CONNECT,
			};
			const put = async (shared: Cancellation) =>
				(await user.ask(question, { milliseconds: ANSWER_LIMIT, signal: shared })) === 'connect';
			return (await questions.ask(text, put, { milliseconds: ANSWER_LIMIT, signal })) === true;
		},
		async mayRun(text, statement, signal) {
			const question = {
				wants: 'change a database',
				about: [
					{ label: 'Statement', text: statement },
					{ label: 'Database', text },
				],
				why: 'A statement that changes data runs only when you allow it, once each time.',
				answers: RUN,
			};
			// A permission is for one run, so equal statements are asked about one by one.
			return (await user.ask(question, { milliseconds: ANSWER_LIMIT, signal })) === 'run';
		},
	};
}
