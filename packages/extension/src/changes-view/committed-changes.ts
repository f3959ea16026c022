import { withNewlines } from '@hawser/core/text/newlines.ts';
import { realPathOr } from '@hawser/node/real-path.ts';
import * as vscode from 'vscode';
import type { JournalledChange } from '../editor/journal/project-journals.ts';
import type { UserCommit } from './user-commits.ts';

/** Files of one commit that are compared; in a commit of more nobody has looked at each. */
const MAX_FILES = 500;

/** Of these changes those whose file the commit has changed, and holds as the agent left it. They come with the oldest first. */
export async function committedChanges(
	changes: readonly JournalledChange[],
	{ repository, from, to }: UserCommit,
): Promise<readonly JournalledChange[]> {
	const byFile = new Map<string, JournalledChange[]>();
	for (const change of changes) {
		const place = change.to ?? change.file;
		byFile.set(place, [...(byFile.get(place) ?? []), change]);
	}
	if (byFile.size === 0) {
		return [];
	}
	const committed = new Map(
		(await repository.diffBetween(from, to)).map(({ uri }) => [realPathOr(uri.fsPath), uri.fsPath]),
	);
	const seen: JournalledChange[] = [];
	for (const [place, own] of [...byFile].slice(0, MAX_FILES)) {
		const file = committed.get(realPathOr(place));
		const last = own.at(-1);
		if (file !== undefined && last && (await isAsLeft(last, await textIn(repository, to, file)))) {
			seen.push(...own);
		}
	}
	return seen;
}

async function isAsLeft({ kind, after, journal }: JournalledChange, text: string | undefined): Promise<boolean> {
	if (kind === 'delete' || text === undefined) {
		return kind === 'delete' && text === undefined;
	}
	return after === undefined ? kind === 'move' : (await journal.text(after)) === text;
}

/** Undefined where the commit has no such file. */
async function textIn(repository: UserCommit['repository'], commit: string, file: string): Promise<string | undefined> {
	try {
		return withNewlines(
			await vscode.workspace.decode(await repository.buffer(commit, file), { uri: vscode.Uri.file(file) }),
		);
	} catch {
		return undefined;
	}
}
