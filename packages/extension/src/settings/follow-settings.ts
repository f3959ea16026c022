import * as vscode from 'vscode';

/** What the user wants to see of agents at work. */
export interface WatchedFollow extends vscode.Disposable {
	readonly current: { follow: boolean; highlight: boolean };
}

/** Read when it changes: every write of an agent asks for it. */
export function watchFollow(): WatchedFollow {
	const read = () => {
		const configuration = vscode.workspace.getConfiguration('hawser');
		return {
			follow: configuration.get<unknown>('follow') === true,
			highlight: configuration.get<unknown>('highlight') !== false,
		};
	};
	let current = read();
	const registration = vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration('hawser')) {
			current = read();
		}
	});
	return {
		get current() {
			return current;
		},
		dispose: () => void registration.dispose(),
	};
}

/** Where the user has set it, it is changed there. */
export async function toggleFollow(): Promise<void> {
	const configuration = vscode.workspace.getConfiguration('hawser');
	const isOn = configuration.get<unknown>('follow') === true;
	const target =
		configuration.inspect('follow')?.workspaceValue === undefined
			? vscode.ConfigurationTarget.Global
			: vscode.ConfigurationTarget.Workspace;
	await configuration.update('follow', !isOn, target);
	vscode.window.setStatusBarMessage(
		isOn ? vscode.l10n.t('Agents are not followed any more') : vscode.l10n.t('Following what agents read and change'),
		4000,
	);
}
