import * as vscode from 'vscode';

/** The files on disk whose newest text only the editor has. */
export function unsavedFiles(): readonly vscode.TextDocument[] {
	return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
}
