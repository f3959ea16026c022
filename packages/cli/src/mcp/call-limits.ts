import { isDynamicName } from '@hawser/core/contract/names.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type LimitedTool, requireAllowed, unknownDynamicTool } from '@hawser/core/runtime/window-limits.ts';
import type { WindowFinder } from '@hawser/link/find-window.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { findTool, manifest } from '../tools/published-tools.ts';

export interface CallLimitsOptions {
	windows: WindowFinder;
	/** The project that the agent works in. */
	workspace: () => string;
	/** The words of --toolsets; empty when the window decides. */
	toolsets: readonly string[];
}

/** Throws when this agent may not call the tool, whichever window or way would have answered. */
export type CallLimits = (name: string, projectRoot: string | undefined) => void;

/**
 * Two limits that no window can hold for us: what the user gave this agent with --toolsets, and those of the agent's own window
 * when it names the project of another one.
 */
export function callLimits({ windows, workspace, toolsets }: CallLimitsOptions): CallLimits {
	const given = toolsets.length > 0 ? selectToolsets(toolsets) : undefined;
	return (name, projectRoot) => {
		const tools = given || projectRoot !== undefined ? meanings(name) : [];
		for (const tool of tools) {
			if (given?.allows(tool) === false) {
				throw notGiven(tool, toolsets);
			}
		}
		const sender = projectRoot === undefined ? undefined : findSender(windows, workspace(), projectRoot);
		if (sender) {
			const limits = { selection: selectToolsets(sender.toolsets ?? []), facts: { trusted: sender.trusted !== false } };
			for (const tool of tools) {
				requireAllowed(tool, limits, `the window of ${workspace()}, from where the call would go to ${projectRoot}`);
			}
		}
	};
}

/** The agent's own window, if there is one and it is not the one that is meant. */
function findSender(
	windows: WindowFinder,
	workspace: string,
	projectRoot: string | undefined,
): WindowEntry | undefined {
	const own = findQuietly(windows, workspace);
	return own && findQuietly(windows, projectRoot ?? workspace)?.id !== own.id ? own : undefined;
}

function findQuietly(windows: WindowFinder, folder: string): WindowEntry | undefined {
	try {
		return windows.find(folder);
	} catch {
		return undefined;
	}
}

/** A name of another system may become one of several tools; which, only the window knows, so each of them counts. */
function meanings(name: string): readonly LimitedTool[] {
	if (isDynamicName(name)) {
		return [unknownDynamicTool(name)];
	}
	const other = manifest.otherNames.find(known => known.name === name);
	return [name, ...(other?.moreTools ?? [])].flatMap(meant => findTool(meant) ?? []);
}

function notGiven({ name, thing }: LimitedTool, toolsets: readonly string[]): ToolError {
	const why = toolsets.includes(`-${name}`)
		? `The tool "${name}" was left out when this agent was started`
		: `The toolset "${thing}" is not among those that this agent was started with`;
	return new ToolError('E_TOOL_DISABLED', `${why} (--toolsets ${toolsets.join(',')}).`, {
		hint: 'Use another tool, or ask the user to change --toolsets in the configuration of the agent.',
		details: { toolset: thing },
	});
}
