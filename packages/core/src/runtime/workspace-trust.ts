import { describeEffect, isHarmless } from '../contract/effects.ts';
import type { Tool } from '../contract/tool.ts';
import { ToolError } from '../errors/tool-error.ts';

/** Facts about the window at the moment of the call. */
export interface WindowFacts {
	trusted: boolean;
}

/** Throws when the tool needs a trusted workspace. Its effect is its worst case, so that alone decides. */
export function requireTrust(
	tool: Pick<Tool, 'name' | 'effect'>,
	{ trusted }: WindowFacts,
	where = 'this window',
): void {
	if (!trusted && !isHarmless(tool.effect)) {
		const workspace = where === 'this window' ? 'this workspace' : `the workspace of ${where}`;
		throw new ToolError(
			'E_UNTRUSTED_WORKSPACE',
			`${tool.name} ${describeEffect(tool.effect)}, and ${workspace} is not trusted.`,
		);
	}
}
