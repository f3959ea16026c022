import type { Mode } from '@hawser/core/policy/rule.ts';
import * as vscode from 'vscode';
import type { SettingName } from './settings.ts';

interface ModeChoice {
	mode: Mode;
	/** Name of a codicon. */
	icon: string;
	label: string;
	detail: string;
}

/** The modes in words for the user, the narrowest first. */
export function modeChoices(): readonly ModeChoice[] {
	return [
		{
			mode: 'read-only',
			icon: 'eye',
			label: vscode.l10n.t('Read only'),
			detail: vscode.l10n.t('Agents look at files, symbols, problems and the debugger. They change and run nothing.'),
		},
		{
			mode: 'ask',
			icon: 'question',
			label: vscode.l10n.t({ message: 'Ask', comment: ['The mode in which the user is asked'] }),
			detail: vscode.l10n.t('You are asked before an agent changes a file, runs something, or changes what lasts.'),
		},
		{
			mode: 'guarded',
			icon: 'shield',
			label: vscode.l10n.t('Guarded'),
			detail: vscode.l10n.t('Agents work. You are asked about files that make programs run, settings, and databases.'),
		},
	];
}

export const MODE_SETTING: SettingName = 'hawser.mode';

/** Holds for all windows of the user. */
export async function setMode(mode: Mode): Promise<void> {
	await vscode.workspace.getConfiguration().update(MODE_SETTING, mode, vscode.ConfigurationTarget.Global);
}
