import type { Freshness } from '../ports/freshness.ts';

/** How far an answer can be believed that is made of several. */
export function leastCertain(states: readonly Freshness[]): Freshness {
	return states.includes('not_ready') ? 'not_ready' : states.includes('stale') ? 'stale' : 'fresh';
}
