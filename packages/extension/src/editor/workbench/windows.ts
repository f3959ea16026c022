import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Windows } from '@hawser/core/ports/windows.ts';
import * as vscode from 'vscode';
import type { DebugSessions } from '../debug/sessions/debug-sessions.ts';
import { allTabs, tabUri } from '../shared/tab-uri.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** Facts about this window that only the rest of the extension knows. */
export interface OwnWindow {
	id: string;
	version: string;
	startedAt: number;
	port: () => number;
}

/** Milliseconds for the answer to leave the window before the window goes. */
const GOODBYE = 300;

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
				system: {
					platform: process.platform,
					arch: process.arch,
					node: process.versions.node,
					shell: vscode.env.shell,
				},
			};
		},
		reload() {
			const dirty = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => paths.show(uri));
			// With hot exit, VS Code keeps unsaved edits over a reload; without, it asks the user what to do with them.
			if (dirty.length > 0 && vscode.workspace.getConfiguration('files').get('hotExit') === 'off') {
				throw new ToolError('E_FILE_DIRTY', `A reload would lose unsaved edits: ${dirty.join(', ')}.`, {
					hint: 'Ask the user to save these files, or to set files.hotExit to another value than "off".',
					details: { files: dirty },
				});
			}
			setTimeout(() => void vscode.commands.executeCommand('workbench.action.reloadWindow'), GOODBYE);
		},
	};
}

export function appName(): string {
	return `${vscode.env.appName} ${vscode.version}`;
}

/** Each file once, though it may stand in several groups. */
function openFiles(paths: WorkspacePaths): { path: string; dirty: boolean }[] {
	const files = new Map<string, { path: string; dirty: boolean }>();
	for (const tab of allTabs()) {
		const uri = tabUri(tab);
		if (uri) {
			files.set(uri.toString(), { path: paths.show(uri), dirty: tab.isDirty });
		}
	}
	return [...files.values()];
}
