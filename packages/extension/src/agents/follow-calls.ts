import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import type { CallLog, Surface } from '@hawser/core/runtime/call-log.ts';
import * as vscode from 'vscode';
import type { AgentGate } from './agent-gate.ts';
import type { ConnectedAgents } from './connected-agents.ts';

/** Surfaces whose callers are agents of their own; what another window or a custom tool sends on is counted there. */
function wayOf(surface: Surface): string | undefined {
	switch (surface) {
		case 'mcp':
			return vscode.l10n.t('MCP over HTTP');
		case 'stdio':
			return vscode.l10n.t('MCP over stdio');
		case 'rest':
			return 'REST';
		case 'files':
			return vscode.l10n.t({ message: 'files', comment: ['The way by which an agent reaches the window'] });
		case 'language-model':
			return vscode.l10n.t('the chat of the editor');
		case 'cli':
		case 'forward':
		case 'custom':
			return undefined;
	}
}

/** An agent that has said who it is, before its first call. */
export function noteGreeted(
	agents: ConnectedAgents,
	gate: Pick<AgentGate, 'isOut'>,
	surface: 'mcp' | 'stdio',
	{ connection, client }: { connection: string; client: AgentClaim },
): void {
	const { name } = client;
	const way = wayOf(surface);
	if (way !== undefined && !gate.isOut({ connection, name })) {
		agents.seen({ ...client, connection, name, surface, way });
	}
}

/** Every call is a sign of life of its agent, unless the user has disconnected it. */
export function followCalls(agents: ConnectedAgents, gate: Pick<AgentGate, 'isOut'>, log: CallLog): CallLog {
	return {
		...log,
		started(call) {
			const { surface, connection, client, name } = call;
			const way = wayOf(surface);
			if (way !== undefined && !gate.isOut(call)) {
				agents.seen({ ...client, connection, name, surface, way });
			}
			return log.started?.(call);
		},
	};
}
