/** What a call may do to the user's machine, in the worst case. Approval rules and MCP hints are both derived from it. */
export type Effect = 'reads' | 'edits' | 'executes';

/** The behaviour hints of MCP, which clients use to decide whether to ask the person first. */
export interface BehaviourHints {
	readOnlyHint: boolean;
	destructiveHint: boolean;
	idempotentHint: boolean;
	openWorldHint: boolean;
}

const HINTS: Record<Effect, BehaviourHints> = {
	reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
	edits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
	executes: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

export function behaviourHints(effect: Effect): BehaviourHints {
	return HINTS[effect];
}
