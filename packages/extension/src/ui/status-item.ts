import * as vscode from 'vscode';
import type { AgentGate } from '../agents/agent-gate.ts';
import type { ConnectedAgents } from '../agents/connected-agents.ts';
import { MODE_SETTING } from '../settings/mode-choices.ts';
import { currentMode } from '../settings/read-settings.ts';
import type { CommandName } from '../settings/settings.ts';
import type { ServiceState } from '../window/server-state.ts';
import { statusText } from './status-text.ts';

const MENU: CommandName = 'hawser.showMenu';

export interface StatusItem extends vscode.Disposable {
	show(state: ServiceState): void;
}

interface Watched {
	agents: Pick<ConnectedAgents, 'list' | 'onDidChange'>;
	gate: Pick<AgentGate, 'paused' | 'onDidChange'>;
}

/** The state of the window in words, at the edge of the user's eye. */
export function createStatusItem({ agents, gate }: Watched): StatusItem {
	const item = vscode.window.createStatusBarItem('hawser.status', vscode.StatusBarAlignment.Right, 50);
	item.name = 'Hawser';
	item.command = MENU;
	let shown: ServiceState | undefined;
	function show(state: ServiceState): void {
		const names = agents.list().map(({ name }) => name);
		const { text, tooltip, label, warn } = statusText({
			state,
			agents: names,
			paused: gate.paused,
			mode: currentMode(),
		});
		shown = state;
		item.text = text;
		item.tooltip = tooltip;
		item.backgroundColor = warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
		item.accessibilityInformation = { label };
		item.show();
	}
	const showAgain = () => {
		if (shown) {
			show(shown);
		}
	};
	const listeners = vscode.Disposable.from(
		agents.onDidChange(showAgain),
		gate.onDidChange(showAgain),
		vscode.workspace.onDidChangeConfiguration(change => {
			if (change.affectsConfiguration(MODE_SETTING)) {
				showAgain();
			}
		}),
	);
	return {
		show,
		dispose() {
			listeners.dispose();
			item.dispose();
		},
	};
}
