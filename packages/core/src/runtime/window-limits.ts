import type { PublishedTool } from '../contract/manifest.ts';
import { DYNAMIC_THINGS } from '../contract/names.ts';
import type { ToolsetSelection } from '../contract/toolset-selection.ts';
import { ToolError } from '../errors/tool-error.ts';
import { requireTrust, type WindowFacts } from './workspace-trust.ts';

/** The facts about a tool that decide if it may be called. */
export type LimitedTool = Pick<PublishedTool, 'name' | 'thing' | 'effect'>;

/** The limits that the user has set for agents in one window. */
export interface WindowLimits {
	selection: Pick<ToolsetSelection, 'allows'>;
	facts: WindowFacts;
}

/**
 * Throws when the limits do not let the tool be called. The only place where they are held, for every surface and for both
 * windows of a call that one sends on to the other. `where` names the window that refuses.
 */
export function requireAllowed(tool: LimitedTool, { selection, facts }: WindowLimits, where = 'this window'): void {
	if (!selection.allows(tool)) {
		// A tool without a name stands for the others of its toolset.
		const hasOthers = selection.allows({ ...tool, name: '' });
		const what = hasOthers ? `tool "${tool.name}"` : `toolset "${tool.thing}"`;
		throw new ToolError('E_TOOL_DISABLED', `The ${what} is switched off in ${where}.`, {
			details: { toolset: tool.thing },
		});
	}
	requireTrust(tool, facts, where);
}

/** A tool that only another window knows; it may be anything, so the worst is taken for granted. */
export function unknownDynamicTool(name: PublishedTool['name']): LimitedTool {
	const thing = DYNAMIC_THINGS.find(first => name.startsWith(`${first}_`)) ?? 'custom';
	return { name, thing, effect: 'runs' };
}
