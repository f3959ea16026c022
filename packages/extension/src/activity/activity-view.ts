import * as vscode from 'vscode';
import type { ActivityParts } from './activity-parts.ts';

/** The id of the view in the manifest. */
const ACTIVITY_VIEW = 'hawser.activity';

/** The view in which the user sees what agents do. */
export interface ActivityView extends vscode.Disposable {
	show(): Promise<void>;
}

export function createActivityView(parts: ActivityParts): ActivityView {
	const registration = vscode.window.registerWebviewViewProvider(ACTIVITY_VIEW, {
		async resolveWebviewView(view) {
			// Loaded when the user looks at it for the first time: nobody who does not pays for it.
			const { fillActivityView } = await import('./activity-panel.ts');
			fillActivityView(view, parts);
		},
	});
	return {
		async show() {
			await vscode.commands.executeCommand(`${ACTIVITY_VIEW}.focus`);
		},
		dispose() {
			registration.dispose();
		},
	};
}
