import * as vscode from 'vscode';
import { type ChosenToolsets, isEnabled } from '../settings/read-settings.ts';
import type { SettingName } from '../settings/settings.ts';
import type { DynamicTools } from './dynamic-tools.ts';
import type { ServerState } from './server-state.ts';
import type { WindowService } from './window-service.ts';
import type { WindowSurfaces } from './window-surfaces.ts';

/** A part that brings itself to what settings, folders, trust and server say now. */
interface Follower {
	follow(): void;
}

export interface ChangingParts {
	service: WindowService;
	state: ServerState;
	surfaces: Pick<WindowSurfaces, 'toolsChanged'>;
	chosen: ChosenToolsets;
	dynamic: Pick<DynamicTools, 'onDidChange'>;
	chat: Follower;
	relay: Follower;
	projectConfig: Follower;
	bridges: Follower;
	nativeIde: Follower;
}

/** Tells the parts of the window what has changed: the server, the tools, a setting, the folders, the trust. */
export function followChanges(parts: ChangingParts): vscode.Disposable {
	return vscode.Disposable.from(followServer(parts), followTools(parts), followSettings(parts), followWorkspace(parts));
}

function followServer({ state, projectConfig, chat, bridges, nativeIde }: ChangingParts): vscode.Disposable {
	return state.onDidChange(() => {
		projectConfig.follow();
		chat.follow();
		bridges.follow();
		nativeIde.follow();
	});
}

function followTools({ service, surfaces, chosen, dynamic, chat }: ChangingParts): vscode.Disposable {
	const toolsChanged = () => {
		void service.refresh();
		surfaces.toolsChanged();
	};
	return vscode.Disposable.from(
		chosen.onDidChange(() => {
			toolsChanged();
			chat.follow();
		}),
		dynamic.onDidChange(() => {
			toolsChanged();
			chat.follow();
		}),
	);
}

function followSettings(parts: ChangingParts): vscode.Disposable {
	const { service, state, surfaces, chat, relay, projectConfig, bridges, nativeIde } = parts;
	const actions: Partial<Record<SettingName, () => void>> = {
		'hawser.enabled': () => followFolders(parts),
		'hawser.fileBridge': () => bridges.follow(),
		'hawser.chat': () => {
			chat.follow();
			surfaces.toolsChanged();
			void service.refresh();
		},
		'hawser.relay': () => relay.follow(),
		'hawser.projectConfig': () => projectConfig.follow(),
		'hawser.nativeIde': () => nativeIde.follow(),
		'hawser.port': () => {
			const { current } = state;
			if (current.kind !== 'stopped' || current.byPort === true) {
				void service.stop().then(service.start);
			}
		},
	};
	return vscode.workspace.onDidChangeConfiguration(change => {
		for (const [setting, act] of Object.entries(actions)) {
			if (change.affectsConfiguration(setting)) {
				act();
			}
		}
	});
}

function followWorkspace(parts: ChangingParts): vscode.Disposable {
	const { service, projectConfig, bridges, nativeIde } = parts;
	return vscode.Disposable.from(
		vscode.workspace.onDidChangeWorkspaceFolders(() => followFolders(parts)),
		vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
			// By its files is a window without a folder found.
			if ((vscode.workspace.workspaceFolders ?? []).length === 0 && opened.length + closed.length > 0) {
				void service.refresh();
			}
		}),
		vscode.workspace.onDidGrantWorkspaceTrust(() => {
			void service.refresh();
			projectConfig.follow();
			bridges.follow();
			nativeIde.follow();
		}),
	);
}

function followFolders({ service, projectConfig, bridges, nativeIde }: ChangingParts): void {
	const switched = isEnabled() ? service.start() : service.stop();
	void switched.then(service.refresh).then(projectConfig.follow).then(bridges.follow).then(nativeIde.follow);
}
