import * as vscode from 'vscode';
import type { SettingName } from '../settings/settings.ts';

const SETTING: SettingName = 'hawser.fileBridge';

/** The user's commands that allow the file bridge in a folder, and take that back. */
export interface BridgeChoice {
	allow(): Promise<void>;
	end(): Promise<void>;
}

export function bridgeChoice(): BridgeChoice {
	return {
		async allow() {
			const folder = await chooseFolder();
			if (folder !== undefined && (await isMeant(folder))) {
				await change(folders => [...folders.filter(other => other !== folder), folder]);
			}
		},
		async end() {
			const folder = await chooseFolder();
			if (folder !== undefined) {
				await change(folders => folders.filter(other => other !== folder));
			}
		},
	};
}

async function chooseFolder(): Promise<string | undefined> {
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	const chosen = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
	return chosen?.uri.fsPath;
}

async function isMeant(folder: string): Promise<boolean> {
	const yes = vscode.l10n.t('Allow');
	const detail = vscode.l10n.t(
		'Programs of your user id that can write to this folder, also from inside a sandbox or container, can then use every tool of this window: edit files, run commands and the debugger outside of the sandbox.',
	);
	const answer = await vscode.window.showWarningMessage(
		vscode.l10n.t('Allow agents to call this window by files in {0}?', folder),
		{ modal: true, detail },
		yes,
	);
	return answer === yes;
}

async function change(edit: (folders: readonly string[]) => string[]): Promise<void> {
	const settings = vscode.workspace.getConfiguration();
	const present: unknown = settings.get(SETTING);
	const folders = Array.isArray(present) ? present.filter(folder => typeof folder === 'string') : [];
	await settings.update(SETTING, edit(folders), vscode.ConfigurationTarget.Global);
}
