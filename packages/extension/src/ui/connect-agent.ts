import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { WindowService } from '../window/window-service.ts';
import { type Connection, connectionsOf } from './connections.ts';

interface ConnectionItem extends vscode.QuickPickItem {
	connection: Connection;
}

/** Lets the user choose an agent, and copies what that agent has to be told. */
export async function connectAgent({ state }: WindowService, launcher: string): Promise<void> {
	if (state.kind !== 'running') {
		void vscode.window.showInformationMessage(
			vscode.l10n.t('Hawser is off in this window. Start it first: Hawser: Start Server.'),
		);
		return;
	}
	const { port, token } = state;
	const connections = connectionsOf({ command: existsSync(launcher) ? launcher : 'hawser', port, token });
	const items = connections.map(
		(connection): ConnectionItem => ({ label: connection.label, detail: connection.detail, connection }),
	);
	const placeHolder = vscode.l10n.t('Which agent? What it needs is copied to the clipboard.');
	const chosen = await vscode.window.showQuickPick(items, { placeHolder });
	if (chosen) {
		const { label, text, secret } = chosen.connection;
		await vscode.env.clipboard.writeText(text);
		const said = [
			vscode.l10n.t('Copied for {0}.', label),
			...(secret
				? [vscode.l10n.t('It holds the access token of this window: paste it only into your own files.')]
				: []),
		];
		void vscode.window.showInformationMessage(said.join(' '));
	}
}
