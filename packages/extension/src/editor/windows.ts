import type { Windows } from '@hawser/core/ports/windows.ts';
import * as vscode from 'vscode';
import type { DebugSessions } from './debug-sessions.ts';
import { tabUri } from './tab-uri.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** What only the rest of the extension knows of this window. */
export interface OwnWindow {
	id: string;
	version: string;
	startedAt: number;
	port: () => number;
}

export function createWindows({
	own,
	paths,
	sessions,
	list,
}: {
	own: OwnWindow;
	paths: WorkspacePaths;
	sessions: DebugSessions;
	list: Windows['list'];
}): Windows {
	return {
		list,
		status() {
			const { workspaceFolders = [], workspaceFile, isTrusted } = vscode.workspace;
			const active = vscode.window.activeTextEditor?.document.uri;
			return {
				id: own.id,
				pid: process.pid,
				port: own.port(),
				app: appName(),
				version: own.version,
				...(vscode.env.remoteName !== undefined && { remote: vscode.env.remoteName }),
				trusted: isTrusted,
				since: new Date(own.startedAt).toISOString(),
				folders: workspaceFolders.map(({ name, uri }) => ({ name, path: uri.fsPath })),
				...(workspaceFile?.scheme === 'file' && { workspaceFile: workspaceFile.fsPath }),
				...(active && { activeFile: paths.show(active) }),
				openFiles: openFiles(paths),
				debugSessions: sessions.all().map(session => ({
					id: session.id,
					name: session.name,
					type: session.type,
					active: session.id === vscode.debug.activeDebugSession?.id,
				})),
			};
		},
	};
}

export function appName(): string {
	return `${vscode.env.appName} ${vscode.version}`;
}

/** Each file once, though it may stand in several groups. */
function openFiles(paths: WorkspacePaths): { path: string; dirty: boolean }[] {
	const files = new Map<string, { path: string; dirty: boolean }>();
	for (const tab of vscode.window.tabGroups.all.flatMap(group => group.tabs)) {
		const uri = tabUri(tab);
		if (uri) {
			files.set(uri.toString(), { path: paths.show(uri), dirty: tab.isDirty });
		}
	}
	return [...files.values()];
}
