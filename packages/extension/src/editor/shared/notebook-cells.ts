import * as vscode from 'vscode';

const CELL_SCHEME = 'vscode-notebook-cell';

export const isCell = (uri: vscode.Uri): boolean => uri.scheme === CELL_SCHEME;

/** The cell whose document this is; undefined when its notebook is not open. */
export function findCell(uri: vscode.Uri): vscode.NotebookCell | undefined {
	if (!isCell(uri)) {
		return undefined;
	}
	const wanted = uri.toString();
	for (const notebook of vscode.workspace.notebookDocuments.filter(({ isClosed }) => !isClosed)) {
		const cell = notebook.getCells().find(({ document }) => document.uri.toString() === wanted);
		if (cell) {
			return cell;
		}
	}
	return undefined;
}
