import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import { allTabs } from '../shared/tab-uri.ts';
import type { DiffTab } from './diff-tabs.ts';

/** One editor that compares all files of a change; what the user edits in it is the same text as in the single comparisons. */
export interface CompareAll {
	show(): void;
	/** To be called before the single comparisons are removed, because it shows their texts. */
	close(): Promise<void>;
}

let count = 0;

export function compareAll(tabs: readonly DiffTab[]): CompareAll {
	// VS Code does not tell extensions what such a tab shows, so it is known by its name.
	const title = vscode.l10n.t('Changes of an agent, {0}', ++count);
	let shown = false;
	return {
		show() {
			shown = true;
			const files = tabs.map(({ left, right }) => [right, left, right]);
			vscode.commands.executeCommand('vscode.changes', title, files).then(undefined, () => undefined);
		},
		async close() {
			if (!shown) {
				return;
			}
			// Saved first, which only goes to memory: VS Code would ask the user what to do with unsaved edits.
			await Promise.all(tabs.map(async ({ right }) => findDocument(right)?.save()));
			const open = allTabs().filter(({ label }) => label === title || label.startsWith(`${title} (`));
			try {
				await vscode.window.tabGroups.close(open, true);
			} catch {
				// The user was quicker, and the tab is gone.
			}
		},
	};
}
