import type { Effect } from '@hawser/core/contract/effects.ts';
import * as vscode from 'vscode';

/** What a tool with this effect does, as part of a sentence for the user. Agents and the command line have `describeEffect`, in English. */
export function effectInWords(effect: Effect): string {
	switch (effect) {
		case 'reads':
			return vscode.l10n.t('reads');
		case 'queries':
			return vscode.l10n.t('reads, perhaps from another machine');
		case 'shows':
			return vscode.l10n.t('changes what you see');
		case 'edits':
			return vscode.l10n.t('changes files');
		case 'steers':
			return vscode.l10n.t('steers what runs already');
		case 'runs':
			return vscode.l10n.t('runs code');
		case 'lasts':
			return vscode.l10n.t('changes what lasts, such as commits, settings or databases');
	}
}
