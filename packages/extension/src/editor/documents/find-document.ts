import * as vscode from 'vscode';

/** The document that VS Code has open for the file, in a tab or not. */
export function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
	const wanted = uri.toString();
	return vscode.workspace.textDocuments.find(document => !document.isClosed && document.uri.toString() === wanted);
}
