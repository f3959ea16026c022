import { isRecord } from '@hawser/core/data/plain-data.ts';
import * as vscode from 'vscode';
import { isFormValues } from './messages/form-messages.ts';
import type { FromPage, ToPage } from './messages/page-messages.ts';
import type { OpenQuestions } from './open-questions.ts';
import { showPage } from './page-html.ts';

/** The id of the view in the manifest. */
const QUESTION_VIEW = 'hawser.questions';

/**
 * Milliseconds after which a page in sight that has said nothing is made anew, the first time and each time after that. VS Code in a
 * browser waits for ever for its service worker when two windows show their first page in the same moment, and the page stays empty.
 */
const SILENT_AFTER = [15_000, 30_000, 60_000];

// A question waits for less than a minute, so it is announced at once.
const BODY = `<div id="news" role="alert" aria-live="assertive"></div>
	<main id="questions"></main>
	<section id="rest"></section>`;

/** The view in which the user reads questions and answers them. */
export interface QuestionView extends vscode.Disposable {
	/** Shows what is open now. */
	update(): void;
	/** Brings the view into sight; whoever types goes on typing where they were. */
	reveal(): Promise<void>;
	/** Brings the view into sight and the keyboard to the oldest question, because the user wants to go there. */
	focus(): Promise<void>;
}

export function createQuestionView(
	extension: vscode.Uri,
	open: Pick<OpenQuestions, 'questions' | 'answered' | 'answer' | 'open' | 'openAll' | 'leaveOut'>,
): QuestionView {
	let view: vscode.WebviewView | undefined;
	/** The page is told when it is ready. */
	let focusWanted = false;
	const patience = [...SILENT_AFTER];
	let silence: ReturnType<typeof setTimeout> | undefined;

	/** The view is offered from the first question on; see its `when` in the manifest. */
	const offer = (offered = true) => vscode.commands.executeCommand('setContext', 'hawser.asked', offered);

	const bringIntoSight = () => vscode.commands.executeCommand(`${QUESTION_VIEW}.focus`, { preserveFocus: true });

	/** A view that is taken away and offered again gets a new page; nothing less gives it one. */
	async function makeAnew(): Promise<void> {
		await offer(false);
		await offer();
		await bringIntoSight();
	}

	function expectPage(shown: vscode.WebviewView): void {
		clearTimeout(silence);
		const limit = patience.shift();
		if (limit !== undefined) {
			silence = setTimeout(() => {
				if (view === shown && shown.visible) {
					void makeAnew();
				}
			}, limit);
		}
	}

	const post = (message: ToPage) => void view?.webview.postMessage(message);

	function update(): void {
		if (view === undefined) {
			return;
		}
		const { questions, answered } = open;
		const count = questions.length;
		const tooltip = count === 1 ? vscode.l10n.t('1 open question') : vscode.l10n.t('{0} open questions', count);
		view.badge = count === 0 ? undefined : { value: count, tooltip };
		post({ kind: 'state', questions, answered });
		if (focusWanted) {
			post({ kind: 'focus' });
		}
	}

	function answer(given: FromPage & { kind: 'answer' }): void {
		const problem = open.answer(given);
		update();
		if (problem !== undefined) {
			post({ kind: 'problem', id: given.id, text: problem });
		}
	}

	const registration = vscode.window.registerWebviewViewProvider(QUESTION_VIEW, {
		resolveWebviewView(resolved) {
			view = resolved;
			resolved.onDidDispose(() => {
				if (view === resolved) {
					view = undefined;
				}
			});
			resolved.webview.onDidReceiveMessage((message: unknown) => {
				if (!isFromPage(message)) {
					return;
				}
				switch (message.kind) {
					case 'open':
						open.open(message);
						return;
					case 'open-all':
						open.openAll(message);
						return;
					case 'leave-out':
						open.leaveOut(message);
						return;
					case 'answer':
						answer(message);
						return;
					case 'ready':
						clearTimeout(silence);
						update();
						focusWanted = false;
				}
			});
			showPage(resolved.webview, extension, { title: vscode.l10n.t('Questions'), body: BODY });
			expectPage(resolved);
			update();
		},
	});

	return {
		update,
		async reveal() {
			if (view === undefined) {
				await offer();
				await bringIntoSight();
			} else {
				view.show(true);
			}
		},
		async focus() {
			const isReady = view?.visible === true;
			focusWanted = !isReady;
			await offer();
			await vscode.commands.executeCommand(`${QUESTION_VIEW}.focus`);
			if (isReady) {
				post({ kind: 'focus' });
			}
		},
		dispose() {
			clearTimeout(silence);
			registration.dispose();
		},
	};
}

function isFromPage(message: unknown): message is FromPage {
	if (!isRecord(message)) {
		return false;
	}
	const { kind, id, key, digest, words = '', values = {}, file, out } = message;
	const areTexts = (...texts: unknown[]) => texts.every(text => typeof text === 'string');
	return (
		kind === 'ready' ||
		(kind === 'answer' && areTexts(id, key, digest, words) && isFormValues(values)) ||
		(kind === 'open' && areTexts(id, file)) ||
		(kind === 'open-all' && areTexts(id)) ||
		(kind === 'leave-out' && areTexts(id, file) && typeof out === 'boolean')
	);
}
