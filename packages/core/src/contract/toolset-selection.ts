import { nearestName } from '../text/nearest-name.ts';
import { isDynamicName, THINGS, type Thing } from './names.ts';
import { isInProfile, type Profile } from './profiles.ts';

/** Which tools are shown to an agent, and which it may call at all. */
export interface ToolsetSelection {
	/** `profile` is what `default` stands for. */
	lists(tool: { name: string; thing: Thing; listed: boolean }, profile?: Profile): boolean;
	allows(tool: { name: string; thing: Thing }): boolean;
}

/**
 * Reads a choice of toolsets, as in the setting `hawser.toolsets` and in `--toolsets`: `default`, `all`, names of
 * toolsets, `-name` to leave a toolset or a single tool out, `+name` to add a single tool. Naming a toolset lists all of its tools.
 * A word about a single tool goes before one about its toolset. Without `default` or `all` only what is named may be called; with
 * them everything may be called that is not left out, because a tool that is not listed only saves the reader's attention.
 */
export function selectToolsets(words: readonly string[]): ToolsetSelection {
	const chosen = words.length === 0 ? ['default'] : words;
	const after = (sign: string) =>
		new Set(chosen.filter(word => word.startsWith(sign)).map(word => word.slice(sign.length)));
	const leftOut = after('-');
	const added = after('+');
	const named = new Set(chosen.filter(word => !/^[-+]/.test(word)));
	const all = named.has('all');
	const base = all || named.has('default') || named.size === 0;
	const isLeftOut = ({ name, thing }: { name: string; thing: Thing }) =>
		leftOut.has(name) || (leftOut.has(thing) && !added.has(name));
	return {
		lists: (tool, profile = 'searching') =>
			!isLeftOut(tool) &&
			(all || named.has(tool.thing) || added.has(tool.name) || (base && isInProfile(profile, tool))),
		allows: tool => !isLeftOut(tool) && (base || named.has(tool.thing) || added.has(tool.name)),
	};
}

/**
 * The words of a workspace, which may list other tools than the user does, but lets nothing be called that the user's own words
 * do not allow.
 */
export function narrowToolsets(users: readonly string[], workspaces: readonly string[]): readonly string[] {
	const { allows } = selectToolsets(users);
	const ofWorkspace = selectToolsets(workspaces);
	const withheld = THINGS.filter(thing => !allows({ name: '', thing }));
	const isAllowed = (name: string) => allows({ name, thing: thingOf(name) });
	const wanted = workspaces.filter(word => !word.startsWith('+') || isAllowed(word.slice(1)));
	// Of a toolset that the user does not give, single tools that they do give.
	const kept = users.filter(word => {
		const name = word.slice(1);
		return word.startsWith('+') && isAllowed(name) && ofWorkspace.allows({ name, thing: thingOf(name) });
	});
	const without = users.filter(word => word.startsWith('-') && isTool(word));
	return [
		...wanted,
		...withheld.map(thing => `-${thing}`),
		...kept.filter(word => withheld.includes(thingOf(word.slice(1)))),
		...without,
	];
}

/** A sentence about the first word that is not a toolset, and no tool to add or leave out, or undefined when all are. */
export function explainUnknownToolset(words: readonly string[], tools: readonly string[]): string | undefined {
	const toolsets: readonly string[] = ['default', 'all', ...THINGS];
	for (const word of words) {
		const name = word.replace(/^[-+]/, '');
		const isOneTool = word.startsWith('+') || (word.startsWith('-') && isTool(name));
		const known = isOneTool ? tools : toolsets;
		// A tool of the project, or of another extension, may come later.
		if (!known.includes(name) && !(isOneTool && isDynamicName(name))) {
			const meant = nearestName(name, known);
			const what = isOneTool ? 'tool' : 'toolset';
			return `There is no ${what} "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
		}
	}
	return undefined;
}

/** Toolsets have names of one word. */
function isTool(name: string): boolean {
	return name.includes('_');
}

function thingOf(name: string): Thing {
	return THINGS.find(thing => name.startsWith(`${thing}_`)) ?? 'custom';
}
