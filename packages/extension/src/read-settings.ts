import { type ParsedPortPolicy, parsePortPolicy } from '@hawser/link/port-policy.ts';
import * as vscode from 'vscode';
import type { SettingName } from './settings.ts';

/** The folders on disk for which the person lets agents in. A window without folders asks the user's own setting. */
export function enabledFolders(): readonly vscode.WorkspaceFolder[] {
	return (vscode.workspace.workspaceFolders ?? []).filter(
		({ uri }) => uri.scheme === 'file' && read('hawser.enabled', uri) !== false,
	);
}

export function isEnabled(): boolean {
	const { workspaceFolders = [] } = vscode.workspace;
	return workspaceFolders.length === 0 ? read('hawser.enabled') !== false : enabledFolders().length > 0;
}

export function portPolicy(): ParsedPortPolicy {
	return parsePortPolicy(read('hawser.port'));
}

export function toolsetWords(): readonly string[] {
	const words = read('hawser.toolsets');
	return Array.isArray(words) ? words.filter(word => typeof word === 'string') : [];
}

function read(name: SettingName, folder?: vscode.Uri): unknown {
	return vscode.workspace.getConfiguration(undefined, folder).get(name);
}
