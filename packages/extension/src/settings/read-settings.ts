import { selectToolsets, type ToolsetSelection } from '@hawser/core/contract/toolset-selection.ts';
import { isSameFolder } from '@hawser/link/find-window.ts';
import { type ParsedPortPolicy, parsePortPolicy } from '@hawser/link/port-policy.ts';
import * as vscode from 'vscode';
import type { ChatMode } from '../surfaces/language-model/chat.ts';
import {
	isOnForAll,
	isOnForUser,
	narrowest,
	offOrInnermost,
	type SettingLayers,
	toolsetWords,
} from './narrow-settings.ts';
import type { SettingName } from './settings.ts';

/** The connection that is written into the configuration of agents. */
export type ProjectConfigKind = 'stdio' | 'http' | 'off';

/** The folders on disk from which no setting keeps agents out. */
export function enabledFolders(): readonly vscode.WorkspaceFolder[] {
	return (vscode.workspace.workspaceFolders ?? []).filter(
		({ uri }) => uri.scheme === 'file' && isOnForAll(layers('hawser.enabled', uri)),
	);
}

/** The paths of these folders. */
export function enabledPaths(): readonly string[] {
	return enabledFolders().map(({ uri }) => uri.fsPath);
}

/** A window without folders follows the user's own setting. */
export function isEnabled(): boolean {
	const { workspaceFolders = [] } = vscode.workspace;
	return workspaceFolders.length === 0 ? isOnForAll(layers('hawser.enabled')) : enabledFolders().length > 0;
}

/** The enabled folders in which the user allowed the file bridge; none while the workspace is not trusted. */
export function bridgeFolders(): readonly string[] {
	const allowed: unknown = read('hawser.fileBridge');
	if (!vscode.workspace.isTrusted || !Array.isArray(allowed)) {
		return [];
	}
	const names = allowed.filter(name => typeof name === 'string');
	return enabledPaths().filter(folder => names.some(name => name === folder || isSameFolder(name, folder)));
}

export function portPolicy(): ParsedPortPolicy {
	return parsePortPolicy(read('hawser.port'));
}

export function projectConfigKind(folder: vscode.Uri): ProjectConfigKind {
	return narrowest(layers('hawser.projectConfig', folder), ['off', 'stdio', 'http'], 'stdio');
}

export function servesSse(): boolean {
	return isOnForUser(layers('hawser.sse'));
}

export function chatMode(): ChatMode {
	return offOrInnermost(layers('hawser.chat'), ['tools', 'mcp', 'off'], 'off', 'tools');
}

/** Names and patterns of tools. */
export function relayPatterns(): readonly string[] {
	const patterns = read('hawser.relay');
	return Array.isArray(patterns) ? patterns.filter(pattern => typeof pattern === 'string') : [];
}

/** The user's choice of toolsets, read when it changes: asking VS Code on every call would cost more than the call. */
export interface ChosenToolsets extends vscode.Disposable {
	readonly words: readonly string[];
	readonly selection: ToolsetSelection;
	readonly onDidChange: vscode.Event<void>;
}

export function watchToolsets(): ChosenToolsets {
	let words = toolsetWords(layers(TOOLSETS));
	let selection = selectToolsets(words);
	const changes = new vscode.EventEmitter<void>();
	const listener = vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration(TOOLSETS)) {
			words = toolsetWords(layers(TOOLSETS));
			selection = selectToolsets(words);
			changes.fire();
		}
	});
	return {
		get words() {
			return words;
		},
		get selection() {
			return selection;
		},
		onDidChange: changes.event,
		dispose() {
			listener.dispose();
			changes.dispose();
		},
	};
}

/** Tells whether requests to the ggMCP routes have to carry the token; asked on every request that does not. */
export interface GgmcpToken extends vscode.Disposable {
	readonly required: boolean;
	/** Fires when the user turns the token off, not for what was set before. */
	readonly onDidOpen: vscode.Event<void>;
}

export function watchGgmcpToken(): GgmcpToken {
	const readRequired = () => read(GGMCP_TOKEN) !== false;
	let required = readRequired();
	const opened = new vscode.EventEmitter<void>();
	const listener = vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration(GGMCP_TOKEN)) {
			const before = required;
			required = readRequired();
			if (before && !required) {
				opened.fire();
			}
		}
	});
	return {
		get required() {
			return required;
		},
		onDidOpen: opened.event,
		dispose() {
			listener.dispose();
			opened.dispose();
		},
	};
}

const GGMCP_TOKEN: SettingName = 'hawser.ggmcp.requireToken';

const TOOLSETS: SettingName = 'hawser.toolsets';

function read(name: SettingName, folder?: vscode.Uri): unknown {
	return vscode.workspace.getConfiguration(undefined, folder).get(name);
}

function layers(name: SettingName, folder?: vscode.Uri): SettingLayers {
	const { defaultValue, globalValue, workspaceValue, workspaceFolderValue }: Partial<Record<string, unknown>> = {
		...vscode.workspace.getConfiguration(undefined, folder).inspect(name),
	};
	return {
		user: globalValue ?? defaultValue,
		workspace: [workspaceValue, workspaceFolderValue].filter(value => value !== undefined),
	};
}
