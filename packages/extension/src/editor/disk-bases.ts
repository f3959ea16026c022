import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { withNewlines } from './fresh-document.ts';
import { savedText } from './saved-text.ts';

/**
 * Which state of the file a document with unsaved edits began from. If the file has changed on disk since then, saving
 * would ask the person which of the two to keep, so it must be known before.
 */
export interface DiskBases extends vscode.Disposable {
	/** Whether the file has changed on disk under unsaved edits; false also when it is not known. */
	hasMoved(document: vscode.TextDocument): Promise<boolean>;
}

export function createDiskBases(): DiskBases {
	const bases = new WeakMap<vscode.TextDocument, string>();
	let noted: Promise<unknown> = Promise.resolve();
	const note = (document: vscode.TextDocument) => {
		if (document.uri.scheme === 'file' && !document.isDirty) {
			const text = withNewlines(document.getText());
			noted = Promise.allSettled([noted, compare(document, text)]);
		}
	};
	/** The first letter that a person types is told before the document is said to be dirty, so the text decides. */
	const compare = async (document: vscode.TextDocument, text: string) => {
		const state = await stateOnDisk(document.uri);
		if ((await savedText(document.uri, document.encoding)) === text) {
			bases.set(document, state);
		}
	};
	vscode.workspace.textDocuments.forEach(note);
	const subscription = vscode.Disposable.from(
		vscode.workspace.onDidOpenTextDocument(note),
		vscode.workspace.onDidSaveTextDocument(note),
		// A clean document changes when VS Code loads the file again.
		vscode.workspace.onDidChangeTextDocument(({ document }) => note(document)),
	);
	return {
		async hasMoved(document) {
			await noted;
			const base = bases.get(document);
			return base !== undefined && base !== (await stateOnDisk(document.uri));
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
