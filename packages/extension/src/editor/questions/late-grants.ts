import { setBounded } from '@hawser/node/set-bounded.ts';
import { LATE_LIMIT } from './lasting-questions.ts';

/** What a late yes is worth: one call of the same agent that wants exactly the same. */
export interface LateGrants {
	add(agent: string, topic: string): void;
	/** True once for each that was added and is not too old. */
	take(agent: string, topic: string): boolean;
}

const MAX_GRANTS = 100;

export function createLateGrants(now: () => number = Date.now): LateGrants {
	const grants = new Map<string, number>();
	const keyOf = (agent: string, topic: string) => JSON.stringify([agent, topic]);
	return {
		add(agent, topic) {
			setBounded(grants, keyOf(agent, topic), now() + LATE_LIMIT, MAX_GRANTS);
		},
		take(agent, topic) {
			const key = keyOf(agent, topic);
			const until = grants.get(key) ?? 0;
			return grants.delete(key) && now() < until;
		},
	};
}
