import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { FromPage, ToPage } from './messages/page-messages.ts';
import type { OpenQuestions } from './open-questions.ts';

/** The id of the view in the manifest. */
const QUESTION_VIEW = 'hawser.questions';

/** The view in which the user reads questions and answers them. */
export interface QuestionView extends vscode.Disposable {
	/** Shows what is open now. */
	update(): void;
	/** Brings the view into sight; whoever types goes on typing where they were. */
	reveal(): Promise<void>;
}

export function createQuestionView(
	extension: vscode.Uri,
	open: Pick<OpenQuestions, 'questions' | 'answered' | 'answer'>,
): QuestionView {
	let view: vscode.WebviewView | undefined;
	const dist = vscode.Uri.joinPath(extension, 'dist');

	function update(): void {
		if (view === undefined) {
			return;
		}
		const { questions, answered } = open;
		const count = questions.length;
		view.badge = count === 0 ? undefined : { value: count, tooltip: `${count} open question${count === 1 ? '' : 's'}` };
		void view.webview.postMessage({ kind: 'state', questions, answered } satisfies ToPage);
	}

	const registration = vscode.window.registerWebviewViewProvider(QUESTION_VIEW, {
		resolveWebviewView(resolved) {
			const { webview } = resolved;
			view = resolved;
			webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: [dist] };
			resolved.onDidDispose(() => {
				if (view === resolved) {
					view = undefined;
				}
			});
			webview.onDidReceiveMessage((message: unknown) => {
				if (!isFromPage(message)) {
					return;
				}
				if (message.kind === 'answer') {
					open.answer(message);
				}
				update();
			});
			webview.html = pageOf(webview, dist);
			update();
		},
	});

	return {
		update,
		async reveal() {
			if (view === undefined) {
				await vscode.commands.executeCommand(`${QUESTION_VIEW}.focus`, { preserveFocus: true });
			} else {
				view.show(true);
			}
		},
		dispose: () => void registration.dispose(),
	};
}

/** Nothing of a question is in it: texts come as messages, and the page puts them in as text. */
function pageOf(webview: vscode.Webview, dist: vscode.Uri): string {
	const nonce = randomBytes(16).toString('base64url');
	const address = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
	const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
	return `<!DOCTYPE html>
<html lang="en">
<head>
	<meta charset="utf-8">
	<meta http-equiv="Content-Security-Policy" content="${policy}">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<link rel="stylesheet" href="${address('questions-page.css')}">
	<title>Questions</title>
</head>
<body>
	<div id="news" role="status" aria-live="polite"></div>
	<main id="questions" aria-label="Open questions"></main>
	<section id="rest"></section>
	<script nonce="${nonce}" src="${address('questions-page.js')}"></script>
</body>
</html>`;
}

function isFromPage(message: unknown): message is FromPage {
	if (typeof message !== 'object' || message === null || !('kind' in message)) {
		return false;
	}
	const { kind, id, key, digest }: Partial<Record<string, unknown>> = { ...message };
	return kind === 'ready' || (kind === 'answer' && [id, key, digest].every(value => typeof value === 'string'));
}
