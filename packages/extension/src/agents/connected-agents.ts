import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import type { Surface } from '@hawser/core/runtime/call-log.ts';
import { isProcessKnown } from '@hawser/node/process-alive.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';

/** An agent that is connected to this window now, as far as can be known. */
export interface ConnectedAgent extends AgentClaim {
	/** The same for all calls of one agent, as far as its connection tells. */
	connection: string;
	/** How it is connected; `ide-…` is a protocol of its own. */
	surface: Surface | `ide-${string}`;
	/** The same, in words for the user, such as "MCP over stdio". */
	way: string;
	/** Milliseconds since 1970. */
	since: number;
}

/** The agents of this window: surfaces and agents' own protocols say who comes and goes, views and the journal listen. */
export interface ConnectedAgents extends vscode.Disposable {
	/** In the order in which they came. */
	list(): readonly ConnectedAgent[];
	readonly onDidChange: vscode.Event<void>;
	/** To be called on every sign of life; the first one connects it. */
	seen(agent: Omit<ConnectedAgent, 'since'>): void;
	/** The connection has ended. */
	ended(connection: string): void;
}

/** Milliseconds after which an agent of whose end nobody will tell counts as gone. */
const QUIET = 10 * 60_000;
/** Milliseconds between two looks at processes and clocks. */
const LOOK = 5_000;
const MAX_AGENTS = 200;

interface Known extends ConnectedAgent {
	lastSeen: number;
	/** Somebody tells when it ends: its process, or its transport. */
	lasting: boolean;
}

export interface AgentLife {
	now: () => number;
	isAlive: (pid: number) => boolean;
}

export function createConnectedAgents(
	{ now, isAlive }: AgentLife = { now: Date.now, isAlive: isProcessKnown },
): ConnectedAgents {
	const known = new Map<string, Known>();
	const changed = new vscode.EventEmitter<void>();
	let looking: NodeJS.Timeout | undefined;

	function look(): void {
		const gone = [...known.values()].filter(({ pid, lasting, lastSeen }) =>
			lasting ? pid !== undefined && !isAlive(pid) : lastSeen < now() - QUIET,
		);
		gone.forEach(({ connection }) => known.delete(connection));
		if (gone.length > 0) {
			changed.fire();
		}
		rest();
	}

	/** Nothing is looked at while nobody is there. */
	function rest(): void {
		if (known.size === 0) {
			clearInterval(looking);
			looking = undefined;
		} else {
			looking ??= setInterval(look, LOOK).unref();
		}
	}

	return {
		list: () =>
			[...known.values()]
				.sort((one, other) => one.since - other.since)
				.map(({ lastSeen: _, lasting: __, ...agent }) => agent),
		onDidChange: changed.event,
		seen(agent) {
			const { connection, pid } = agent;
			const before = known.get(connection);
			// A process of another container cannot be seen from here, so its absence would say nothing.
			const lasting = before?.lasting ?? (pid !== undefined && isAlive(pid));
			setBounded(known, connection, { ...agent, since: before?.since ?? now(), lastSeen: now(), lasting }, MAX_AGENTS);
			if (before?.name !== agent.name || before.version !== agent.version || before.surface !== agent.surface) {
				changed.fire();
			}
			rest();
		},
		ended(connection) {
			if (known.delete(connection)) {
				changed.fire();
				rest();
			}
		},
		dispose() {
			clearInterval(looking);
			known.clear();
			changed.dispose();
		},
	};
}
