import type { Review, ReviewFile } from '@hawser/core/ports/values/review.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import * as vscode from 'vscode';
import { toRange } from '../shared/positions.ts';
import { readDocumentFile } from '../shared/read-document-file.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { editedText } from './edited-text.ts';
import { addOperations, type FileOperation } from './file-operations.ts';
import { changeOfLines } from './text-edits.ts';

/** A file, or a cell, as it was when the plan was made; the plan holds for that text only. */
export interface Target {
	uri: vscode.Uri;
	/** The file itself, or the one of the cell's notebook. */
	file: vscode.Uri;
	notebook?: vscode.NotebookDocument;
	path: string;
	text: string;
}

export interface Planned {
	edit: vscode.WorkspaceEdit;
	targets: readonly Target[];
	operations: readonly FileOperation[];
}

/** The files of an edit as the user sees them before it is made; those that stay as they are do not count. */
export async function reviewFiles(
	{ edit, targets, operations }: Planned,
	paths: Pick<WorkspacePaths, 'show'>,
): Promise<readonly ReviewFile[]> {
	const texts = new Map(targets.map(({ uri, text }) => [uri.toString(), text]));
	const edits = new Map(edit.entries().map(([uri, made]) => [uri.toString(), made]));
	const after = (uri: vscode.Uri, text: string) => {
		const made = edits.get(uri.toString()) ?? [];
		return editedText(
			text,
			made.map(({ range, newText }) => ({ range: toRange(range), newText })),
		);
	};
	const operated = await Promise.all(
		operations.map(async ({ kind, uri, to }): Promise<ReviewFile> => {
			const before = kind === 'create' ? '' : (texts.get(uri.toString()) ?? (await textOnDisk(uri)));
			return {
				uri: uri.toString(),
				path: paths.show(uri),
				kind,
				before,
				after: kind === 'delete' ? '' : after(uri, before),
				// A move is made together with its edits, as the language server has put them in order.
				editable: kind === 'create',
				...(to && { to: { uri: to.toString(), path: paths.show(to) } }),
			};
		}),
	);
	const known = new Set(operated.map(({ uri }) => uri));
	const edited = targets
		.filter(({ uri }) => !known.has(uri.toString()))
		.map(({ uri, path, text, notebook }): ReviewFile => {
			const facts = { uri: uri.toString(), path, kind: 'edit', editable: notebook === undefined } as const;
			return { ...facts, before: text, after: after(uri, text) };
		})
		.filter(file => file.before !== file.after);
	return [...operated, ...edited];
}

/** The plan with the texts that the user has made of the files, and without the files that they left out. */
export function agreedPart(
	{ edit, targets, operations }: Planned,
	shown: readonly ReviewFile[],
	review: Pick<Review, 'agreed'>,
): Planned {
	const changed = new Map<string, readonly vscode.TextEdit[]>();
	for (const { uri, before, after } of shown.filter(({ editable }) => editable)) {
		const text = review.agreed(uri)?.text ?? before;
		if (text !== after) {
			changed.set(uri, changeOfLines(before, text).edits);
		}
	}
	if (changed.size === 0) {
		return { edit, targets, operations };
	}
	const agreed = new vscode.WorkspaceEdit();
	const moved = new Set(operations.filter(({ kind }) => kind === 'rename').map(({ uri }) => uri.toString()));
	const entries = edit.entries().map(([uri, made]) => [uri, changed.get(uri.toString()) ?? made] as const);
	// What moves is edited at its old place, and what is created only when it is there.
	for (const [uri, made] of entries.filter(([uri]) => moved.has(uri.toString()))) {
		agreed.set(uri, [...made]);
	}
	addOperations(agreed, operations);
	for (const [uri, made] of entries.filter(([uri]) => !moved.has(uri.toString()))) {
		agreed.set(uri, [...made]);
	}
	return { edit: agreed, targets: targets.filter(({ uri }) => changed.get(uri.toString())?.length !== 0), operations };
}

/** What a folder or a picture holds cannot be shown as lines. */
async function textOnDisk(uri: vscode.Uri): Promise<string> {
	const text = (await readDocumentFile(uri.fsPath).catch(() => undefined))?.toString('utf8') ?? '';
	return text.includes('\0') ? '' : withNewlines(text);
}
