import type { Notebook, NotebookCell } from '@hawser/core/ports/notebooks.ts';
import { cellText, notebookText } from '@hawser/core/text/notebook-text.ts';
import type * as vscode from 'vscode';
import { textOfCell } from '../documents/cell-texts.ts';
import { textVersion } from '../shared/text-version.ts';
import { describeOutput } from './cell-outputs.ts';

export function describeNotebook(document: vscode.NotebookDocument, path: string): Notebook {
	const cells = document.getCells().map(describeCell);
	return {
		path,
		type: document.notebookType,
		dirty: document.isDirty,
		version: textVersion(notebookText(cells)),
		cells,
	};
}

export function describeCell(cell: vscode.NotebookCell): NotebookCell {
	const text = textOfCell(cell);
	const { executionOrder, success, timing } = cell.executionSummary ?? {};
	const id: unknown = cell.metadata['id'];
	return {
		...text,
		version: textVersion(cellText(text)),
		...(typeof id === 'string' && { id }),
		...(executionOrder !== undefined && { order: executionOrder }),
		...(success !== undefined && { succeeded: success }),
		...(timing && { milliseconds: Math.max(0, Math.round(timing.endTime - timing.startTime)) }),
		outputs: cell.outputs.map(({ items }) => describeOutput(items)),
	};
}
