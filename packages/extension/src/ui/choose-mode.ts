import * as vscode from 'vscode';
import { modeChoices, setMode } from '../settings/mode-choices.ts';
import { currentMode } from '../settings/read-settings.ts';

/** One click in the menu of the status bar; it holds for all windows of the user. */
export async function chooseMode(): Promise<void> {
	const current = currentMode();
	const items = modeChoices().map(({ mode, icon, label, detail }) => ({
		mode,
		label: `$(${icon}) ${label}`,
		detail,
		description: mode === current ? vscode.l10n.t({ message: 'now', comment: ['The mode that holds now'] }) : '',
	}));
	const chosen = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('What may agents do?') });
	if (chosen) {
		await setMode(chosen.mode);
	}
}
