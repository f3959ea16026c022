import * as style from 'node:path';
import * as vscode from 'vscode';

export interface FileNews extends vscode.Disposable {
	/** When the watcher last reported something in the folder; 0 for never. */
	heardAt(folder: string): number;
	/** Grows with every file that appears or disappears. */
	readonly appearances: number;
	/** Grows with every report. */
	readonly reports: number;
	readonly onNews: vscode.Event<vscode.Uri>;
}

const MOST_FOLDERS = 2000;

/** What VS Code's file watcher has told so far: to extensions all at once, so TypeScript has heard it too. */
export function createFileNews(): FileNews {
	const heard = new Map<string, number>();
	const news = new vscode.EventEmitter<vscode.Uri>();
	const watcher = vscode.workspace.createFileSystemWatcher('**/*');
	let appearances = 0;
	let reports = 0;
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
		heardAt: folder => heard.get(folder) ?? 0,
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
