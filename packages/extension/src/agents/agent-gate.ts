import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';

/** Who calls: what an agent says of itself on one connection. */
export interface GateCaller {
	connection: string;
	name: string;
}

/** Keeps agents out for as long as the user wants it: all of them, or one. */
export interface AgentGate extends vscode.Disposable {
	readonly paused: boolean;
	/** The agents that the user has disconnected, the oldest first. */
	readonly disconnected: readonly GateCaller[];
	readonly onDidChange: vscode.Event<void>;
	setPaused(paused: boolean): void;
	disconnect(caller: GateCaller): void;
	readmit(caller: GateCaller): void;
	isOut(caller: GateCaller): boolean;
	/** Throws E_PAUSED for a caller that is kept out. */
	require(caller: GateCaller): void;
}

const PAUSED = 'hawser.paused';
const MAX_DISCONNECTED = 100;

/** `memory` is that of the workspace: a window that reloads stays paused. */
export function createAgentGate(memory: Pick<vscode.Memento, 'get' | 'update'>): AgentGate {
	let paused = memory.get(PAUSED) === true;
	const out = new Map<string, GateCaller>();
	const changed = new vscode.EventEmitter<void>();
	return {
		get paused() {
			return paused;
		},
		get disconnected() {
			return [...out.values()];
		},
		onDidChange: changed.event,
		setPaused(wanted) {
			if (paused !== wanted) {
				paused = wanted;
				void memory.update(PAUSED, wanted ? true : undefined);
				changed.fire();
			}
		},
		disconnect({ connection, name }) {
			setBounded(out, agentKey({ connection, name }), { connection, name }, MAX_DISCONNECTED);
			changed.fire();
		},
		readmit(caller) {
			if (out.delete(agentKey(caller))) {
				changed.fire();
			}
		},
		isOut: caller => out.has(agentKey(caller)),
		require(caller) {
			if (paused) {
				throw new ToolError('E_PAUSED', 'The user has paused all agents in this window.');
			}
			if (out.size > 0 && out.has(agentKey(caller))) {
				throw new ToolError('E_PAUSED', 'The user has disconnected you from this window.');
			}
		},
		dispose() {
			changed.dispose();
		},
	};
}

/** The same for all calls of one agent by one connection. */
export function agentKey({ connection, name }: GateCaller): string {
	return `${connection}\n${name}`;
}
