import * as vscode from 'vscode';
import type { CommandName } from '../settings/settings.ts';
import type { ServiceState } from '../window/server-state.ts';

const MENU: CommandName = 'hawser.showMenu';

export interface StatusItem extends vscode.Disposable {
	show(state: ServiceState): void;
}

export function createStatusItem(): StatusItem {
	const item = vscode.window.createStatusBarItem('hawser.status', vscode.StatusBarAlignment.Right, 50);
	item.name = 'Hawser';
	item.command = MENU;
	return {
		show(state) {
			const { text, tooltip, warn } = describe(state);
			item.text = text;
			item.tooltip = tooltip;
			item.backgroundColor = warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
			item.show();
		},
		dispose: () => item.dispose(),
	};
}

function describe(state: ServiceState): { text: string; tooltip: string; warn: boolean } {
	switch (state.kind) {
		case 'running':
			return {
				text: `$(server) MCP: 127.0.0.1:${state.port}`,
				tooltip: 'Hawser: agents on this machine can reach this window.',
				warn: false,
			};
		case 'starting':
			return { text: '$(sync~spin) MCP', tooltip: 'Hawser is starting.', warn: false };
		case 'stopped':
			return { text: '$(circle-slash) MCP', tooltip: 'Hawser is off in this window.', warn: false };
		case 'failed':
			return { text: '$(warning) MCP', tooltip: `Hawser could not start. ${state.reason}`, warn: true };
	}
}
