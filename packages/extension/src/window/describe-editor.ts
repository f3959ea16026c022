import * as vscode from 'vscode';
import { allTabs, tabUri } from '../editor/shared/tab-uri.ts';
import { appName } from '../editor/workbench/windows.ts';
import { enabledPaths } from '../settings/read-settings.ts';
import type { WindowDescription } from './window-service.ts';

type EditorDescription = Omit<WindowDescription, 'version' | 'toolsets' | 'dynamicTools' | 'chat'>;

/** The part of the registry's entry that the editor alone decides. */
export function describeEditor(): EditorDescription {
	const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
	return {
		folders: enabledPaths(),
		...(workspaceFolders.length === 0 && { files: openFiles() }),
		...(workspaceFile?.scheme === 'file' && { workspaceFile: workspaceFile.fsPath }),
		app: appName(),
		...(vscode.env.remoteName !== undefined && { remote: vscode.env.remoteName }),
		trusted: vscode.workspace.isTrusted,
	};
}

/** More than a user has in tabs; the entry is read on every call. */
const MAX_FILES = 50;

/** The files in tabs, each once. */
function openFiles(): readonly string[] {
	const paths = allTabs().flatMap(tab => {
		const uri = tabUri(tab);
		return uri?.scheme === 'file' ? [uri.fsPath] : [];
	});
	return [...new Set(paths)].slice(0, MAX_FILES);
}
