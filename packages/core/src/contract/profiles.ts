import { isDynamicName } from './names.ts';

/**
 * How much of the catalogue an agent is shown. Every tool can be called by its name under every profile.
 *
 * - `searching`: all that is listed by default, for clients that keep long lists back and search them.
 * - `core`: what an agent with files and a shell of its own lacks, and the way to the rest.
 * - `whole`: that, and files, text, terminals and git, for clients that have none.
 * - `all`: everything there is.
 */
export const PROFILES = ['searching', 'core', 'whole', 'all'] as const;

export type Profile = (typeof PROFILES)[number];

/** The way to every tool that is not listed. */
const WAYS_TO_THE_REST = ['tool_find', 'tool_read', 'tool_call'];

/** Chosen by the tasks in which an agent with a shell alone is wrong or pays most: find, rename, move, fix, check, test. */
const CORE = [
	'window_status',
	'editor_context',
	'symbol_search',
	'symbol_definition',
	'symbol_references',
	'symbol_outline',
	'symbol_rename',
	'file_rename',
	'code_actions',
	'code_action_apply',
	'diagnostic_list',
	'test_run',
];

/** What an agent without files and a shell needs beside the core. */
const OWN_HANDS = [
	'file_read',
	'file_edit',
	'file_write',
	'file_list',
	'file_find',
	'file_delete',
	'text_search',
	'terminal_run',
	'terminal_read',
	'git_status',
	'git_diff',
];

const LISTED: Record<'core' | 'whole', ReadonlySet<string>> = {
	core: new Set([...CORE, ...WAYS_TO_THE_REST]),
	whole: new Set([...CORE, ...OWN_HANDS, ...WAYS_TO_THE_REST]),
};
const CORE_NAMES: ReadonlySet<string> = new Set(CORE);

export function isProfile(word: unknown): word is Profile {
	return PROFILES.some(profile => profile === word);
}

/** True for a tool that the profile shows; `listed` is what its toolset says of it. */
export function isInProfile(profile: Profile, { name, listed }: { name: string; listed: boolean }): boolean {
	if (profile === 'all') {
		return true;
	}
	// A project's own tools are few, and were made to be used.
	return profile === 'searching' || isDynamicName(name) ? listed : LISTED[profile].has(name);
}

/** True for a tool that should be in the first request even where a client keeps the others back. */
export function loadsAtOnce(profile: Profile, name: string): boolean {
	return profile === 'core' || profile === 'whole' ? LISTED[profile].has(name) : CORE_NAMES.has(name);
}
