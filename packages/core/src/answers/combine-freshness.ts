import type { Freshness } from '../ports/values/freshness.ts';

/** How far an answer can be believed that is made of several. */
export function combineFreshness(states: readonly Freshness[]): Freshness {
	return states.includes('not_ready') ? 'not_ready' : states.includes('stale') ? 'stale' : 'fresh';
}
