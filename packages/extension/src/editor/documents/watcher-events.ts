import { basename, dirname } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

/** Something happened to a file, or to what a folder has in it. */
interface Change {
	path: string;
	time: number;
}

export interface WatcherEvents extends vscode.Disposable {
	/**
	 * Waits until the watcher has reported each change after its time, and those who gather such events have had the time to
	 * pass them on. False when it does not report: too many files, a network drive, an excluded folder.
	 */
	untilReported(changes: readonly Change[], signal: Cancellation): Promise<boolean>;
	/** True when all that had already happened at the given time. */
	hadReported(changes: readonly Change[], at: number): boolean;
	/** Grows with every report. */
	readonly reports: number;
	readonly onDidReport: vscode.Event<vscode.Uri>;
}

const MAX_PATHS = 50_000;
/** TypeScript takes a path with a dot for a file, and does not look into it when it appears. */
const LOOKED_INTO = /^[^.]+$/;
/** The watcher reports within 80 to 200 ms. */
const WATCHER_LIMIT = 1000;
/** TypeScript's extension collects what it hears for 100 ms before it tells the server. */
const GATHERING = 200;

/** Records the events of VS Code's file watcher. All extensions get them at the same moment, so TypeScript has them too. */
export function createWatcherEvents(): WatcherEvents {
	const reported = new Map<string, number>();
	/**
	 * Folders that appeared. What is written into one before the watcher has reached it is never reported, but whoever hears
	 * of the folder reads all that is in it.
	 */
	const appeared = new Map<string, number>();
	const events = new vscode.EventEmitter<vscode.Uri>();
	const watcher = vscode.workspace.createFileSystemWatcher('**/*');
	let reports = 0;
	const reportedAt = (path: string) => Math.max(reported.get(path) ?? 0, ...withParents(path).map(appearedAt));
	const appearedAt = (folder: string) => appeared.get(folder) ?? 0;
	const report = (uri: vscode.Uri) => {
		reports++;
		remember(reported, uri.fsPath);
		remember(reported, dirname(uri.fsPath));
		events.fire(uri);
	};
	const appear = (uri: vscode.Uri) => {
		if (LOOKED_INTO.test(basename(uri.fsPath))) {
			remember(appeared, uri.fsPath);
		}
		report(uri);
	};
	const disappear = (uri: vscode.Uri) => {
		appeared.delete(uri.fsPath);
		report(uri);
	};
	const registrations = vscode.Disposable.from(
		watcher,
		events,
		watcher.onDidChange(report),
		watcher.onDidCreate(appear),
		watcher.onDidDelete(disappear),
	);
	return {
		onDidReport: events.event,
		hadReported(changes, at) {
			return changes.every(({ path, time }) => reportedAt(path) >= time && reportedAt(path) + GATHERING < at);
		},
		async untilReported(changes, signal) {
			const all = () => changes.every(({ path, time }) => reportedAt(path) >= time);
			if (!(await until(events.event, all, { milliseconds: WATCHER_LIMIT, signal }))) {
				// Something happened that nobody will be told of: what rests on this number has to be looked up again.
				reports++;
				return false;
			}
			const last = Math.max(0, ...changes.map(({ path }) => reportedAt(path)));
			await delay(Math.min(GATHERING, last + GATHERING - Date.now()), signal);
			return true;
		},
		get reports() {
			return reports;
		},
		dispose() {
			registrations.dispose();
		},
	};
}

function remember(times: Map<string, number>, path: string): void {
	if (times.size > MAX_PATHS) {
		times.clear();
	}
	times.set(path, Date.now());
}

function withParents(path: string): string[] {
	const parent = dirname(path);
	return parent === path ? [path] : [path, ...withParents(parent)];
}
