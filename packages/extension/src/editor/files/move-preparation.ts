import { delay, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import { checkableFiles } from '../language/checkable-files.ts';
import type { ScriptProjects } from '../typescript/script-projects.ts';
import type { TypeScriptEvents } from '../typescript/typescript-events.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import type { AffectedFile } from './affected-imports.ts';
import { type ImportEdits, readImportEdits } from './import-edits.ts';
import { isScript, type Relocation } from './import-specifiers.ts';

/** TypeScript updates the imports that it knows of: it has to be awake, loaded, and told about the files before a move. */
export interface MovePreparation {
	/** Called before the importers of the file are looked up: one may have been written a moment ago. */
	bringUpToDate(timeLimit: TimeLimit): Promise<void>;
	prepare(move: Relocation, affected: readonly AffectedFile[], timeLimit: TimeLimit): Promise<void>;
	/** The imports that TypeScript would change; undefined where it cannot say so before the move. Comes after `prepare`. */
	importEdits(move: Relocation, timeLimit: TimeLimit): Promise<readonly ImportEdits[] | undefined>;
	/** Waits until TypeScript has answered what it was asked about the moved file. */
	catchUp(to: vscode.Uri, timeLimit: TimeLimit): Promise<void>;
}

/** TypeScript's extension gathers moves for 50 ms before it asks its server about them. */
const GATHERING = 150;
const MAX_OPENED = 30;
const SCRIPTS = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';

export function createMovePreparation({
	freshDocuments,
	typeScript,
	typeScriptEvents,
	scriptProjects,
}: {
	freshDocuments: FreshDocuments;
	typeScript: TypeScriptServer;
	typeScriptEvents: TypeScriptEvents;
	scriptProjects: ScriptProjects;
}): MovePreparation {
	return {
		async bringUpToDate(timeLimit) {
			await typeScriptEvents.deliver(timeLimit);
		},
		async prepare(move, affected, timeLimit) {
			const script = await firstScript(move, affected, timeLimit);
			if (script === undefined) {
				return;
			}
			const { document } = await freshDocuments.open(script, timeLimit);
			if (!(await typeScript.answersFor(document, timeLimit))) {
				return;
			}
			await typeScript.request('syntacticDiagnosticsSync', script, timeLimit);
			const importers = affected.map(({ uri }) => uri);
			// A file that was created a moment ago may be loaded and yet not be looked at when its folder moves.
			await Promise.allSettled(importers.slice(0, MAX_OPENED).map(uri => vscode.workspace.openTextDocument(uri)));
			await scriptProjects.load(await scriptProjects.notLoaded(importers, timeLimit), timeLimit);
			await typeScript.request('syntacticDiagnosticsSync', script, timeLimit);
		},
		async importEdits({ from, to }, timeLimit) {
			return readImportEdits(await typeScript.askPlugin('importEdits', { from, to }, timeLimit));
		},
		async catchUp(to, timeLimit) {
			if (isScript(to.path)) {
				await delay(GATHERING, timeLimit.signal);
				await typeScript.request('syntacticDiagnosticsSync', to, timeLimit);
			}
		},
	};
}

/** A script by which TypeScript can be made to load what the move is about; none for a picture that nothing imports. */
async function firstScript(
	{ from, kind }: Relocation,
	affected: readonly AffectedFile[],
	{ signal }: TimeLimit,
): Promise<vscode.Uri | undefined> {
	const moved = vscode.Uri.file(from);
	if (kind === 'file') {
		return isScript(from) ? moved : affected[0]?.uri;
	}
	return affected[0]?.uri ?? (await checkableFiles(moved, signal, { pattern: SCRIPTS, most: 1 }))[0];
}
