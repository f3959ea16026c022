import type { Freshness } from '../ports/values/freshness.ts';

/** An answer made of several is as fresh as the least fresh of them. */
export function combineFreshness(states: readonly Freshness[]): Freshness {
	return states.includes('not_ready') ? 'not_ready' : states.includes('stale') ? 'stale' : 'fresh';
}
