import * as vscode from 'vscode';
import { tabUri } from './tab-uri.ts';

export function isInTab(uri: vscode.Uri): boolean {
	const wanted = uri.toString();
	return vscode.window.tabGroups.all.some(group => group.tabs.some(tab => tabUri(tab)?.toString() === wanted));
}

/**
 * Most language servers check only files that are in a tab. These are opened behind the active one: what the person sees,
 * the cursor, the focus and the preview tab stay as they are. (With no tab at all in the group, ours is the one shown.)
 */
export async function openInBackground(uri: vscode.Uri): Promise<vscode.Disposable> {
	if (isInTab(uri)) {
		return new vscode.Disposable(() => undefined);
	}
	// `background` is not in the type of the options, but `vscode.open` has taken it since 1.40.
	await vscode.commands.executeCommand('vscode.open', uri, { background: true, preserveFocus: true, preview: false });
	return new vscode.Disposable(() => {
		void closeOurs(uri);
	});
}

/** Unless the person has turned to the tab or has begun to type in it. */
async function closeOurs(uri: vscode.Uri): Promise<void> {
	const wanted = uri.toString();
	const ours = vscode.window.tabGroups.all
		.flatMap(group => group.tabs)
		.find(tab => tabUri(tab)?.toString() === wanted && !tab.isDirty);
	const othersInGroup = (ours?.group.tabs.length ?? 0) > 1;
	if (ours && !(ours.isActive && othersInGroup)) {
		await vscode.window.tabGroups.close(ours, true);
	}
}
