import { isHarmless } from '../contract/effects.ts';
import type { Tool } from '../contract/tool.ts';
import { ToolError } from '../errors/tool-error.ts';

/** Facts about the window at the moment of the call. */
export interface WindowFacts {
	trusted: boolean;
}

/** Throws when the call may not go on. The effect of a tool is its worst case, so it alone decides. */
export function requireApproval(
	tool: Pick<Tool, 'name' | 'effect'>,
	{ trusted }: WindowFacts,
	where = 'this window',
): void {
	if (!trusted && !isHarmless(tool.effect)) {
		const does = tool.effect === 'edits' ? 'changes files' : 'runs code';
		const workspace = where === 'this window' ? 'this workspace' : `the workspace of ${where}`;
		throw new ToolError('E_UNTRUSTED_WORKSPACE', `${tool.name} ${does}, and ${workspace} is not trusted.`);
	}
}
