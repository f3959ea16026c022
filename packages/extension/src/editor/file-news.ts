import * as style from 'node:path';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import * as vscode from 'vscode';
import { delay, until } from './until.ts';

interface Change {
	folder: string;
	time: number;
}

export interface FileNews extends vscode.Disposable {
	/**
	 * Waits until the watcher has reported from each folder after the given time, and those who gather such news have had
	 * the time to pass them on. False when it does not report: too many files, a network drive, an excluded folder.
	 */
	heard(changes: readonly Change[], signal: Cancellation): Promise<boolean>;
	/** Whether that is so already. */
	hasPassed(changes: readonly Change[]): boolean;
	/** Grows with every file that appears or disappears. */
	readonly appearances: number;
	/** Grows with every report. */
	readonly reports: number;
	readonly onNews: vscode.Event<vscode.Uri>;
}

const MOST_FOLDERS = 2000;
/** The watcher reports within 80 to 200 ms. */
const WATCHER_LIMIT = 1000;
/** TypeScript's extension collects what it hears for 100 ms before it tells the server. */
const GATHERING = 200;

/** What VS Code's file watcher has told so far: to extensions all at once, so TypeScript has heard it too. */
export function createFileNews(): FileNews {
	const heard = new Map<string, number>();
	const news = new vscode.EventEmitter<vscode.Uri>();
	const watcher = vscode.workspace.createFileSystemWatcher('**/*');
	let appearances = 0;
	let reports = 0;
	const heardAt = (folder: string) => heard.get(folder) ?? 0;
	const report = (uri: vscode.Uri) => {
		if (heard.size > MOST_FOLDERS) {
			heard.clear();
		}
		reports++;
		heard.set(style.dirname(uri.fsPath), Date.now());
		news.fire(uri);
	};
	const appear = (uri: vscode.Uri) => {
		appearances++;
		report(uri);
	};
	const all = vscode.Disposable.from(
		watcher,
		news,
		watcher.onDidChange(report),
		watcher.onDidCreate(appear),
		watcher.onDidDelete(appear),
	);
	return {
		onNews: news.event,
		hasPassed(changes) {
			return changes.every(({ folder, time }) => heardAt(folder) >= time && heardAt(folder) + GATHERING < Date.now());
		},
		async heard(changes, signal) {
			const reported = () => changes.every(({ folder, time }) => heardAt(folder) >= time);
			if (!(await until(news.event, reported, { milliseconds: WATCHER_LIMIT, signal }))) {
				return false;
			}
			const last = Math.max(0, ...changes.map(({ folder }) => heardAt(folder)));
			await delay(last + GATHERING - Date.now(), signal);
			return true;
		},
		get appearances() {
			return appearances;
		},
		get reports() {
			return reports;
		},
		dispose() {
			all.dispose();
		},
	};
}
