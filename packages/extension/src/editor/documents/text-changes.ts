import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

/** Collects the documents of the workspace whose text changes while another extension works. */
export interface TextChanges extends vscode.Disposable {
	/** Waits until nothing has changed and nothing has been saved for so long, counted from now at least. */
	quiet(milliseconds: number, signal: Cancellation): Promise<void>;
	documents(): readonly vscode.TextDocument[];
}

export function watchChanges(): TextChanges {
	const changed = new Map<string, vscode.TextDocument>();
	let last = 0;
	const watching = vscode.Disposable.from(
		vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
			if (contentChanges.length > 0 && vscode.workspace.getWorkspaceFolder(document.uri)) {
				changed.set(document.uri.toString(), document);
				last = Date.now();
			}
		}),
		vscode.workspace.onDidSaveTextDocument(() => {
			last = Date.now();
		}),
	);
	return {
		async quiet(milliseconds, signal) {
			last = Date.now();
			for (let rest = milliseconds; rest > 0; rest = last + milliseconds - Date.now()) {
				await delay(rest, signal);
			}
		},
		documents: () => [...changed.values()],
		dispose() {
			watching.dispose();
		},
	};
}
