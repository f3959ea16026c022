import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Changes, RecordedChange } from '@hawser/core/ports/changes.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import type { JournalledChange, ProjectJournals } from '../journal/project-journals.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { ChangeUndo } from './undo-changes.ts';
import { undoneIds } from './undone-ids.ts';

/** Surface of the user's own shell, which is no agent's. */
const SHELL = 'cli';
/** Older ones are in the journal, and nobody reads so many. */
const MAX_LISTED = 2000;
/** Milliseconds for which a list waits for what others are writing. */
const SETTLING = 5000;

export function createChanges({
	journals,
	paths,
	undo,
	settled,
}: {
	journals: ProjectJournals;
	paths: WorkspacePaths;
	undo: ChangeUndo;
	/** Ends when what was written from outside of the editor so far is entered. */
	settled: () => Promise<void>;
}): Changes {
	async function ofCaller({ agent, signal }: Caller) {
		await resultWithin(settled(), { milliseconds: SETTLING, signal });
		const all = await journals.list();
		const own = all.filter(({ connection }) => agent === SHELL || connection === agent).slice(-MAX_LISTED);
		// The user may have taken back what an agent did.
		return { own, undone: undoneIds(all) };
	}

	function describe(change: JournalledChange, undone: ReadonlySet<string>, caller: Caller): RecordedChange {
		const { id, time, agent, call, tool, kind, file, to, linesAdded, linesRemoved } = change;
		return {
			...{ id, time, agent, call, tool, kind, linesAdded, linesRemoved },
			path: paths.show(vscode.Uri.file(file)),
			...(to !== undefined && { to: paths.show(vscode.Uri.file(to)) }),
			isUndo: change.undoes !== undefined,
			undone: undone.has(id),
			// The user knows what they did themselves, and may take back all of it.
			...(change.guessed === true && caller.agent !== SHELL && { guessed: true }),
		};
	}

	return {
		async list(path, caller) {
			const { own, undone } = await ofCaller(caller);
			const place = path === undefined ? undefined : (await paths.resolve(path)).fsPath;
			const isMeant = (file: string | undefined) =>
				place === undefined || (file !== undefined && pathBelow(place, file) !== undefined);
			return own
				.filter(({ file, to }) => isMeant(file) || isMeant(to))
				.map(change => describe(change, undone, caller))
				.reverse();
		},
		async undo(ids, caller) {
			const { own } = await ofCaller(caller);
			const meant = own.filter(({ id }) => ids.includes(id));
			if (meant.length < new Set(ids).size) {
				throw new ToolError('E_INVALID_PARAMS', 'Some of these changes are not known.', {
					hint: 'change_list shows your changes.',
				});
			}
			return undo.run(meant, caller);
		},
	};
}
