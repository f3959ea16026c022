import * as vscode from 'vscode';

export interface FileOperation {
	kind: 'create' | 'delete' | 'rename';
	uri: vscode.Uri;
	/** The new path of a renamed file. */
	to?: vscode.Uri;
	/** The file is created with bytes that no text edit tells. */
	hasContents?: true;
}

/**
 * The files that an edit creates, deletes or renames. `WorkspaceEdit.entries()` leaves them out, so they are read from where
 * VS Code keeps them; an editor that keeps them elsewhere shows the edits of text alone.
 */
export function fileOperations(edit: vscode.WorkspaceEdit): readonly FileOperation[] {
	return keepsEntries(edit) ? edit._allEntries().flatMap(toOperation) : [];
}

function keepsEntries(edit: object): edit is { _allEntries(): readonly unknown[] } {
	return '_allEntries' in edit && typeof edit._allEntries === 'function';
}

function toOperation(entry: unknown): FileOperation[] {
	if (typeof entry !== 'object' || entry === null || !('from' in entry || 'to' in entry)) {
		return [];
	}
	const from = 'from' in entry && entry.from instanceof vscode.Uri ? entry.from : undefined;
	const to = 'to' in entry && entry.to instanceof vscode.Uri ? entry.to : undefined;
	if (from && to) {
		return [{ kind: 'rename', uri: from, to }];
	}
	const uri = from ?? to;
	return uri ? [{ kind: from ? 'delete' : 'create', uri, ...(hasContents(entry) && { hasContents: true }) }] : [];
}

function hasContents(entry: object): boolean {
	const options = 'options' in entry ? entry.options : undefined;
	return typeof options === 'object' && options !== null && 'contents' in options && options.contents !== undefined;
}

/** Makes the same operations part of another edit. */
export function addOperations(edit: vscode.WorkspaceEdit, operations: readonly FileOperation[]): void {
	for (const { kind, uri, to } of operations) {
		if (kind === 'rename' && to) {
			edit.renameFile(uri, to);
		} else if (kind === 'create') {
			edit.createFile(uri, { ignoreIfExists: true });
		} else {
			edit.deleteFile(uri, { ignoreIfNotExists: true });
		}
	}
}
