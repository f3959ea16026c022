import { selectToolsets, type ToolsetSelection } from '@hawser/core/contract/toolset-selection.ts';
import { isSameFolder } from '@hawser/link/find-window.ts';
import { type ParsedPortPolicy, parsePortPolicy } from '@hawser/link/port-policy.ts';
import * as vscode from 'vscode';
import type { ProjectConfigKind } from './project-config/agent-entry.ts';
import type { SettingName } from './settings.ts';
import type { ChatMode } from './surfaces/language-model/chat.ts';

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

/** The enabled folders in which the person allowed the file bridge; none while the workspace is not trusted. */
export function bridgeFolders(): readonly string[] {
	const allowed: unknown = read('hawser.fileBridge');
	if (!vscode.workspace.isTrusted || !Array.isArray(allowed)) {
		return [];
	}
	const names = allowed.filter(name => typeof name === 'string');
	return enabledFolders()
		.map(({ uri }) => uri.fsPath)
		.filter(folder => names.some(name => name === folder || isSameFolder(name, folder)));
}

export function portPolicy(): ParsedPortPolicy {
	return parsePortPolicy(read('hawser.port'));
}

export function projectConfigKind(folder: vscode.Uri): ProjectConfigKind {
	const kind = read('hawser.projectConfig', folder);
	return kind === 'http' || kind === 'off' ? kind : 'stdio';
}

export function servesSse(): boolean {
	return read('hawser.sse') === true;
}

export function chatMode(): ChatMode {
	const mode = read('hawser.chat');
	return mode === 'mcp' || mode === 'off' ? mode : 'tools';
}

/** Names and patterns of tools. */
export function relayPatterns(): readonly string[] {
	const patterns = read('hawser.relay');
	return Array.isArray(patterns) ? patterns.filter(pattern => typeof pattern === 'string') : [];
}

/** The person's choice of toolsets, read when it changes: asking VS Code on every call would cost more than the call. */
export interface ChosenToolsets extends vscode.Disposable {
	readonly words: readonly string[];
	readonly selection: ToolsetSelection;
}

export function watchToolsets(onChange: (chosen: ChosenToolsets) => void): ChosenToolsets {
	let words = readToolsetWords();
	let selection = selectToolsets(words);
	const listener = vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration(TOOLSETS)) {
			words = readToolsetWords();
			selection = selectToolsets(words);
			onChange(chosen);
		}
	});
	const chosen: ChosenToolsets = {
		get words() {
			return words;
		},
		get selection() {
			return selection;
		},
		dispose: () => void listener.dispose(),
	};
	return chosen;
}

/** Whether requests to the ggMCP routes have to carry the token; asked on every one that does not. */
export interface GgmcpToken extends vscode.Disposable {
	readonly required: boolean;
}

/** `onOpened` is called when the person turns the token off, not for what was set before. */
export function watchGgmcpToken(onOpened: () => void): GgmcpToken {
	const readRequired = () => read(GGMCP_TOKEN) !== false;
	let required = readRequired();
	const listener = vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration(GGMCP_TOKEN)) {
			const before = required;
			required = readRequired();
			if (before && !required) {
				onOpened();
			}
		}
	});
	return {
		get required() {
			return required;
		},
		dispose: () => void listener.dispose(),
	};
}

const GGMCP_TOKEN: SettingName = 'hawser.ggmcp.requireToken';

const TOOLSETS: SettingName = 'hawser.toolsets';

function readToolsetWords(): readonly string[] {
	const words = read(TOOLSETS);
	return Array.isArray(words) ? words.filter(word => typeof word === 'string') : [];
}

function read(name: SettingName, folder?: vscode.Uri): unknown {
	return vscode.workspace.getConfiguration(undefined, folder).get(name);
}
