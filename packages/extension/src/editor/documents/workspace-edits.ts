import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { AppliedPlan, EditPlan, PlannedFile } from '@hawser/core/ports/values/edit-plan.ts';
import * as vscode from 'vscode';
import type { FileChange } from '../journal/change-recorder.ts';
import { reviewChange } from '../questions/review-change.ts';
import { kindOnDisk } from '../shared/kind-on-disk.ts';
import { findCell, isCell } from '../shared/notebook-cells.ts';
import { toRange } from '../shared/positions.ts';
import { refuseUnsaved } from '../shared/unsaved-files.ts';
import type { WriterDependencies } from './document-writer.ts';
import { type FileOperation, fileOperations } from './file-operations.ts';
import { findDocument } from './find-document.ts';
import { notebookAfter, notebookChange } from './notebook-change.ts';
import { requireWritable } from './require-writable.ts';
import { agreedPart, type Planned, reviewFiles, type Target } from './reviewed-edits.ts';
import { plainText, presentText, save, saveNotebook, textUnlessShown } from './saved-text.ts';
import { textAfter } from './text-edits.ts';

/** Turns what a language server wants to change into a plan that can be looked at, and then made as a whole. */
export interface WorkspaceEdits {
	plan(edit: vscode.WorkspaceEdit): Promise<EditPlan>;
}

export function createWorkspaceEdits({
	paths,
	locks,
	consent,
	saveConflicts,
	recorder,
}: Pick<WriterDependencies, 'paths' | 'locks' | 'consent' | 'saveConflicts' | 'recorder'>): WorkspaceEdits {
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
				const target = created.has(uri.toString()) ? undefined : await targetOf(uri, path);
				const text = target?.text ?? '';
				if (target) {
					targets.set(uri.toString(), target);
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
				apply: caller => apply({ edit, targets: [...targets.values()], operations }, caller),
			};
		},
	};

	async function apply(planned: Planned, caller: Caller): Promise<AppliedPlan> {
		const { targets, operations } = planned;
		const moved = operations.flatMap(({ uri, to }) => (to ? [uri, to] : [uri]));
		const uris = unique([...targets.map(({ file }) => file), ...moved]);
		// A server may reach into a library outside; nobody has asked for that to change.
		await Promise.all(uris.map(uri => paths.resolve(uri.fsPath)));
		if (!caller.review || operations.some(({ hasContents }) => hasContents)) {
			await consent.forFiles('change', uris, caller);
			return locks.hold(uris, caller.signal, () => make(planned, caller));
		}
		await Promise.all(targets.map(target => requireReady(target, caller)));
		const shown = await reviewFiles(planned, paths);
		await reviewChange(shown, caller, consent);
		const agreed = agreedPart(planned, shown, caller.review);
		return locks.hold(uris, caller.signal, () => make(agreed, caller));
	}

	async function make({ edit, targets, operations }: Planned, caller: Caller): Promise<AppliedPlan> {
		// `size` counts texts alone.
		if (edit.size === 0 && operations.length === 0) {
			// The user has left every file out; VS Code would call that a failure.
			return { leftUnsaved: [] };
		}
		await Promise.all(targets.map(target => requireReady(target, caller)));
		// VS Code forgets what was not saved in a file that an edit deletes.
		operations.filter(({ kind }) => kind === 'delete').forEach(({ uri }) => refuseUnsaved(uri, paths));
		const dirty = new Set(targets.filter(isUnsaved).map(({ path }) => path));
		const notebooks = [...new Set(targets.flatMap(({ notebook }) => notebook ?? []))];
		const inCells = await Promise.all(notebooks.map(notebookChange));
		const files = targets.filter(({ notebook }) => notebook === undefined);
		const recorded = await recorder.begin([...(await changesOf(edit, files, operations)), ...inCells], caller);
		// Applied as a refactoring, VS Code would save every changed file, also those that the user had not saved.
		if (!(await vscode.workspace.applyEdit(edit, { isRefactoring: dirty.size === 0 }))) {
			await recorded.dropped();
			throw new ToolError(
				'E_FILE_CHANGED',
				'VS Code did not make the change, because a file changed meanwhile. Nothing was done.',
				{
					hint: 'Call again.',
				},
			);
		}
		const clean = targets.filter(({ path }) => !dirty.has(path));
		const failure = await saveAll(clean, caller);
		if (failure) {
			// Where a part of the change stands, such as a file that has moved, there is something to take back.
			if (failure.isPutBack && operations.length === 0 && dirty.size === 0) {
				await recorded.dropped();
			}
			throw failure.error;
		}
		const created = operations.filter(({ kind }) => kind === 'create');
		await Promise.all(created.map(({ uri }) => saveOne({ uri, path: paths.show(uri) }, caller)));
		// The text of a new file is known only now.
		const texts = await Promise.all(
			operations.map(({ kind, uri }) => (kind === 'create' ? plainText(uri) : Promise.resolve(undefined))),
		);
		const saved = files.map(target =>
			clean.includes(target) ? textUnlessShown(target.uri) : Promise.resolve(undefined),
		);
		await recorded.made([...(await Promise.all(saved)), ...texts, ...(await Promise.all(inCells.map(notebookAfter)))]);
		return { leftUnsaved: [...dirty] };
	}

	/** Everything that could make half of the change fail is looked at before any of it is made. */
	async function requireReady({ uri, file, path, text, notebook }: Target, { signal }: Caller): Promise<void> {
		await saveConflicts.settled(file, signal);
		if ((await presentText(uri)) !== text) {
			throw new ToolError('E_FILE_CHANGED', `${path} changed after the change was worked out. Nothing was done.`, {
				hint: 'Call again.',
			});
		}
		await requireWritable(file, path);
		if (!notebook && isOpenUnsaved(file)) {
			throw new ToolError('E_FILE_DIRTY', `${path} is a notebook with unsaved edits of the user.`, {
				hint: 'Ask the user to save the notebook in VS Code.',
			});
		}
		const document = findDocument(file);
		if (document?.isDirty && (await saveConflicts.hasMoved(document))) {
			throw new ToolError('E_FILE_DIRTY', `${path} has unsaved edits, and another program has changed it on disk.`, {
				hint: 'Ask the user to save or revert the file in VS Code.',
			});
		}
	}

	/** Saves all or none, as far as files let themselves be put back. */
	async function saveAll(
		targets: readonly Target[],
		caller: Caller,
	): Promise<{ error: ToolError; isPutBack: boolean } | undefined> {
		const results = await Promise.allSettled(targets.map(target => saveOne(target, caller)));
		const failed = results.flatMap((result, index) =>
			result.status === 'rejected' ? [targets[index]?.path ?? ''] : [],
		);
		if (failed.length === 0) {
			return undefined;
		}
		const restored = await Promise.allSettled(targets.map(target => restore(target, caller)));
		const causes = results.flatMap(result =>
			result.status === 'rejected' && isToolError(result.reason) ? [result.reason] : [],
		);
		return {
			error: new ToolError(
				'E_SAVE_FAILED',
				`VS Code could not save ${failed.join(', ')}; the other files were put back.`,
				{
					details: { failed },
					cause: causes[0],
				},
			),
			// What could not be saved was never on disk, so there it need not be put back.
			isPutBack: results.every(({ status }, index) => status === 'rejected' || restored[index]?.status === 'fulfilled'),
		};
	}

	async function saveOne(
		{ uri, path, text, notebook }: Pick<Target, 'uri' | 'path' | 'notebook'> & { text?: string },
		caller: Caller,
	): Promise<void> {
		if (notebook) {
			await saveNotebook(notebook, path, caller);
			return;
		}
		const document = findDocument(uri);
		if (document?.isDirty) {
			await save(document, path, { signal: caller.signal, base: text });
		}
	}

	async function restore({ uri, path, text, notebook }: Target, caller: Caller): Promise<void> {
		const document = await vscode.workspace.openTextDocument(uri);
		const edit = new vscode.WorkspaceEdit();
		edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
		await vscode.workspace.applyEdit(edit);
		await (notebook ? saveNotebook(notebook, path, caller) : save(document, path, caller));
	}
}

