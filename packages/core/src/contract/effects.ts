/**
 * The worst that a call may do. Approval rules and MCP hints are both derived from it.
 *
 * - `reads`: looks at files, the editor, or what it has recorded.
 * - `queries`: looks at something that may be on another machine, such as a database server.
 * - `shows`: changes what the user has before their eyes, and nothing that lasts.
 * - `edits`: changes files or breakpoints.
 * - `steers`: directs what runs already, or lets extensions look for tests and tasks.
 * - `runs`: runs programs or code, of the project or of extensions.
 * - `lasts`: changes what outlives the work on files: commits, branches, remotes, settings, databases.
 *
 * What the editor does by itself whenever a file is looked at, such as starting a language server or Git LFS, does not count:
 * it happens for the user all the same, and in an untrusted workspace the editor and git are kept from it.
 */
export const EFFECTS = ['reads', 'queries', 'shows', 'edits', 'steers', 'runs', 'lasts'] as const;

export type Effect = (typeof EFFECTS)[number];

/** The behaviour hints of MCP, which clients use to decide whether to ask the user first. */
export interface BehaviourHints {
	readOnlyHint: boolean;
	destructiveHint: boolean;
	idempotentHint: boolean;
	openWorldHint: boolean;
}

const HINTS: Record<Effect, BehaviourHints> = {
	reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
	queries: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
	shows: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
	edits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
	steers: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
	runs: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
	lasts: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

export function behaviourHints(effect: Effect): BehaviourHints {
	return HINTS[effect];
}

/** The effect of a name that may become any of several tools. */
export function worstEffect(effects: readonly Effect[]): Effect {
	const order: readonly Effect[] = ['lasts', 'runs', 'steers', 'edits', 'shows', 'queries'];
	return order.find(effect => effects.includes(effect)) ?? 'reads';
}

/** True when the call leaves everything as it is that a repository or an agent could do harm with. */
export function isHarmless(effect: Effect): boolean {
	return effect === 'reads' || effect === 'queries' || effect === 'shows';
}

/** Completes "The tool …" for the user. */
export function describeEffect(effect: Effect): string {
	return DESCRIPTIONS[effect];
}

const DESCRIPTIONS: Record<Effect, string> = {
	reads: 'reads',
	queries: 'reads, perhaps from another machine',
	shows: 'changes what you see',
	edits: 'changes files',
	steers: 'steers what runs already',
	runs: 'runs code',
	lasts: 'changes what lasts, such as commits, settings or databases',
};

/** True when the call looks at something and does nothing else. */
export function onlyReads(effect: Effect): boolean {
	return HINTS[effect].readOnlyHint;
}
