import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from './workspace-paths.ts';

/** The files on disk whose newest text only the editor has. */
export function unsavedFiles(): readonly vscode.TextDocument[] {
	return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
}

/** Throws where a file or notebook that goes, or one in a folder that goes, has edits that only the editor has. */
export function refuseUnsaved(place: vscode.Uri, paths: WorkspacePaths): void {
	const unsaved = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments].filter(
		({ isDirty, uri }) => isDirty && uri.scheme === place.scheme && pathBelow(place.fsPath, uri.fsPath) !== undefined,
	);
	if (unsaved.length > 0) {
		const names = unsaved.map(({ uri }) => paths.show(uri));
		throw new ToolError('E_FILE_DIRTY', `Unsaved edits would be lost: ${names.join(', ')}.`, {
			hint: 'Ask the user to save or discard them first.',
			details: { unsaved: names },
		});
	}
}
