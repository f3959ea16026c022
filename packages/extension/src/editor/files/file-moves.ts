import { access, constants, readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { FileMove, FileMoves, ImportsOutcome } from '@hawser/core/ports/file-moves.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { Review } from '@hawser/core/ports/values/review.ts';
import { delay, resultWithin, startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FileLocks } from '../documents/file-locks.ts';
import { findDocument } from '../documents/find-document.ts';
import { requireWritable } from '../documents/require-writable.ts';
import { plainText, save, textUnlessShown } from '../documents/saved-text.ts';
import { watchChanges } from '../documents/text-changes.ts';
import type { ChangeRecorder, FileChange } from '../journal/change-recorder.ts';
import type { Consent } from '../questions/consent.ts';
import { reviewChange } from '../questions/review-change.ts';
import type { TemporarySettings } from '../settings/temporary-settings.ts';
import { fileFailure } from '../shared/file-failure.ts';
import { unsavedFiles } from '../shared/unsaved-files.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { SourceMentions } from '../typescript/source-mentions.ts';
import { type AffectedFile, affectedFiles, outdatedFiles, placeAfter } from './affected-imports.ts';
import { canStopImportUpdates, importUpdates, withoutImportQuestions, withoutImportUpdates } from './import-setting.ts';
import { differsOnlyInImports, isScript, type Relocation } from './import-specifiers.ts';
import type { MovePreparation } from './move-preparation.ts';
import { agreedImports, requireAsShown, reviewedMove } from './reviewed-move.ts';

/** Other extensions may take part in a move; VS Code gives them a minute. */
const MOVE_LIMIT = 45_000;
const SETTING_LIMIT = 20_000;
/** From the move to the last changed import TypeScript needs 0.1 to 1 s in a small project. */
const IMPORTS_LIMIT = 20_000;
const CATCH_UP_LIMIT = 30_000;
const LOOK_AGAIN = 50;
/** Changes come in one edit, and the saving right after them. */
const QUIET = 400;

export function createFileMoves({
	paths,
	locks,
	consent,
	mentions,
	temporarySettings,
	preparation,
	recorder,
}: {
	paths: WorkspacePaths;
	locks: FileLocks;
	consent: Consent;
	mentions: SourceMentions;
	temporarySettings: TemporarySettings;
	preparation: MovePreparation;
	recorder: ChangeRecorder;
}): FileMoves {
	return {
		async move(fromArgument, toArgument, caller) {
			const from = await paths.resolve(fromArgument);
			const to = await paths.resolve(toArgument);
			const move = await requireMovable(from, to);
			if (caller.review) {
				return moveAsAgreed(move, caller, caller.review);
			}
			await consent.forFiles('move', [from, to, ...(await protectedAfter(move))], caller, () => [
				{
					label: vscode.l10n.t('Move'),
					text: `${vscode.l10n.t('from {0}', paths.show(from))}\n${vscode.l10n.t('to {0}', paths.show(to))}`,
				},
			]);
			return locks.hold([from, to], caller.signal, async () => {
				const timeLimit = startTimeLimit(SETTING_LIMIT, caller.signal);
				await preparation.bringUpToDate(timeLimit.left());
				const affected = await affectedFiles(move, mentions, caller.signal);
				const setting = importUpdates(move.to);
				if (setting === 'never') {
					return moveAndWatch(move, affected, caller);
				}
				await requireChangeable(affected, caller);
				await preparation.prepare(move, affected, timeLimit.left());
				return temporarySettings.during(withoutImportQuestions(move.to), timeLimit.left(), () =>
					moveAndWatch(move, affected, caller),
				);
			});
		},
	};

	/** The language server does not ask whether it may change imports in these files. */
	async function requireChangeable(affected: readonly AffectedFile[], caller: Caller): Promise<void> {
		const uris = affected.map(({ uri }) => uri);
		await consent.requireAllowed(uris, caller);
		await Promise.all(uris.map(uri => requireWritable(uri, paths.show(uri))));
	}

	/** The user sees the imports that change with it, so they are made by us and not, after the move, by TypeScript's extension. */
	async function moveAsAgreed(move: Relocation, caller: Caller, review: Review): Promise<FileMove> {
		const { signal } = caller;
		const [from, to] = [vscode.Uri.file(move.from), vscode.Uri.file(move.to)];
		const planning = startTimeLimit(SETTING_LIMIT, signal);
		await preparation.bringUpToDate(planning.left());
		const affected = await affectedFiles(move, mentions, signal);
		const isWanted = importUpdates(move.to) !== 'never';
		if (isWanted) {
			await requireChangeable(affected, caller);
			await preparation.prepare(move, affected, planning.left());
		}
		const canBeOurs = isWanted && canStopImportUpdates(move.to);
		const edits = canBeOurs ? await preparation.importEdits(move, planning.left()) : undefined;
		const rules = await Promise.all((await protectedAfter(move)).map(uri => consent.protectionOf(uri)));
		const protectedBy = rules.find(rule => rule !== undefined);
		const unseen = isWanted && !edits ? affected.map(({ uri }) => paths.show(uri)) : [];
		const shown = await reviewedMove(move, edits ?? [], paths, {
			...(protectedBy !== undefined && { protectedBy }),
			...(unseen.length > 0 && {
				note: [vscode.l10n.t('The language server then updates the imports in:'), ...unseen].join('\n'),
			}),
		});
		await reviewChange(shown, caller, consent);
		return locks.hold([from, to], signal, async () => {
			await requireMovable(from, to);
			await requireAsShown(shown, review);
			const settings = edits ? withoutImportUpdates(move.to) : isWanted ? withoutImportQuestions(move.to) : [];
			return temporarySettings.during(settings, startTimeLimit(SETTING_LIMIT, signal).left(), () => {
				if (edits && importUpdates(move.to) !== 'never') {
					throw new ToolError('E_NOT_READY', 'Another window is using the setting for imports.', {
						hint: 'Call again.',
					});
				}
				return moveAndWatch(move, affected, caller, edits && agreedImports(shown, review));
			});
		});
	}

	async function moveAndWatch(
		move: Relocation,
		affected: readonly AffectedFile[],
		caller: Caller,
		ownImports?: vscode.WorkspaceEdit,
	): Promise<FileMove> {
		const setting = ownImports ? 'always' : importUpdates(move.to);
		const dirty = new Set(
			unsavedFiles()
				.map(({ uri }) => uri)
				.map(uri => placeAfter(uri, move).toString()),
		);
		const planned = await plannedChanges(move, affected);
		const recorded = await recorder.begin(planned, caller);
		const changes = watchChanges();
		try {
			await rename(move, caller).catch(async (cause: unknown) => {
				await recorded.dropped();
				throw cause;
			});
			// As a refactoring, VS Code would save every changed file, also those that the user had not saved.
			const isRefactoring = dirty.size === 0;
			if (ownImports && !(await vscode.workspace.applyEdit(ownImports, { isRefactoring }))) {
				throw new ToolError(
					'E_FILE_CHANGED',
					'The file was moved, but VS Code did not take the change of the imports.',
					{
						hint: 'Change them with file_edit; diagnostic_list shows which do not lead anywhere.',
					},
				);
			}
			const limit = setting === 'always' && !ownImports ? startTimeLimit(IMPORTS_LIMIT, caller.signal) : undefined;
			await importsChanged(move, affected, limit?.left() ?? { milliseconds: 0, signal: caller.signal });
			await changes.quiet(QUIET, caller.signal);
		} finally {
			changes.dispose();
		}
		const expected = new Set(affected.map(({ uri }) => placeAfter(uri, move).toString()));
		const active = vscode.window.activeTextEditor?.document.uri.toString();
		// An edit that the user makes meanwhile in another file is no import.
		const changed = changes.documents().filter(({ uri }) => expected.has(uri.toString()) || uri.toString() !== active);
		for (const document of changed) {
			if (document.isDirty && !dirty.has(document.uri.toString())) {
				await save(document, paths.show(document.uri), caller);
			}
		}
		await recorded.made(await Promise.all(planned.map(textWithImports)));
		const outdated = await outdatedFiles(affected, move);
		const show = (uris: readonly vscode.Uri[]) => uris.map(uri => paths.show(uri)).sort();
		return {
			from: paths.show(vscode.Uri.file(move.from)),
			to: paths.show(vscode.Uri.file(move.to)),
			kind: move.kind,
			imports: outcome(setting, changed.length, outdated.length),
			changed: show(changed.map(({ uri }) => uri)),
			outdated: show(outdated),
			leftUnsaved: show(
				unsavedFiles()
					.map(({ uri }) => uri)
					.filter(uri => dirty.has(uri.toString()) && isPartOf(uri, move, changed)),
			),
		};
	}

	async function rename({ from, to }: Relocation, { signal }: Caller): Promise<void> {
		const edit = new vscode.WorkspaceEdit();
		edit.renameFile(vscode.Uri.file(from), vscode.Uri.file(to), { overwrite: false });
		const done = await resultWithin(vscode.workspace.applyEdit(edit), { milliseconds: MOVE_LIMIT, signal });
		const shown = `${paths.show(vscode.Uri.file(from))} to ${paths.show(vscode.Uri.file(to))}`;
		if (done === undefined) {
			throw new ToolError('E_TIMEOUT', `VS Code has not finished moving ${shown}.`, {
				hint: 'Look where the file is before calling again.',
			});
		}
		if (!done) {
			throw new ToolError('E_FILE_ACCESS_DENIED', `VS Code could not move ${shown}.`);
		}
	}

	async function importsChanged(
		move: Relocation,
		affected: readonly AffectedFile[],
		timeLimit: TimeLimit,
	): Promise<void> {
		const giveUpAt = Date.now() + timeLimit.milliseconds;
		// TypeScript's extension follows scripts and folders only; nobody changes the imports of a picture or a style sheet.
		const followed = affected.length > 0 && (move.kind === 'folder' || isScript(move.from));
		while (followed && Date.now() < giveUpAt && (await outdatedFiles(affected, move)).length > 0) {
			await delay(LOOK_AGAIN, timeLimit.signal);
		}
		const isLate = followed && Date.now() >= giveUpAt;
		if (timeLimit.milliseconds > 0 && (isLate || !followed)) {
			// A server that is still loading answers later, and its extension would ask the user once its setting is as it was.
			await preparation.catchUp(vscode.Uri.file(move.to), { ...timeLimit, milliseconds: CATCH_UP_LIMIT });
		}
	}

	/** The content of a folder may be protected at the new place only, such as `hooks` in `.github`. Rules look no deeper. */
	async function protectedAfter({ from, to, kind }: Relocation): Promise<vscode.Uri[]> {
		const names = kind === 'folder' ? await readdir(from) : [];
		const places = names.map(async name => {
			const before = await consent.protectionOf(vscode.Uri.file(path.join(from, name)));
			return before === undefined ? [vscode.Uri.file(path.join(to, name))] : [];
		});
		return (await Promise.all(places)).flat();
	}

	async function requireMovable(from: vscode.Uri, to: vscode.Uri): Promise<Relocation> {
		const [shownFrom, shownTo] = [paths.show(from), paths.show(to)];
		const source = await stat(from.fsPath).catch(async (error: unknown) => {
			throw await fileFailure(from, paths, error);
		});
		if (vscode.workspace.workspaceFolders?.some(({ uri }) => uri.fsPath === from.fsPath)) {
			throw new ToolError('E_INVALID_PATH', 'A folder of the workspace cannot be moved.');
		}
		if (from.fsPath === to.fsPath) {
			throw new ToolError('E_NO_CHANGES', `${shownFrom} is there already.`);
		}
		if (to.fsPath.startsWith(from.fsPath + path.sep)) {
			throw new ToolError('E_INVALID_PATH', `${shownTo} lies inside ${shownFrom}.`);
		}
		const target = await stat(to.fsPath).catch(() => undefined);
		// On file systems that ignore case, a rename that changes only the case finds the file itself.
		const isItself = target?.ino === source.ino && target.dev === source.dev;
		if ((target && !isItself) || findDocument(to)?.isDirty) {
			throw new ToolError('E_FILE_EXISTS', `${shownTo} exists already.`, {
				...(target?.isDirectory() && {
					hint: `To move it into the folder, give ${shownTo}/${path.basename(from.fsPath)}.`,
				}),
			});
		}
		await access(path.dirname(from.fsPath), constants.W_OK).catch((cause: unknown) => {
			throw new ToolError('E_FILE_ACCESS_DENIED', `The system does not let VS Code move ${shownFrom}.`, { cause });
		});
		return { from: from.fsPath, to: to.fsPath, kind: source.isDirectory() ? 'folder' : 'file' };
	}
}

/** The move, and the files whose imports the language servers are expected to change, at their new places. */
async function plannedChanges(move: Relocation, affected: readonly AffectedFile[]): Promise<readonly FileChange[]> {
	const importing = affected.map(async ({ uri }): Promise<FileChange> => {
		const before = await plainText(uri);
		return { uri: placeAfter(uri, move), kind: 'edit', ...(before !== undefined && { before }) };
	});
	const moved: FileChange = { uri: vscode.Uri.file(move.from), kind: 'move', to: vscode.Uri.file(move.to) };
	return [moved, ...(await Promise.all(importing))];
}

/** What became of a file in which imports were changed. Of one that is before the user's eyes, only if that is all that was changed. */
async function textWithImports({ uri, kind, before }: FileChange): Promise<string | undefined> {
	if (kind !== 'edit') {
		return undefined;
	}
	const text = await plainText(uri);
	const isSure = text !== undefined && before !== undefined && differsOnlyInImports(before, text);
	return isSure ? text : textUnlessShown(uri);
}

function isPartOf(uri: vscode.Uri, { to }: Relocation, changed: readonly vscode.TextDocument[]): boolean {
	const moved = uri.fsPath === to || uri.fsPath.startsWith(to + path.sep);
	return moved || changed.some(document => document.uri.toString() === uri.toString());
}

function outcome(setting: string, changed: number, outdated: number): ImportsOutcome {
	if (outdated === 0) {
		return changed > 0 ? 'updated' : 'unaffected';
	}
	return setting === 'never' ? 'never' : setting === 'prompt' ? 'asked' : 'left';
}
