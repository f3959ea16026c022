import { nearestName } from '../text/nearest-name.ts';
import { isDynamicName, THINGS, type Thing } from './names.ts';

/** Which tools are shown to an agent, and which it may call at all. */
export interface ToolsetSelection {
	lists(tool: { name: string; thing: Thing; listed: boolean }): boolean;
	allows(tool: { name: string; thing: Thing }): boolean;
}

/**
 * Reads a choice of toolsets, as in the setting `hawser.toolsets` and in `--toolsets`: `default`, `all`, names of
 * toolsets, and `-name` to leave a toolset or a single tool out. Naming a toolset lists all of its tools. Without `default` or `all`
 * only what is named may be called; with them everything may be called that is not left out, because a tool that is not
 * listed only saves the reader's attention.
 */
export function selectToolsets(words: readonly string[]): ToolsetSelection {
	const chosen = words.length === 0 ? ['default'] : words;
	const named = new Set(chosen.filter(word => !word.startsWith('-')));
	const leftOut = new Set(chosen.filter(word => word.startsWith('-')).map(word => word.slice(1)));
	const all = named.has('all');
	const base = all || named.has('default') || named.size === 0;
	const isLeftOut = ({ name, thing }: { name: string; thing: Thing }) => leftOut.has(thing) || leftOut.has(name);
	return {
		lists: tool => !isLeftOut(tool) && (all || named.has(tool.thing) || (base && tool.listed)),
		allows: tool => !isLeftOut(tool) && (base || named.has(tool.thing)),
	};
}

/**
 * The words of a workspace, which may list other tools than the user does, but lets nothing be called that the user's own words
 * do not allow.
 */
export function narrowToolsets(users: readonly string[], workspaces: readonly string[]): readonly string[] {
	const { allows } = selectToolsets(users);
	const toolsets = THINGS.filter(thing => !allows({ name: '', thing })).map(thing => `-${thing}`);
	return [...workspaces, ...toolsets, ...users.filter(word => word.startsWith('-') && isTool(word))];
}

/** A sentence about the first word that is not a toolset, and no tool to leave out, or undefined when all are. */
export function explainUnknownToolset(words: readonly string[], tools: readonly string[]): string | undefined {
	const toolsets: readonly string[] = ['default', 'all', ...THINGS];
	for (const word of words) {
		const name = word.replace(/^-/, '');
		const leavesOutTool = word.startsWith('-') && isTool(name);
		const known = leavesOutTool ? tools : toolsets;
		// A tool of the project, or of another extension, may come later.
		if (!known.includes(name) && !(leavesOutTool && isDynamicName(name))) {
			const meant = nearestName(name, known);
			const what = leavesOutTool ? 'tool' : 'toolset';
			return `There is no ${what} "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
		}
	}
	return undefined;
}

/** Toolsets have names of one word. */
function isTool(name: string): boolean {
	return name.includes('_');
}
