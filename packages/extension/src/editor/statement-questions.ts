import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import * as vscode from 'vscode';
import type { PersonAsker } from './ask-person.ts';
import { createSharedQuestions } from './shared-questions.ts';
import { startPatience } from './until.ts';

/** Questions about databases, put without blocking the window. Nobody there to answer means no. */
export interface StatementQuestions extends vscode.Disposable {
	mayConnect(text: string, signal: Cancellation): Promise<boolean>;
	/** `statement` is shown as far as a notification holds it; the person can have it shown whole. */
	mayRun(text: string, statement: string, signal: Cancellation): Promise<boolean>;
}

const PATIENCE = 60_000;
const SCHEME = 'hawser-statement';
/** VS Code cuts long notifications, and the answers stand at the end. */
const SHOWN = 300;

const CONNECT = { connect: 'Connect', deny: 'Deny' };
const RUN = { run: 'Run', show: 'Show it', deny: 'Deny' };

export function createStatementQuestions(person: PersonAsker): StatementQuestions {
	const questions = createSharedQuestions<boolean>();
	const shown = new Map<string, string>();
	const documents = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
		provideTextDocumentContent: ({ path }) => shown.get(path),
	});
	let count = 0;

	const show = async (statement: string): Promise<void> => {
		const path = `/statement-${++count}.sql`;
		shown.clear();
		shown.set(path, statement);
		const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: SCHEME, path }));
		await vscode.window.showTextDocument(document, { preview: true });
	};

	return {
		async mayConnect(text, signal) {
			const put = async (shared: Cancellation) =>
				(await person.ask(text, CONNECT, { milliseconds: PATIENCE, signal: shared })) === 'connect';
			return (await questions.ask(text, put, { milliseconds: PATIENCE, signal })) === true;
		},
		async mayRun(text, statement, signal) {
			const question = `${text} ${shorten(statement)}`;
			const put = async (shared: Cancellation): Promise<boolean> => {
				const patience = startPatience(PATIENCE, shared);
				for (;;) {
					const answer = await person.ask(question, RUN, patience.left());
					if (answer !== 'show') {
						return answer === 'run';
					}
					await show(statement);
				}
			};
			// A permission is for one run, so equal statements are asked about one by one.
			const key = `${++count} ${question}`;
			return (await questions.ask(key, put, { milliseconds: PATIENCE, signal })) === true;
		},
		dispose: () => void documents.dispose(),
	};
}

/** Both ends: what is done stands at the start, what limits it at the end. */
function shorten(statement: string): string {
	const oneLine = statement.replaceAll(/\s+/g, ' ').trim();
	if (oneLine.length <= SHOWN) {
		return oneLine;
	}
	return `${oneLine.slice(0, SHOWN / 2)} … ${oneLine.slice(-SHOWN / 2)} (${oneLine.length} characters)`;
}
