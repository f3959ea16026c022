import * as vscode from 'vscode';
import { allTabs, tabUri } from '../shared/tab-uri.ts';

export interface BackgroundTabs {
	/** Runs while the file is in a tab: one that is there already, or one of ours. */
	whileInTab<T>(uri: vscode.Uri, run: () => Promise<T>): Promise<T>;
}

export function isInTab(uri: vscode.Uri): boolean {
	return findTabs(uri).length > 0;
}

/**
 * Most language servers check only files that are in a tab. These are opened behind the active one: what the user sees,
 * the cursor, the focus and the preview tab stay as they are. (With no tab at all in the group, ours is the one shown.)
 */
export function createBackgroundTabs(): BackgroundTabs {
	const ours = new Map<string, { users: number; opened: PromiseLike<unknown> }>();
	return {
		async whileInTab(uri, run) {
			const key = uri.toString();
			let tab = ours.get(key);
			if (tab === undefined) {
				if (isInTab(uri)) {
					return run();
				}
				// `background` is not in the type of the options, but `vscode.open` takes it.
				const options = { background: true, preserveFocus: true, preview: false };
				tab = { users: 0, opened: vscode.commands.executeCommand('vscode.open', uri, options) };
				ours.set(key, tab);
			}
			tab.users++;
			try {
				await tab.opened;
				return await run();
			} finally {
				tab.users--;
				if (tab.users === 0) {
					await closeUnlessUsed(uri, other => ours.has(tabUri(other)?.toString() ?? ''));
					ours.delete(key);
				}
			}
		},
	};
}

/** A tab that the user has turned to meanwhile, or typed in, is theirs. Where all are ours, one of them has to be active. */
async function closeUnlessUsed(uri: vscode.Uri, isOurs: (tab: vscode.Tab) => boolean): Promise<void> {
	const tab = findTabs(uri).find(({ isDirty }) => !isDirty);
	if (tab && (!tab.isActive || tab.group.tabs.every(isOurs))) {
		await vscode.window.tabGroups.close(tab, true);
	}
}

function findTabs(uri: vscode.Uri): vscode.Tab[] {
	const wanted = uri.toString();
	return allTabs().filter(tab => tabUri(tab)?.toString() === wanted);
}
