import type { Rule } from '@hawser/core/policy/rule.ts';
import { isProcessKnown } from '@hawser/node/process-alive.ts';

/** What the user has allowed single agents until they go. */
export interface Grants {
	of(connection: string): readonly Rule[];
	/** `pid` is the process that speaks for the agent, where it is known. */
	add(connection: string, rule: Rule, pid?: number): void;
	/** The connection has ended. */
	end(connection: string): void;
}

interface Granted {
	rules: readonly Rule[];
	pid: number | undefined;
}

/** Connections of which nobody says when they end make room for others. */
const MAX_CONNECTIONS = 200;
const MAX_RULES = 200;

export function createGrants(isAlive: (pid: number) => boolean = isProcessKnown): Grants {
	const granted = new Map<string, Granted>();
	return {
		of(connection) {
			const { rules, pid } = granted.get(connection) ?? { rules: [] };
			if (pid !== undefined && !isAlive(pid)) {
				granted.delete(connection);
				return [];
			}
			return rules;
		},
		add(connection, rule, pid) {
			const before = granted.get(connection)?.rules ?? [];
			granted.delete(connection);
			for (const [other, { pid: speaker }] of granted) {
				if (granted.size >= MAX_CONNECTIONS || (speaker !== undefined && !isAlive(speaker))) {
					granted.delete(other);
				}
			}
			// A process of another container cannot be seen from here, so its absence would say nothing.
			const seen = pid !== undefined && isAlive(pid) ? pid : undefined;
			granted.set(connection, { rules: [...before, rule].slice(-MAX_RULES), pid: seen });
		},
		end: connection => void granted.delete(connection),
	};
}
