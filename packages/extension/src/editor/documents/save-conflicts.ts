import { stat } from 'node:fs/promises';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { delay } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { savedText } from './saved-text.ts';

/**
 * Which state of the file a document with unsaved edits began from. If the file has changed on disk since then, saving
 * would ask the user which of the two to keep, so it must be known before.
 */
export interface SaveConflicts extends vscode.Disposable {
	/** True when the file has changed on disk under unsaved edits; false also when that is not known. */
	hasMoved(document: vscode.TextDocument): Promise<boolean>;
	/**
	 * Waits until a change by another program is a moment old. VS Code may have loaded the file while it was being written, and
	 * takes its own save for a conflict until its watcher has told it of the end.
	 */
	settled(uri: vscode.Uri, signal: Cancellation): Promise<void>;
}

const SETTLING = 700;

export function createSaveConflicts(): SaveConflicts {
	/** States that the editor itself wrote: these need no waiting. */
	const ownSaves = new Map<string, Promise<string>>();
	const loadedStates = new WeakMap<vscode.TextDocument, string>();
	let noted: Promise<unknown> = Promise.resolve();
	const note = (document: vscode.TextDocument) => {
		if (document.uri.scheme === 'file' && !document.isDirty) {
			const text = withNewlines(document.getText());
			noted = Promise.allSettled([noted, compare(document, text)]);
		}
	};
	/** The first letter that a user types is told before the document is said to be dirty, so the text decides. */
	const compare = async (document: vscode.TextDocument, text: string) => {
		const state = await stateOnDisk(document.uri);
		if ((await savedText(document.uri, document.encoding)) === text) {
			loadedStates.set(document, state);
		}
	};
	vscode.workspace.textDocuments.forEach(note);
	const subscription = vscode.Disposable.from(
		vscode.workspace.onDidOpenTextDocument(note),
		vscode.workspace.onDidSaveTextDocument(document => {
			note(document);
			ownSaves.set(document.uri.toString(), stateOnDisk(document.uri));
		}),
		vscode.workspace.onDidCloseTextDocument(({ uri }) => void ownSaves.delete(uri.toString())),
		// A clean document changes when VS Code loads the file again.
		vscode.workspace.onDidChangeTextDocument(({ document }) => note(document)),
	);
	return {
		async hasMoved(document) {
			await noted;
			const base = loadedStates.get(document);
			return base !== undefined && base !== (await stateOnDisk(document.uri));
		},
		async settled(uri, signal) {
			const state = await stateOnDisk(uri);
			if (state === 'missing' || (await ownSaves.get(uri.toString())) === state) {
				return;
			}
			// Files from another machine's clock may be of a time that is yet to come.
			await delay(Math.min(SETTLING, SETTLING - (Date.now() - Number.parseFloat(state))), signal);
		},
		dispose() {
			subscription.dispose();
		},
	};
}

async function stateOnDisk(uri: vscode.Uri): Promise<string> {
	try {
		const { mtimeMs, size, ino } = await stat(uri.fsPath);
		return `${mtimeMs} ${size} ${ino}`;
	} catch {
		return 'missing';
	}
}
