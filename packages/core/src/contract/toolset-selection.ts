import { nearestName } from '../text/nearest-name.ts';
import { THINGS, type Thing } from './names.ts';

/** Which tools are shown to an agent, and which it may call at all. */
export interface ToolsetSelection {
	lists(tool: { thing: Thing; listed: boolean }): boolean;
	allows(tool: { thing: Thing }): boolean;
}

/**
 * Reads a choice of toolsets, as in the setting `hawser.toolsets` and in `--toolsets`: `default`, `all`, names of
 * toolsets, and `-name` to leave one out. Naming a toolset lists all of its tools. Without `default` or `all`
 * only what is named may be called; with them everything may be called that is not left out, because a tool that is not
 * listed only saves the reader's attention.
 */
export function selectToolsets(words: readonly string[]): ToolsetSelection {
	const chosen = words.length === 0 ? ['default'] : words;
	const named = new Set(chosen.filter(word => !word.startsWith('-')));
	const leftOut = new Set(chosen.filter(word => word.startsWith('-')).map(word => word.slice(1)));
	const all = named.has('all');
	const base = all || named.has('default') || named.size === 0;
	return {
		lists: ({ thing, listed }) => !leftOut.has(thing) && (all || named.has(thing) || (base && listed)),
		allows: ({ thing }) => !leftOut.has(thing) && (base || named.has(thing)),
	};
}

/**
 * The words of a workspace, which may list other tools than the user does, but lets nothing be called that the user's own words
 * do not allow.
 */
export function narrowToolsets(users: readonly string[], workspaces: readonly string[]): readonly string[] {
	const { allows } = selectToolsets(users);
	return [...workspaces, ...THINGS.filter(thing => !allows({ thing })).map(thing => `-${thing}`)];
}

/** A sentence about the first word that is not a toolset, or undefined when all are. */
export function explainUnknownToolset(words: readonly string[]): string | undefined {
	const known: readonly string[] = ['default', 'all', ...THINGS];
	for (const word of words) {
		const name = word.replace(/^-/, '');
		if (!known.includes(name)) {
			const meant = nearestName(name, known);
			return `There is no toolset "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
		}
	}
	return undefined;
}
