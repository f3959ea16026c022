/**
 * The worst that a call may do. Approval rules and MCP hints are both derived from it.
 *
 * - `reads`: looks at files, the editor, or what it has recorded.
 * - `queries`: looks at something that may be on another machine, such as a database server.
 * - `shows`: changes what the user has before their eyes, and nothing that lasts.
 * - `edits`: changes files, settings or breakpoints.
 * - `executes`: runs programs or code, of the project or of extensions.
 *
 * What the editor does by itself whenever a file is looked at, such as starting a language server or Git LFS, does not count:
 * it happens for the user all the same, and in an untrusted workspace the editor and git are kept from it.
 */
export type Effect = 'reads' | 'queries' | 'shows' | 'edits' | 'executes';

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
	executes: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

export function behaviourHints(effect: Effect): BehaviourHints {
	return HINTS[effect];
}

/** True when the call leaves everything as it is that a repository or an agent could do harm with. */
export function isHarmless(effect: Effect): boolean {
	return effect === 'reads' || effect === 'queries' || effect === 'shows';
}
