import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Caller } from '@hawser/core/ports/caller.ts';
import type { ReplacedSelection } from '@hawser/core/ports/editor.ts';
import * as vscode from 'vscode';
import type { Consent } from './consent.ts';
import { withNewlines } from './fresh-document.ts';
import { toRange } from './positions.ts';
import { throwIfCancelled } from './until.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

export async function replaceSelection({
	text,
	expected,
	paths,
	consent,
	caller,
}: {
	text: string;
	expected: string | undefined;
	paths: WorkspacePaths;
	consent: Consent;
	caller: Caller;
}): Promise<ReplacedSelection> {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined) {
		throw new ToolError('E_NO_EDITOR', 'No text editor is active.');
	}
	const { document, selection, selections } = editor;
	const path = paths.show(document.uri);
	if (selection.isEmpty) {
		throw new ToolError('E_NO_SELECTION', `Nothing is selected in ${path}.`);
	}
	const replaced = withNewlines(document.getText(selection));
	if (expected !== undefined && withNewlines(expected) !== replaced) {
		throw changed(path, 'Another text is selected than the one you expect', { selected: replaced.slice(0, 500) });
	}
	if (document.uri.scheme === 'file') {
		// Refuses what lies outside the workspace, as every tool that writes does.
		await paths.resolve(document.uri.fsPath);
	}
	const { version } = document;
	await consent.forFiles('change', [document.uri], caller);
	throwIfCancelled(caller.signal);
	if (document.version !== version || document.isClosed || !editor.selection.isEqual(selection)) {
		throw changed(path, 'The person typed or selected something else meanwhile');
	}
	// VS Code itself refuses the edit if the text has changed by the time it arrives there.
	const done = await editor.edit(edit => edit.replace(selection, text), { undoStopBefore: true, undoStopAfter: true });
	if (!done) {
		throw document.version === version
			? new ToolError('E_FILE_READ_ONLY', `VS Code does not let ${path} be changed.`)
			: changed(path, 'The person typed meanwhile');
	}
	const start = document.offsetAt(selection.start);
	const length = withNewlines(text).replaceAll('\n', document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n').length;
	return {
		path,
		replaced,
		range: toRange(new vscode.Range(selection.start, document.positionAt(start + length))),
		otherSelections: selections.filter(other => !other.isEmpty && !other.isEqual(selection)).length,
		dirty: document.isDirty,
	};
}

function changed(path: string, why: string, details: Record<string, unknown> = {}): ToolError {
	return new ToolError('E_FILE_CHANGED', `${why}; nothing was changed in ${path}.`, {
		hint: 'Call editor_context to see what is selected now.',
		details,
	});
}
