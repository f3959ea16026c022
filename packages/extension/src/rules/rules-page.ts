import type * as vscode from 'vscode';

/** The page with the rules: there is one, or none. */
export interface RulesPage extends vscode.Disposable {
	show(): Promise<void>;
}

export function createRulesPage(extension: vscode.Uri, home: string): RulesPage {
	let panel: vscode.WebviewPanel | undefined;
	return {
		async show() {
			// Loaded when the user opens the rules: nobody who does not pays for it.
			const { openRulesPanel } = await import('./rules-panel.ts');
			if (panel) {
				panel.reveal();
				return;
			}
			const opened = openRulesPanel(extension, home);
			panel = opened;
			opened.onDidDispose(() => {
				panel = undefined;
			});
		},
		dispose() {
			panel?.dispose();
		},
	};
}
