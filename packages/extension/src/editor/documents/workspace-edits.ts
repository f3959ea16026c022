import { stat } from 'node:fs/promises';
import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { AppliedPlan, EditPlan, PlannedFile } from '@hawser/core/ports/values/edit-plan.ts';
import * as vscode from 'vscode';
import { kindOnDisk } from '../shared/kind-on-disk.ts';
import { toRange } from '../shared/positions.ts';
import type { WriterDependencies } from './document-writer.ts';
import { type FileOperation, fileOperations } from './file-operations.ts';
import { findDocument } from './find-document.ts';
import { withNewlines } from './fresh-document.ts';
import { requireWritable } from './require-writable.ts';
import { save, savedText } from './saved-text.ts';

/** Turns what a language server wants to change into a plan that can be looked at, and then made as a whole. */
export interface WorkspaceEdits {
	plan(edit: vscode.WorkspaceEdit): Promise<EditPlan>;
}

/** A file as it was when the plan was made; the plan holds for that text only. */
interface Target {
	uri: vscode.Uri;
	path: string;
	text: string;
}

export function createWorkspaceEdits({
	paths,
	locks,
	consent,
	saveConflicts,
}: Pick<WriterDependencies, 'paths' | 'locks' | 'consent' | 'saveConflicts'>): WorkspaceEdits {
	return {
		async plan(edit) {
			const operations = await withoutExisting(fileOperations(edit));
			const targets = new Map<string, Target>();
			const files: PlannedFile[] = operations.map(({ kind, uri, to }) => ({
				path: paths.show(uri),
				kind,
				...(to && { to: paths.show(to) }),
				edits: [],
			}));
			const created = new Set(operations.filter(({ kind }) => kind === 'create').map(({ uri }) => uri.toString()));
			for (const [uri, edits] of textEdits(edit)) {
				const path = paths.show(uri);
				const text = created.has(uri.toString()) ? '' : await presentText(uri);
				if (!created.has(uri.toString())) {
					targets.set(uri.toString(), { uri, path, text });
				}
				const lines = text.split('\n');
				files.push({
					path,
					kind: 'edit',
					edits: edits.map(({ range, newText }) => ({
						range: toRange(range),
						newText,
						line: lines[range.start.line] ?? '',
					})),
				});
			}
			return {
				files,
				apply: caller => apply(edit, [...targets.values()], operations, caller),
			};
		},
	};

	async function apply(
		edit: vscode.WorkspaceEdit,
		targets: readonly Target[],
		operations: readonly FileOperation[],
		caller: Caller,
	): Promise<AppliedPlan> {
		const moved = operations.flatMap(({ uri, to }) => (to ? [uri, to] : [uri]));
		const uris = [...targets.map(({ uri }) => uri), ...moved];
		// A server may reach into a library outside; nobody has asked for that to change.
		await Promise.all(uris.map(uri => paths.resolve(uri.fsPath)));
		await consent.forFiles('change', uris, caller);
		return locks.hold(uris, caller.signal, async () => {
			await Promise.all(targets.map(target => requireReady(target, caller)));
			const dirty = new Set(targets.filter(({ uri }) => findDocument(uri)?.isDirty).map(({ path }) => path));
			// Applied as a refactoring, VS Code would save every changed file, also those that the user had not saved.
			if (!(await vscode.workspace.applyEdit(edit, { isRefactoring: dirty.size === 0 }))) {
				throw new ToolError(
					'E_FILE_CHANGED',
					'VS Code did not make the change, because a file changed meanwhile. Nothing was done.',
					{
						hint: 'Call again.',
					},
				);
			}
			const clean = targets.filter(({ path }) => !dirty.has(path));
			await saveAll(clean, caller);
			const created = operations.filter(({ kind }) => kind === 'create');
			await Promise.all(created.map(({ uri }) => saveOne({ uri, path: paths.show(uri) }, caller)));
			return { leftUnsaved: [...dirty] };
		});
	}

	/** Everything that could make half of the change fail is looked at before any of it is made. */
	async function requireReady({ uri, path, text }: Target, { signal }: Caller): Promise<void> {
		await saveConflicts.settled(uri, signal);
		if ((await presentText(uri)) !== text) {
			throw new ToolError('E_FILE_CHANGED', `${path} changed after the change was worked out. Nothing was done.`, {
				hint: 'Call again.',
			});
		}
		await requireWritable(uri, path);
		const document = findDocument(uri);
		if (document?.isDirty && (await saveConflicts.hasMoved(document))) {
			throw new ToolError('E_FILE_DIRTY', `${path} has unsaved edits, and another program has changed it on disk.`, {
				hint: 'Ask the user to save or revert the file in VS Code.',
			});
		}
	}

	async function saveAll(targets: readonly Target[], caller: Caller): Promise<void> {
		const results = await Promise.allSettled(targets.map(target => saveOne(target, caller)));
		const failed = results.flatMap((result, index) =>
			result.status === 'rejected' ? [targets[index]?.path ?? ''] : [],
		);
		if (failed.length === 0) {
			return;
		}
		await Promise.allSettled(targets.map(target => restore(target, caller)));
		const causes = results.flatMap(result =>
			result.status === 'rejected' && isToolError(result.reason) ? [result.reason] : [],
		);
		throw new ToolError(
			'E_SAVE_FAILED',
			`VS Code could not save ${failed.join(', ')}; the other files were put back.`,
			{
				details: { failed },
				cause: causes[0],
			},
		);
	}

	async function saveOne({ uri, path, text }: Omit<Target, 'text'> & { text?: string }, caller: Caller): Promise<void> {
		const document = findDocument(uri);
		if (document?.isDirty) {
			await save(document, path, { signal: caller.signal, base: text });
		}
	}

	async function restore({ uri, path, text }: Target, caller: Caller): Promise<void> {
		const document = await vscode.workspace.openTextDocument(uri);
		const edit = new vscode.WorkspaceEdit();
		edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
		await vscode.workspace.applyEdit(edit);
		await save(document, path, caller);
	}
}

/** TypeScript has every file created that it changes, unless it is there; then it is a plain edit. */
async function withoutExisting(operations: readonly FileOperation[]): Promise<readonly FileOperation[]> {
	const exist = await Promise.all(
		operations.map(async ({ kind, uri }) => kind === 'create' && (await kindOnDisk(uri)) !== undefined),
	);
	return operations.filter((_, index) => exist[index] !== true);
}

/** The edits of each file, those with placeholders as the plain text they would leave. */
function textEdits(edit: vscode.WorkspaceEdit): [vscode.Uri, readonly vscode.TextEdit[]][] {
	return edit.entries().filter(([, edits]) => edits.length > 0);
}

/** Does not open the file, because VS Code keeps only some fifty documents for us. */
async function presentText(uri: vscode.Uri): Promise<string> {
	const document = findDocument(uri);
	if (document) {
		return withNewlines(document.getText());
	}
	await stat(uri.fsPath);
	return savedText(uri);
}
