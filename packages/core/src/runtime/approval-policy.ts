import { isHarmless } from '../contract/effects.ts';
import { ToolError } from '../contract/errors.ts';
import type { Tool } from '../contract/tool.ts';

/** What is true of the window at the moment of the call. */
export interface WindowFacts {
	trusted: boolean;
}

/** Throws when the call may not go on. The effect of a tool is its worst case, so it alone decides. */
export function requireApproval(tool: Pick<Tool, 'name' | 'effect'>, { trusted }: WindowFacts): void {
	if (!trusted && !isHarmless(tool.effect)) {
		throw new ToolError(
			'E_UNTRUSTED_WORKSPACE',
			`${tool.name} ${tool.effect === 'edits' ? 'changes files' : 'runs code'}, and this workspace is not trusted.`,
		);
	}
}
