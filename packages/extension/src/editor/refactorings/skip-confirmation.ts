import { isRecord } from '@hawser/core/data/plain-data.ts';
import * as vscode from 'vscode';
import { addOperations, fileOperations } from '../documents/file-operations.ts';

/**
 * An edit that a server wants confirmed opens VS Code's preview, and waits there for the user as long as it takes. What
 * it does was asked for by the agent and is told in the answer, so the question is left out.
 */
export function skipConfirmation(edit: vscode.WorkspaceEdit): vscode.WorkspaceEdit {
	if (!asksForConfirmation(edit)) {
		return edit;
	}
	const plain = new vscode.WorkspaceEdit();
	addOperations(plain, fileOperations(edit));
	for (const [uri, edits] of edit.entries()) {
		plain.set(uri, edits);
	}
	return plain;
}

function asksForConfirmation(edit: vscode.WorkspaceEdit): boolean {
	// The metadata is not part of the type, like the file operations themselves.
	const read: unknown = Reflect.get(edit, '_allEntries');
	const all: unknown = typeof read === 'function' ? Reflect.apply(read, edit, []) : [];
	return Array.isArray(all) && all.some(needsConfirmation);
}

function needsConfirmation(entry: unknown): boolean {
	const metadata = isRecord(entry) ? entry['metadata'] : undefined;
	return isRecord(metadata) && metadata['needsConfirmation'] === true;
}
