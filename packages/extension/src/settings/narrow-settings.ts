import { narrowToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { recordOf } from '@hawser/core/data/plain-data.ts';
import { isAgent } from '@hawser/core/policy/decide.ts';
import { MODES, type Mode } from '@hawser/core/policy/rule.ts';

/**
 * The values that one setting has. Whoever can write a folder (a repository, an agent in a sandbox) can write its settings too,
 * so what stands there may take rights away from agents and never add any.
 */
export interface SettingLayers {
	/** The user's own value, or the default. */
	user: unknown;
	/** The values of the workspace and of the folder, outer first, as far as there are any. */
	workspace: readonly unknown[];
}

/** The setting is on unless one of the layers turns it off. */
export function isOnForAll({ user, workspace }: SettingLayers): boolean {
	return user !== false && workspace.every(value => value !== false);
}

/** The setting is off unless the user turns it on and no other layer turns it off. */
export function isOnForUser({ user, workspace }: SettingLayers): boolean {
	return user === true && workspace.every(value => value !== false);
}

/** The narrowest of the values; `order` has them from the narrowest to the widest, and `otherwise` for what is none of them. */
export function narrowest<Choice extends string>(
	{ user, workspace }: SettingLayers,
	order: readonly Choice[],
	otherwise: Choice,
): Choice {
	const known = (value: unknown) => order.find(choice => choice === value);
	const chosen = [known(user) ?? otherwise, ...workspace.flatMap(value => known(value) ?? [])];
	return order.find(choice => chosen.includes(choice)) ?? otherwise;
}

/** The innermost value, unless one of them is `off`: for choices of which all others give the same rights. */
export function offOrInnermost<Choice extends string>(
	{ user, workspace }: SettingLayers,
	order: readonly Choice[],
	off: Choice,
	otherwise: Choice,
): Choice {
	const values = [user, ...workspace];
	return values.includes(off) ? off : (order.findLast(choice => choice === values.at(-1)) ?? otherwise);
}

/** The mode of one agent; without one, the narrowest that any agent has. */
export type ModeOf = (agent?: { agent: string; version?: string }) => Mode;

/** What the user set for an agent replaces the general mode, the narrowest where several fit; the workspace narrows either. */
export function modesOf({ user, workspace }: SettingLayers, agentModes: unknown): ModeOf {
	const own = Object.entries(recordOf(agentModes));
	return agent => {
		const fitting = own.filter(([pattern]) => agent === undefined || isAgent(pattern, agent)).map(([, mode]) => mode);
		// A word that is no mode was meant to narrow.
		const ofAgent = fitting.map(word => MODES.find(mode => mode === word) ?? 'ask');
		const general = agent === undefined || fitting.length === 0 ? [MODES.find(mode => mode === user) ?? 'guarded'] : [];
		const chosen = [...general, ...ofAgent];
		return narrowest({ user: MODES.find(mode => chosen.includes(mode)), workspace }, MODES, 'guarded');
	};
}

export function toolsetWords({ user, workspace }: SettingLayers): readonly string[] {
	return workspace.reduce<readonly string[]>((words, inner) => narrowToolsets(words, texts(inner)), texts(user));
}

/** The words of the user that no layer leaves out. */
export function wordsOfAll({ user, workspace }: SettingLayers): readonly string[] {
	return workspace.reduce<readonly string[]>((words, inner) => {
		// What is no list was not meant to leave anything out, and could add nothing.
		return Array.isArray(inner) ? words.filter(word => inner.includes(word)) : words;
	}, texts(user));
}

/** The words of every layer: for what keeps something from agents. */
export function wordsOfAny({ user, workspace }: SettingLayers): readonly string[] {
	return [...new Set([user, ...workspace].flatMap(texts))];
}

function texts(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}
