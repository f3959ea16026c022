import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { ReplacedSelection } from '@hawser/core/ports/editor.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { Consent } from '../questions/consent.ts';
import { PROPOSAL_SCHEME } from '../review/proposal-files.ts';
import { toRange } from '../shared/positions.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** Documents without a file system behind them that the user can type in. */
const TYPED_IN = ['untitled', 'vscode-notebook-cell'];

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
	const { scheme } = document.uri;
	// VS Code applies an extension's edits to texts that the user cannot type in, such as an old version of a file.
	// And a proposal that the user may have read already must stay as it was read.
	const canBeTypedIn = TYPED_IN.includes(scheme) || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
	if (!canBeTypedIn || scheme === PROPOSAL_SCHEME) {
		throw readOnly(path);
	}
	const replaced = withNewlines(document.getText(selection));
	if (expected !== undefined && withNewlines(expected) !== replaced) {
		throw changed(path, 'Another text is selected than the one you expect', { selected: replaced.slice(0, 500) });
	}
	if (scheme === 'file') {
		// Refuses what lies outside the workspace, as every tool that writes does.
		await paths.resolve(document.uri.fsPath);
	}
	const { version } = document;
	await consent.forFiles('change', [document.uri], caller, () => [
		{ label: vscode.l10n.t('Selected text'), text: replaced },
		{ label: vscode.l10n.t('New text'), text },
	]);
	throwIfCancelled(caller.signal);
	if (document.version !== version || document.isClosed || !editor.selection.isEqual(selection)) {
		throw changed(path, 'The user typed or selected something else meanwhile');
	}
	const original = document.getText(selection);
	const isDirty = () => document.isDirty;
	const wasDirty = isDirty();
	const replace = (where: vscode.Range, by: string) =>
		// VS Code itself refuses the edit if the text has changed by the time it arrives there.
		editor.edit(edit => edit.replace(where, by), { undoStopBefore: true, undoStopAfter: true });
	if (!(await replace(selection, text))) {
		throw document.version === version ? readOnly(path) : changed(path, 'The user typed meanwhile');
	}
	const length = withNewlines(text).replaceAll('\n', document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n').length;
	const end = document.positionAt(document.offsetAt(selection.start) + length);
	const range = new vscode.Range(selection.start, end);
	if (scheme === 'file' && !wasDirty && !isDirty() && document.getText(range) !== original) {
		// An editor that the user has set to read-only takes the edit, and would never save it.
		await replace(range, original);
		throw readOnly(path);
	}
	return {
		path,
		replaced,
		range: toRange(range),
		otherSelections: selections.filter(other => !other.isEmpty && !other.isEqual(selection)).length,
		dirty: document.isDirty,
	};
}

function readOnly(path: string): ToolError {
	return new ToolError('E_FILE_READ_ONLY', `VS Code does not let ${path} be changed.`);
}

function changed(path: string, why: string, details: Record<string, unknown> = {}): ToolError {
	return new ToolError('E_FILE_CHANGED', `${why}; nothing was changed in ${path}.`, {
		hint: 'Call editor_context to see what is selected now.',
		details,
	});
}
