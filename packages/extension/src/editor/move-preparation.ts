import * as vscode from 'vscode';
import type { AffectedFile } from './affected-imports.ts';
import { checkableFiles } from './checkable-files.ts';
import type { FreshDocuments } from './fresh-document.ts';
import { isScript, type Relocation } from './import-specifiers.ts';
import type { TypeScriptNews } from './typescript-news.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import { delay, type Patience } from './until.ts';
import type { WiderReferences } from './wider-references.ts';

/** TypeScript updates the imports that it knows of: it has to be awake, loaded, and told about the files before a move. */
export interface MovePreparation {
	/** Before it is looked up who imports the file: that may have been written a moment ago. */
	hearNews(patience: Patience): Promise<void>;
	prepare(move: Relocation, affected: readonly AffectedFile[], patience: Patience): Promise<void>;
	/** Waits until TypeScript has answered what it was asked about the moved file. */
	catchUp(to: vscode.Uri, patience: Patience): Promise<void>;
}

/** TypeScript's extension gathers moves for 50 ms before it asks its server about them. */
const GATHERING = 150;
const MOST_OPENED = 30;
const SCRIPTS = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';

export function createMovePreparation({
	freshDocuments,
	typeScript,
	typeScriptNews,
	widerReferences,
}: {
	freshDocuments: FreshDocuments;
	typeScript: TypeScriptServer;
	typeScriptNews: TypeScriptNews;
	widerReferences: WiderReferences;
}): MovePreparation {
	return {
		async hearNews(patience) {
			await typeScriptNews.deliver(patience);
		},
		async prepare(move, affected, patience) {
			const script = await firstScript(move, affected, patience);
			if (script === undefined) {
				return;
			}
			const { document } = await freshDocuments.open(script, patience);
			if (!(await typeScript.answersFor(document, patience))) {
				return;
			}
			await typeScript.request('syntacticDiagnosticsSync', script, patience);
			const importers = affected.map(({ uri }) => uri);
			// A file that was created a moment ago may be loaded and yet not be looked at when its folder moves.
			await Promise.allSettled(importers.slice(0, MOST_OPENED).map(uri => vscode.workspace.openTextDocument(uri)));
			await widerReferences.bringIn(importers, new Set(), patience);
			await typeScript.request('syntacticDiagnosticsSync', script, patience);
		},
		async catchUp(to, patience) {
			if (isScript(to.path)) {
				await delay(GATHERING, patience.signal);
				await typeScript.request('syntacticDiagnosticsSync', to, patience);
			}
		},
	};
}

/** A script by which TypeScript can be made to load what the move is about; none for a picture that nothing imports. */
async function firstScript(
	{ from, kind }: Relocation,
	affected: readonly AffectedFile[],
	{ signal }: Patience,
): Promise<vscode.Uri | undefined> {
	const moved = vscode.Uri.file(from);
	if (kind === 'file') {
		return isScript(from) ? moved : affected[0]?.uri;
	}
	return affected[0]?.uri ?? (await checkableFiles(moved, signal, { pattern: SCRIPTS, most: 1 }))[0];
}
