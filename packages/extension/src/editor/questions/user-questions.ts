import * as vscode from 'vscode';
import { createOpenQuestions } from './open-questions.ts';
import type { DisposableUserQuestions } from './question.ts';
import { createQuestionView } from './question-view.ts';

/** Shows the questions; it answers none. */
const SHOW = 'hawser.showQuestions';

/**
 * Asks in a view of Hawser's own, with real buttons. Notifications would not do: links in them can be forged by what an agent
 * wrote, VS Code cuts their text, Do Not Disturb hides them, and one with buttons cannot be taken back when nobody waits any
 * more. A notification and the status bar only say that there is a question, in words of ours.
 */
export function createUserQuestions(extension: vscode.Uri): DisposableUserQuestions {
	const open = createOpenQuestions({ onChange: follow, folder: foldersOfWindow });
	const view = createQuestionView(extension, open);
	const status = vscode.window.createStatusBarItem('hawser.questions', vscode.StatusBarAlignment.Left, 1000);
	status.command = SHOW;
	status.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
	let known: readonly string[] = [];
	let endNotice: (() => void) | undefined;

	function follow(): void {
		const { questions } = open;
		view.update();
		const waiting = questions.filter(({ late }) => !late);
		if (waiting.length === 0) {
			status.hide();
			endNotice?.();
			endNotice = undefined;
		} else {
			const text =
				waiting.length === 1 ? vscode.l10n.t('An agent asks') : vscode.l10n.t('{0} questions', waiting.length);
			status.name = vscode.l10n.t('Hawser: Questions');
			status.tooltip = vscode.l10n.t('Show the question and answer it');
			status.text = `$(question) ${text}`;
			status.show();
			endNotice ??= startNotice();
		}
		const ids = waiting.map(({ id }) => id);
		if (ids.some(id => !known.includes(id))) {
			view.reveal().then(undefined, () => undefined);
		}
		known = ids;
	}

	return {
		ask: open.ask,
		show: view.focus,
		dispose() {
			endNotice?.();
			status.dispose();
			view.dispose();
		},
	};
}

/** Progress is the only notification that an extension can close. Our own words, and one link that only shows. */
function startNotice(): () => void {
	let end: () => void = () => undefined;
	const ended = new Promise<void>(resolve => (end = resolve));
	const options = {
		location: vscode.ProgressLocation.Notification,
		title: `${vscode.l10n.t('An agent waits for your answer.')} [${vscode.l10n.t('Show the question')}](command:${SHOW})`,
	};
	void vscode.window.withProgress(options, () => ended);
	return end;
}

function foldersOfWindow(): string {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folders.map(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : uri.toString(true))).join(', ');
}
