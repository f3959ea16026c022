import type { Freshness } from '../../ports/freshness.ts';

export function leastCertain(states: readonly Freshness[]): Freshness {
	return states.includes('not_ready') ? 'not_ready' : states.includes('stale') ? 'stale' : 'fresh';
}