async function targetOf(uri: vscode.Uri, path: string): Promise<Target> {
	const notebook = findCell(uri)?.notebook;
	if (isCell(uri) && !notebook) {
		throw new ToolError(
			'E_FILE_CHANGED',
			'A notebook that the change reaches was closed meanwhile. Nothing was done.',
			{
				hint: 'Call again.',
			},
		);
	}
	const text = await presentText(uri);
	return { uri, path, text, ...(notebook ? { notebook, file: notebook.uri } : { file: uri }) };
}

function isUnsaved({ uri, notebook }: Target): boolean {
	return (notebook ?? findDocument(uri))?.isDirty === true;
}

function isOpenUnsaved(file: vscode.Uri): boolean {
	const wanted = file.toString();
	return vscode.workspace.notebookDocuments.some(({ uri, isDirty }) => isDirty && uri.toString() === wanted);
}

function unique(uris: readonly vscode.Uri[]): readonly vscode.Uri[] {
	return [...new Map(uris.map(uri => [uri.toString(), uri])).values()];
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

/** The files as they are and as the edit makes them. */
async function changesOf(
	edit: vscode.WorkspaceEdit,
	targets: readonly Target[],
	operations: readonly FileOperation[],
): Promise<readonly FileChange[]> {
	const operated = operations.map(async ({ kind, uri, to }): Promise<FileChange> => {
		const before = kind === 'delete' ? await plainText(uri) : undefined;
		return {
			uri,
			kind: kind === 'rename' ? 'move' : kind,
			...(to && { to }),
			...(before !== undefined && { before }),
		};
	});
	return [
		...targets.map(
			({ uri, text }): FileChange => ({
				uri,
				kind: 'edit',
				before: text,
				after: textAfter(text, edit.get(uri)),
			}),
		),
		...(await Promise.all(operated)),
	];
}
