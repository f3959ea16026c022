import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { nameWithVersion } from '@hawser/core/text/name-with-version.ts';
import * as vscode from 'vscode';
import type { AgentGate, GateCaller } from '../../agents/agent-gate.ts';
import type { ConnectedAgents } from '../../agents/connected-agents.ts';
import type { Log } from '../../log/log.ts';
import { NATIVE_AGENTS, type NativeAgentName, wayOf } from './native-agents.ts';

/** A part of a file that the user sends to an agent; without lines, the whole file. Lines are 0-based. */
export interface MentionedPlace {
	path: string;
	lines?: { start: number; end: number };
	/** The text of these lines. */
	text?: string;
	selection?: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** One agent that is connected by its own protocol. */
export interface IdeConnection {
	id: string;
	protocol: NativeAgentName;
	/** Tells the agent of a place; absent where its protocol has no words for it. */
	mention?(place: MentionedPlace): void;
	close(): void;
}

export interface ListedConnection extends IdeConnection {
	claim: AgentClaim;
}

/** All agents that are connected to this window by protocols of their own. */
export interface IdeConnections extends vscode.Disposable {
	add(connection: IdeConnection): void;
	/** What an agent says of itself, in one message or several. */
	introduced(id: string, claim: Partial<AgentClaim>): void;
	ended(id: string): void;
	list(): readonly ListedConnection[];
	closeAll(protocol?: NativeAgentName): void;
	readonly onDidChange: vscode.Event<void>;
}

export function createIdeConnections(
	agents: Pick<ConnectedAgents, 'seen' | 'ended'>,
	log: Pick<Log, 'info'>,
	gate: Pick<AgentGate, 'isOut' | 'onDidChange'>,
): IdeConnections {
	const open = new Map<string, ListedConnection>();
	/** Whom the user has disconnected, by name: an agent whose connection ends dials again at once, as somebody new. */
	const sentAway = new Map<string, GateCaller>();
	const changed = new vscode.EventEmitter<void>();

	function isOut(name: string): boolean {
		const caller = sentAway.get(name);
		return caller !== undefined && gate.isOut(caller);
	}

	const listener = gate.onDidChange(() => {
		for (const { id, claim, close } of [...open.values()]) {
			const caller = { connection: id, name: claim.name };
			if (gate.isOut(caller)) {
				sentAway.set(claim.name, caller);
				close();
			}
		}
	});

	function report({ id, protocol, claim }: ListedConnection): void {
		agents.seen({ ...claim, connection: id, surface: `ide-${protocol}`, way: wayOf(protocol) });
		changed.fire();
	}

	return {
		add(connection) {
			const listed = { ...connection, claim: { name: NATIVE_AGENTS[connection.protocol].title } };
			open.set(connection.id, listed);
		},
		introduced(id, claim) {
			const known = open.get(id);
			if (known) {
				const listed = { ...known, claim: { ...known.claim, ...claim } };
				open.set(id, listed);
				if (isOut(listed.claim.name)) {
					listed.close();
					return;
				}
				if (claim.name !== undefined) {
					log.info(
						`${nameWithVersion(listed.claim)} is connected: ${NATIVE_AGENTS[listed.protocol].title}’s IDE connection`,
					);
				}
				report(listed);
			}
		},
		ended(id) {
			const known = open.get(id);
			if (known) {
				open.delete(id);
				log.info(`${nameWithVersion(known.claim)} has gone: ${NATIVE_AGENTS[known.protocol].title}’s IDE connection`);
				agents.ended(id);
				changed.fire();
			}
		},
		list: () => [...open.values()],
		closeAll(protocol) {
			for (const connection of [...open.values()]) {
				if (protocol === undefined || connection.protocol === protocol) {
					connection.close();
				}
			}
		},
		onDidChange: changed.event,
		dispose() {
			listener.dispose();
			for (const { id, close } of [...open.values()]) {
				close();
				agents.ended(id);
			}
			open.clear();
			changed.dispose();
		},
	};
}
