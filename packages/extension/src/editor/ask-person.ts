import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { plainNotice } from './plain-notice.ts';
import { type Patience, within } from './until.ts';

/** Starts with an underscore, so that VS Code does not list it; nobody answers without the question's secret. */
const ANSWER = '_hawser.answer';

export interface PersonAsker extends vscode.Disposable {
	/**
	 * The key of the answer that the person chose; undefined when they do not answer in time. `answers` maps keys to what
	 * the person reads.
	 */
	ask<Key extends string>(
		question: string,
		answers: Readonly<Record<Key, string>>,
		patience: Patience,
	): Promise<Key | undefined>;
}

/**
 * Asks in a progress notification with the answers as links. VS Code lets no extension close a notification with
 * buttons, so the question would stay after nobody waits for its answer, and a warning slips out of sight after twelve
 * seconds. Progress stays in sight while it lasts and goes when it ends.
 */
export function createPersonAsker(): PersonAsker {
	const open = new Map<string, (key: string) => void>();
	const command = vscode.commands.registerCommand(ANSWER, (secret: unknown, key: unknown) => {
		if (typeof secret === 'string' && typeof key === 'string') {
			open.get(secret)?.(key);
		}
	});
	return {
		async ask(question, answers, patience) {
			const secret = randomBytes(16).toString('hex');
			const keys = keysOf(answers);
			const links = keys.map(key => `[${answers[key]}](${answerUri(secret, key)})`);
			const options = {
				location: vscode.ProgressLocation.Notification,
				title: `${plainNotice(question)} ${links.join('  |  ')}`,
			};
			try {
				return await vscode.window.withProgress(options, () => {
					const answered = new Promise<string>(resolve => open.set(secret, resolve));
					return within(
						answered.then(answer => keys.find(key => key === answer)),
						patience,
					);
				});
			} finally {
				open.delete(secret);
			}
		},
		dispose: () => void command.dispose(),
	};
}

function answerUri(secret: string, key: string): string {
	return `command:${ANSWER}?${encodeURIComponent(JSON.stringify([secret, key]))}`;
}

function keysOf<Key extends string>(answers: Readonly<Record<Key, string>>): Key[] {
	const keys: Key[] = [];
	for (const key in answers) {
		keys.push(key);
	}
	return keys;
}
