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
export async function openInBackground(uri: vscode.Uri): Promise<{ close(): Promise<void> }> {
	if (isInTab(uri)) {
		return { close: () => Promise.resolve() };
	}
	// `background` is not in the type of the options, but `vscode.open` takes it.
	await vscode.commands.executeCommand('vscode.open', uri, { background: true, preserveFocus: true, preview: false });
	return { close: () => closeUnlessUsed(uri) };
}

/** A tab that the person has turned to meanwhile, or typed in, is theirs. */
async function closeUnlessUsed(uri: vscode.Uri): Promise<void> {
	const wanted = uri.toString();
	const ours = vscode.window.tabGroups.all
		.flatMap(group => group.tabs)
		.find(tab => tabUri(tab)?.toString() === wanted && !tab.isDirty);
	const isOnlyOne = ours?.group.tabs.length === 1;
	if (ours && (!ours.isActive || isOnlyOne)) {
		await vscode.window.tabGroups.close(ours, true);
	}
}
