import { stat } from 'node:fs/promises';
import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';
import type { UndoneChange } from '@hawser/core/ports/changes.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { planUndo, type UndoPlan, type UndoStep } from '@hawser/core/text/plan-undo.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import { presentText } from '../documents/saved-text.ts';
import { changeOfLines } from '../documents/text-edits.ts';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import type { JournalledChange } from '../journal/project-journals.ts';
import { kindOnDisk } from '../shared/kind-on-disk.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** Takes changes back, each as far as nobody has worked on the same lines since. */
export interface ChangeUndo {
	/** What would be done, and what would stay; the changes come with the oldest first. */
	plan(changes: readonly JournalledChange[], signal?: Cancellation): Promise<UndoPlan>;
	run(changes: readonly JournalledChange[], caller: Caller): Promise<readonly UndoneChange[]>;
}

const RELOAD_LIMIT = 10_000;
/** VS Code loads what another program has written within a second or so, and the text is read anew after each attempt. */
const ATTEMPTS = 5;

export function createChangeUndo({
	paths,
	edits,
	freshDocuments,
}: {
	paths: WorkspacePaths;
	edits: WorkspaceEdits;
	freshDocuments: FreshDocuments;
}): ChangeUndo {
	/**
	 * A document without unsaved edits may be behind its file for a second. On its old text a change that was made outside of it, such
	 * as in the cells of a notebook, would seem to be taken back already.
	 */
	async function untilLoaded(uri: vscode.Uri, signal: Cancellation): Promise<void> {
		// A tab may outlive its file; then there is nothing to load.
		if (!findDocument(uri) || (await kindOnDisk(uri)) !== 'file') {
			return;
		}
		const { newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		if (newerText !== undefined) {
			throw new ToolError('E_FILE_CHANGED', `${paths.show(uri)} changed on disk, and VS Code has not loaded it yet.`, {
				hint: 'Call again in a moment.',
			});
		}
	}

	/** Applied as one edit that the user can take back with a keystroke; files that they had not saved stay unsaved. */
	async function make(step: UndoStep, caller: Caller): Promise<void> {
		const plan = await edits.plan(await editOf(step));
		await plan.apply({ ...caller, undoes: step.undoes });
	}

	const plan: ChangeUndo['plan'] = async (changes, signal = NEVER_CANCELLED) => {
		const files = new Set(changes.flatMap(({ file, to }) => (to === undefined ? [file] : [file, to])));
		await Promise.all([...files].map(file => untilLoaded(vscode.Uri.file(file), signal)));
		/** Files in a folder that has moved since are known by their present names only while it is worked out. */
		const behind: unknown[] = [];
		const untilLoadedToo = async (file: string) => {
			if (!files.has(file)) {
				await untilLoaded(vscode.Uri.file(file), signal).catch((cause: unknown) => behind.push(cause));
			}
		};
		const planned = await planUndo(
			changes,
			async ({ journal, before, after }) => ({
				before: before === undefined ? undefined : await journal.text(before),
				after: after === undefined ? undefined : await journal.text(after),
			}),
			{
				async text(file) {
					await untilLoadedToo(file);
					return presentText(vscode.Uri.file(file)).catch(() => undefined);
				},
				exists: async file => (await stat(file).catch(() => undefined)) !== undefined,
			},
		);
		if (behind.length > 0) {
			throw behind[0];
		}
		return planned;
	};

	return {
		plan,
		async run(changes, caller) {
			for (let attempt = 1; ; attempt++) {
				const { steps, outcomes } = await plan(changes, caller.signal);
				let made = 0;
				try {
					for (const step of steps) {
						await make(step, caller);
						made++;
					}
					return outcomes.map(({ file, ...outcome }) => ({ ...outcome, path: paths.show(vscode.Uri.file(file)) }));
				} catch (error) {
					const mayTryAgain = made === 0 && attempt < ATTEMPTS;
					if (!mayTryAgain || !isToolError(error) || error.code !== 'E_FILE_CHANGED') {
						throw error;
					}
				}
			}
		},
	};
}

async function editOf(step: UndoStep): Promise<vscode.WorkspaceEdit> {
	const edit = new vscode.WorkspaceEdit();
	if (step.kind === 'texts') {
		for (const { file, before, after } of step.files) {
			const uri = vscode.Uri.file(file);
			await requireUnchanged(uri, before);
			edit.set(uri, [...changeOfLines(before, after).edits]);
		}
		return edit;
	}
	const uri = vscode.Uri.file(step.file);
	switch (step.kind) {
		case 'create':
			edit.createFile(uri, { contents: await vscode.workspace.encode(step.text, { uri }), overwrite: false });
			break;
		case 'delete':
			await requireUnchanged(uri, step.text);
			edit.deleteFile(uri);
			break;
		case 'move':
			edit.renameFile(uri, vscode.Uri.file(step.to), { overwrite: false });
			break;
	}
	return edit;
}

async function requireUnchanged(uri: vscode.Uri, text: string): Promise<void> {
	if ((await presentText(uri).catch(() => undefined)) !== text) {
		throw new ToolError('E_FILE_CHANGED', `${uri.fsPath} changed in this moment; what was not taken back yet stays.`, {
			hint: 'Call again.',
		});
	}
}
