import * as vscode from 'vscode';
import { appName } from '../editor/workbench/windows.ts';
import { enabledPaths } from '../settings/read-settings.ts';
import type { WindowDescription } from './window-service.ts';

type EditorDescription = Omit<WindowDescription, 'version' | 'toolsets' | 'dynamicTools' | 'chat'>;

/** The part of the registry's entry that the editor alone decides. */
export function describeEditor(): EditorDescription {
	const { workspaceFile } = vscode.workspace;
	return {
		folders: enabledPaths(),
		...(workspaceFile?.scheme === 'file' && { workspaceFile: workspaceFile.fsPath }),
		app: appName(),
		...(vscode.env.remoteName !== undefined && { remote: vscode.env.remoteName }),
		trusted: vscode.workspace.isTrusted,
	};
}
