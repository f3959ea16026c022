import type * as vscode from 'vscode';
import type { FileChange } from '../journal/change-recorder.ts';
import { plainFile } from './saved-text.ts';

/**
 * A change of cells as the journal keeps it: as one of the notebook's file. Where the user has unsaved edits in it, what is saved with
 * the change is theirs too, so no text is kept and nothing can be taken back.
 */
export async function notebookChange({ uri, isDirty }: vscode.NotebookDocument): Promise<FileChange> {
	const before = isDirty ? undefined : await plainFile(uri);
	return { uri, kind: 'edit', ...(before !== undefined && { before }) };
}

/** The text that the change has led to. */
export async function notebookAfter({ uri, before }: FileChange): Promise<string | undefined> {
	return before === undefined ? undefined : plainFile(uri);
}
