import { selectToolsets, type ToolsetSelection } from '@hawser/core/contract/toolset-selection.ts';
import { MODES, type Mode } from '@hawser/core/policy/rule.ts';
import { isSameFolder } from '@hawser/link/find-window.ts';
import { realFolder } from '@hawser/link/folder-identity.ts';
import { type ParsedPortPolicy, parsePortPolicy } from '@hawser/link/port-policy.ts';
import * as vscode from 'vscode';
import type { ChatMode } from '../surfaces/language-model/chat.ts';
import {
	isOnForAll,
	isOnForUser,
	type ModeOf,
	modesOf,
	narrowest,
	offOrInnermost,
	type SettingLayers,
	toolsetWords,
	wordsOfAll,
	wordsOfAny,
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

export function currentMode(): Mode {
	return narrowest(layers('hawser.mode'), MODES, 'guarded');
}

/** False when the user has told the chat of the editor to run every tool without a question. */
export function chatAsks(): boolean {
	const configuration = vscode.workspace.getConfiguration('chat.tools');
	return ![configuration.get('global.autoApprove'), configuration.get('autoApprove')].includes(true);
}

/** The mode that the user has chosen, whatever this workspace makes of it. */
export function userMode(): Mode {
	return narrowest({ ...layers('hawser.mode'), workspace: [] }, MODES, 'guarded');
}

/** The folders on disk by their real paths, as rules name them. */
export function realFolders(): readonly string[] {
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	const key = folders.map(({ uri }) => uri.fsPath).join('\0');
	if (key !== lastFolders.key || Date.now() >= lastFolders.until) {
		lastFolders = {
			key,
			until: Date.now() + FOLDERS_LIMIT,
			real: folders.map(({ uri }) => realFolder(uri.fsPath)),
		};
	}
	return lastFolders.real;
}

/** The name by which tools know one of these folders, where there are several. */
export function folderName(folder: string): string {
	const at = realFolders().indexOf(folder);
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	return folders[at]?.name ?? '';
}

/** Every call of an agent asks for them, and a folder whose link leads elsewhere all of a sudden is rare. */
const FOLDERS_LIMIT = 1000;
let lastFolders: { key: string; until: number; real: readonly string[] } = { key: '', until: 0, real: [] };

/** Names and patterns of tools. */
export function relayPatterns(): readonly string[] {
	const patterns = read('hawser.relay');
	return Array.isArray(patterns) ? patterns.filter(pattern => typeof pattern === 'string') : [];
}

/** The agents that may connect by their own IDE protocols. */
export function nativeIdeWords(): readonly string[] {
	return wordsOfAll(layers('hawser.nativeIde'));
}

/** Globs of files of which these agents are not told. */
export function untoldGlobs(): readonly string[] {
	return wordsOfAny(layers('hawser.nativeIdeExclude'));
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

/** How much agents may do, read when it changes. */
export function watchModes(): vscode.Disposable & { of: ModeOf } {
	const readModes = () => modesOf(layers('hawser.mode'), layers('hawser.agentModes').user);
	let modes = readModes();
	const listener = vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration('hawser.mode') || change.affectsConfiguration('hawser.agentModes')) {
			modes = readModes();
		}
	});
	return {
		of: agent => modes(agent),
		dispose() {
			listener.dispose();
		},
	};
}

/** Tells now, and whenever it changes, whether the user wants every call in the log. */
export function watchLogCalls(tell: (everyCall: boolean) => void): vscode.Disposable {
	const setting: SettingName = 'hawser.logCalls';
	tell(read(setting) !== false);
	return vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration(setting)) {
			tell(read(setting) !== false);
		}
	});
}

/** The systems whose routes the user can open to programs that have no token to send. */
export type OpenableRoutes = 'ggmcp' | 'devdb';

/** Tells whether requests to these routes have to carry the token; asked on every request that does not. */
export interface RouteTokens extends vscode.Disposable {
	required(routes: OpenableRoutes): boolean;
	/** The routes that are open now. */
	readonly open: readonly OpenableRoutes[];
	/** Fires when the user turns a token off, not for what was set before. */
	readonly onDidOpen: vscode.Event<OpenableRoutes>;
}

export function watchRouteTokens(): RouteTokens {
	const systems: readonly OpenableRoutes[] = ['ggmcp', 'devdb'];
	const readOpen = () => systems.filter(routes => read(tokenSetting(routes)) === false);
	let open = readOpen();
	const opened = new vscode.EventEmitter<OpenableRoutes>();
	const listener = vscode.workspace.onDidChangeConfiguration(change => {
		if (systems.some(routes => change.affectsConfiguration(tokenSetting(routes)))) {
			const before = open;
			open = readOpen();
			for (const routes of open.filter(now => !before.includes(now))) {
				opened.fire(routes);
			}
		}
	});
	return {
		required: routes => !open.includes(routes),
		get open() {
			return open;
		},
		onDidOpen: opened.event,
		dispose() {
			listener.dispose();
			opened.dispose();
		},
	};
}

export function tokenSetting(routes: OpenableRoutes): SettingName {
	return `hawser.${routes}.requireToken`;
}

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
