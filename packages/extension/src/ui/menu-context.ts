import * as vscode from 'vscode';
import type { AgentGate } from '../agents/agent-gate.ts';
import type { ConnectedAgents } from '../agents/connected-agents.ts';

interface Told {
	gate: Pick<AgentGate, 'paused' | 'onDidChange'>;
	agents: Pick<ConnectedAgents, 'list' | 'onDidChange'>;
}

/** Tells the menus and the walkthrough of VS Code how things stand: whether agents are paused, and whether one has ever come. */
export function tellMenus({ gate, agents }: Told): vscode.Disposable {
	const tell = (name: string, value: boolean) => void vscode.commands.executeCommand('setContext', name, value);
	const tellPaused = () => tell('hawser.paused', gate.paused);
	if (gate.paused) {
		tellPaused();
	}
	const seen = agents.onDidChange(() => {
		if (agents.list().length > 0) {
			tell('hawser.agentSeen', true);
			seen.dispose();
		}
	});
	return vscode.Disposable.from(gate.onDidChange(tellPaused), seen);
}
