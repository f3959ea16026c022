import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import * as vscode from 'vscode';
import type { Asking, GuardRules } from './consent.ts';
import { deniedError } from './denied.ts';
import { askFor, ORDINARY_PATIENCE } from './patience.ts';
import type { UserQuestions } from './question.ts';
import { createSharedQuestions } from './shared-questions.ts';

/** Questions about databases, put without blocking the window. Nobody there to answer means no. */
export interface StatementQuestions {
	/** `text` says all about the connection; names in it may come from the repository. */
	mayConnect(text: string, signal: Cancellation): Promise<boolean>;
	/** `text` says where the statement would run. Both are shown whole. E_DENIED when the user does not allow it. */
	mayRun(text: string, statement: string, caller: Asking): Promise<true>;
}

export function createStatementQuestions(user: UserQuestions, rules: GuardRules): StatementQuestions {
	const questions = createSharedQuestions<boolean>();
	return {
		async mayConnect(text, signal) {
			const question = {
				wants: vscode.l10n.t('read a database'),
				about: [{ label: vscode.l10n.t('Database'), text }],
				why: vscode.l10n.t(
					'It is not part of this project on this machine. If you connect, you are not asked about it again.',
				),
				answers: { connect: vscode.l10n.t('Connect'), deny: vscode.l10n.t('Deny') },
			};
			const put = async (shared: Cancellation) =>
				(await user.ask(question, { milliseconds: ORDINARY_PATIENCE, signal: shared })) === 'connect';
			return (await questions.ask(text, put, { milliseconds: ORDINARY_PATIENCE, signal })) === true;
		},
		async mayRun(text, statement, caller) {
			if (rules(caller, [])) {
				return true;
			}
			let says: string | undefined;
			const question = {
				wants: vscode.l10n.t('change a database'),
				...(caller.who !== undefined && { asker: [caller.who] }),
				about: [
					{ label: vscode.l10n.t('Statement'), text: statement },
					{ label: vscode.l10n.t('Database'), text },
				],
				why: vscode.l10n.t('A statement that changes data runs only when you allow it, once each time.'),
				answers: {
					run: vscode.l10n.t({ message: 'Run', comment: ['The button that runs a statement'] }),
					deny: vscode.l10n.t('Deny'),
				},
				onWords: (words: string) => {
					says = words;
				},
			};
			// A permission is for one run, so equal statements are asked about one by one, and a late yes is worth nothing.
			const startedAt = Date.now();
			const answer = await askFor(caller, timeLimit => user.ask(question, timeLimit));
			if (answer !== 'run') {
				throw deniedError({ answer, says, waited: Date.now() - startedAt, topic: 'run this statement' });
			}
			return true;
		},
	};
}
