import * as vscode from 'vscode';
import type { SettingName } from '../settings/settings.ts';

const SETTING: SettingName = 'hawser.ggmcp.requireToken';
const REQUIRE = 'Require the Token';

/** Shown when the token is turned off and at every start: a door that was left open is easily forgotten. */
export async function warnOfOpenRoutes(): Promise<void> {
	const chosen = await vscode.window.showWarningMessage(
		'Hawser: every program on this machine can use this window through the ggMCP routes, without a token.',
		REQUIRE,
	);
	if (chosen === REQUIRE) {
		await vscode.workspace.getConfiguration().update(SETTING, undefined, vscode.ConfigurationTarget.Global);
	}
}
