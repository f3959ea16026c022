import * as vscode from 'vscode';

/** The folders of the workspace without those of virtual file systems. */
export function foldersOnDisk(): readonly vscode.WorkspaceFolder[] {
	return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
