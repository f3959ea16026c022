import { withNewlines } from '@hawser/core/text/newlines.ts';
import * as vscode from 'vscode';

/** What the editor itself writes, the user's saves and our own tools among it: nobody else's change. */
export interface EditorWrites extends vscode.Disposable {
	/** The editor is about to write the file. */
	isWriting(file: string): boolean;
}

/** Hears of the writes of the editor, in their order. */
export interface EditorWritesListener {
	willSave(file: string): void;
	/** The file has this text now; without one, whatever is on disk. The promise ends when that is noted. */
	wrote(file: string, text?: string): Promise<void>;
}

/** Milliseconds after which a save of whose end nobody heard is over. */
const SAVE_LIMIT = 30_000;

export function createEditorWrites({ willSave, wrote }: EditorWritesListener): EditorWrites {
	const saving = new Map<string, number>();

	function onDisk(uris: readonly vscode.Uri[]): void {
		for (const { fsPath } of uris.filter(({ scheme }) => scheme === 'file')) {
			void wrote(fsPath);
		}
	}

	async function saved(document: vscode.TextDocument): Promise<void> {
		const { fsPath } = document.uri;
		const time = saving.get(fsPath);
		// Where the user types on, the document is ahead of what was saved.
		await wrote(fsPath, document.isDirty ? undefined : withNewlines(document.getText()));
		if (saving.get(fsPath) === time) {
			saving.delete(fsPath);
		}
	}

	const isFile = ({ uri }: { uri: vscode.Uri }) => uri.scheme === 'file';
	const registrations = vscode.Disposable.from(
		vscode.workspace.onWillSaveTextDocument(({ document }) => {
			if (isFile(document)) {
				willSave(document.uri.fsPath);
				saving.set(document.uri.fsPath, Date.now());
			}
		}),
		vscode.workspace.onDidSaveTextDocument(document => {
			if (isFile(document)) {
				void saved(document);
			}
		}),
		vscode.workspace.onDidSaveNotebookDocument(({ uri }) => onDisk([uri])),
		vscode.workspace.onDidCreateFiles(({ files }) => onDisk(files)),
		vscode.workspace.onDidDeleteFiles(({ files }) => onDisk(files)),
		vscode.workspace.onDidRenameFiles(({ files }) => onDisk(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri]))),
	);
	return {
		isWriting: file => (saving.get(file) ?? 0) > Date.now() - SAVE_LIMIT,
		dispose() {
			registrations.dispose();
			saving.clear();
		},
	};
}
