import { narrowToolsets } from '@hawser/core/contract/toolset-selection.ts';

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

export function toolsetWords({ user, workspace }: SettingLayers): readonly string[] {
	return workspace.reduce<readonly string[]>((words, inner) => narrowToolsets(words, texts(inner)), texts(user));
}

function texts(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}
