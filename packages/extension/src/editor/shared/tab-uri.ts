import * as vscode from 'vscode';

/** The tabs of all editor groups. */
export function allTabs(): readonly vscode.Tab[] {
	return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** The file that a tab shows; for a comparison, its right side. Terminals, web views and settings show none. */
export function tabUri({ input }: vscode.Tab): vscode.Uri | undefined {
	if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff) {
		return input.modified;
	}
	if (
		input instanceof vscode.TabInputText ||
		input instanceof vscode.TabInputNotebook ||
		input instanceof vscode.TabInputCustom
	) {
		return input.uri;
	}
	return undefined;
}
