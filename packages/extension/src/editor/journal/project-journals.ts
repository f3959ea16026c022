import { type Journal, journalFolder, openJournal } from '@hawser/journal/journal.ts';
import type { ListedChange } from '@hawser/journal/journal-reader.ts';
import { pruneAbandoned } from '@hawser/journal/prune-abandoned.ts';
import { realPathOr } from '@hawser/node/real-path.ts';
import * as vscode from 'vscode';

/** A change with the journal that has its texts. */
export interface JournalledChange extends ListedChange {
	journal: Journal;
}

/** The journals of the folders of this window. A folder has the same journal in every window that opens it. */
export interface ProjectJournals {
	of(file: vscode.Uri): Journal;
	all(): readonly Journal[];
	/** The changes in all of them, the oldest first. */
	list(): Promise<readonly JournalledChange[]>;
}

/** For files that lie in no folder of the window. */
const ELSEWHERE = '';
/** Milliseconds after a window's start in which it has more urgent things to do than to look at other projects. */
const BUSY = 2 * 60_000;

export function createProjectJournals(home: string): ProjectJournals {
	const open = new Map<string, Journal>();
	setTimeout(() => void pruneAbandoned(home).catch(() => undefined), BUSY).unref();
	function journalOf(folder: string): Journal {
		const known = open.get(folder);
		if (known) {
			return known;
		}
		const journal = openJournal(journalFolder(home, folder));
		open.set(folder, journal);
		// Nobody waits for it, and what could not be given up now is given up at the next start.
		journal.prune().catch(() => undefined);
		return journal;
	}
	function all(): readonly Journal[] {
		const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => realPathOr(uri.fsPath));
		return [...new Set([...folders, ELSEWHERE])].map(journalOf);
	}
	return {
		all,
		of(file) {
			const folder = vscode.workspace.getWorkspaceFolder(file);
			return journalOf(folder ? realPathOr(folder.uri.fsPath) : ELSEWHERE);
		},
		async list() {
			const lists = await Promise.all(
				all().map(async journal => (await journal.list()).map(change => ({ ...change, journal }))),
			);
			return lists.flat().sort((one, other) => one.time.localeCompare(other.time));
		},
	};
}
