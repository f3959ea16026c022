import type * as vscode from 'vscode';
import type { AgentGate } from '../agents/agent-gate.ts';
import type { ConnectedAgents } from '../agents/connected-agents.ts';
import type { CallHistory } from './call-history.ts';

/** What calls have changed in files. */
export interface CallChanges {
	/** Number of files. */
	count(requestId: string): Promise<number>;
	/** Opens them as comparisons. */
	show(requestId: string): Promise<void>;
}

/** What the view shows, and what its buttons reach. */
export interface ActivityParts {
	extension: vscode.Uri;
	/** The manifest of the extension in the language of the user. */
	packageJson: unknown;
	history: CallHistory;
	agents: ConnectedAgents;
	gate: AgentGate;
	/** True while agents can reach this window. */
	isServing: () => boolean;
	/** Fires when that may have changed. */
	onServing: vscode.Event<unknown>;
	changes: CallChanges;
	/** Brings the terminal with this id into sight. */
	showTerminal: (id: string) => Promise<void>;
}
