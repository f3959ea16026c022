import * as vscode from 'vscode';
import { type OpenableRoutes, tokenSetting } from '../settings/read-settings.ts';

/** Shown when the token is turned off and at every start: a door that was left open is easily forgotten. */
export async function warnOfOpenRoutes(routes: OpenableRoutes): Promise<void> {
	const close = vscode.l10n.t('Require the Token');
	if ((await vscode.window.showWarningMessage(warningOf(routes), close)) === close) {
		await vscode.workspace
			.getConfiguration()
			.update(tokenSetting(routes), undefined, vscode.ConfigurationTarget.Global);
	}
}

function warningOf(routes: OpenableRoutes): string {
	switch (routes) {
		case 'ggmcp':
			return vscode.l10n.t(
				'Hawser: every program on this machine can use this window through the ggMCP routes, without a token.',
			);
		case 'devdb':
			return vscode.l10n.t(
				'Hawser: every program on this machine can read the databases of this window through the DevDB routes, without a token.',
			);
	}
}
