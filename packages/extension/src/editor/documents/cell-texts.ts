import type { CellText } from '@hawser/core/ports/notebooks.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { notebookText } from '@hawser/core/text/notebook-text.ts';
import * as vscode from 'vscode';

export function textOfCell({ kind, document }: vscode.NotebookCell): CellText {
	return {
		kind: kind === vscode.NotebookCellKind.Code ? 'code' : 'markup',
		language: document.languageId,
		source: withNewlines(document.getText()),
	};
}

/** All cells as one text, without their outputs. */
export function textOfNotebook(document: vscode.NotebookDocument): string {
	return notebookText(document.getCells().map(textOfCell));
}
