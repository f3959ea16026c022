import * as style from 'node:path';
import * as vscode from 'vscode';
import type { FileNews } from './file-news.ts';
import type { FreshDocuments } from './fresh-document.ts';
import { type RecentChange, recentChanges } from './recent-changes.ts';
import { delay, type Patience, until } from './until.ts';

/** Older news have reached TypeScript by themselves, also on a busy machine. */
const NEWS = 3000;
/** File systems stamp with a clock that lags a little. */
const CLOCK_STEP = 20;
const MOST_OPENED = 40;
const RELOAD_LIMIT = 2000;
/** The watcher reports within 80 to 200 ms. */
const WATCHER_LIMIT = 1000;
/** TypeScript's extension gathers what it hears for 100 ms before it tells the server. */
const GATHERING = 200;

const SCRIPT = /\.[cm]?[jt]sx?$/i;
const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/i;

export interface TypeScriptNews {
	/** Tells TypeScript what happened on disk a moment ago: to a file it is asked about, or to one that file imports. */
	deliver(folder: vscode.Uri, patience: Patience): Promise<void>;
}

export function createTypeScriptNews(freshDocuments: FreshDocuments, fileNews: FileNews): TypeScriptNews {
	let reloadedAt = 0;
	return {
		async deliver(folder, patience) {
			const since = Math.max(Date.now() - NEWS, reloadedAt - CLOCK_STEP);
			const changes = await recentChanges(folder.fsPath, since, name => SOURCE.test(name));
			if (changes === undefined) {
				await delay(WATCHER_LIMIT, patience.signal);
				return;
			}
			const scripts = changes.files.filter(({ path }) => SCRIPT.test(path));
			const settings = changes.files.filter(({ path }) => !SCRIPT.test(path));
			if (scripts.length > MOST_OPENED) {
				await reload();
				return;
			}
			// An open document is what TypeScript believes, whatever its watchers have told it so far.
			await Promise.allSettled(
				scripts.map(({ path }) =>
					freshDocuments.open(vscode.Uri.file(path), { milliseconds: RELOAD_LIMIT, signal: patience.signal }),
				),
			);
			const inFolders = [
				...changes.folders,
				...settings.map(({ path, time }) => ({ path: style.dirname(path), time })),
			];
			if (inFolders.length > 0 && !(await heard(inFolders, patience))) {
				await reload();
			}
		},
	};

	/** Whether the watcher has reported from every folder and TypeScript has had the time to pass it on. */
	async function heard(changes: readonly RecentChange[], { signal }: Patience): Promise<boolean> {
		const reported = () => changes.every(({ path, time }) => fileNews.heardAt(path) >= time);
		const limit = { milliseconds: WATCHER_LIMIT, signal };
		if (!(await until(fileNews.onNews, reported, limit))) {
			return false;
		}
		const last = Math.max(...changes.map(({ path }) => fileNews.heardAt(path)));
		await delay(Math.min(GATHERING, last + GATHERING - Date.now()), signal);
		return true;
	}

	/** The server reads everything anew, before it answers what it is asked next. */
	async function reload(): Promise<void> {
		reloadedAt = Date.now();
		await vscode.commands.executeCommand('typescript.reloadProjects');
	}
}
