import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readTextFile } from './change-file.ts';
import { claudeProject } from './claude-project.ts';
import { askGit, type GitFacts } from './git.ts';
import { readProperty } from './json/edit-json.ts';
import type { EntryPlace } from './kept-entries.ts';
import { linkOnTheWay } from './link-on-the-way.ts';

/** The name under which agents know Hawser. */
export const ENTRY_NAME = 'hawser';

/** The server entry for the agents of a folder. */
export interface WantedEntry {
	folder: string;
	value: unknown;
	/** True when the value must not be seen by others, nor come into a repository. */
	secret: boolean;
	/** A value without a secret that finds the right window from any folder; for a place that several folders share. */
	routed?: unknown;
}

export interface Plan extends WantedEntry {
	/** The folder by its real path. */
	root: string;
	file: string;
	git: GitFacts;
	/** The file is a link, and stays alone: a repository's link leads wherever its author likes. */
	linked: boolean;
}

export async function planEntry(wanted: WantedEntry, warn: (message: string) => void): Promise<Plan | undefined> {
	try {
		const root = realpathSync.native(wanted.folder);
		const file = join(root, '.mcp.json');
		const git = await askGit(file);
		return { ...wanted, root, file, git, linked: linkOnTheWay(root, file) !== undefined };
	} catch (cause) {
		warn(`No configuration for agents in ${wanted.folder}: ${String(cause)}`);
		return undefined;
	}
}

/** A place, and what shall be there. */
export interface PlacedEntry {
	place: EntryPlace;
	value: unknown;
	secret: boolean;
}

/** The project's file, and the user's own for when it cannot be that one. */
export function* placesOf(plan: Plan, usersFile: string, warn: (message: string) => void): Generator<PlacedEntry> {
	const { root, file, git, linked, value, secret, routed } = plan;
	if (linked) {
		warn(`${file} was left alone, because it is a link; agents are told in ${usersFile}.`);
	} else if (secret && git.tracked !== false) {
		const why = git.tracked === true ? 'git tracks it' : 'git does not say whether it tracks it';
		warn(`The access token was not written to ${file}, because ${why}; agents are told in ${usersFile}.`);
	} else {
		const place = { file, path: ['mcpServers', ENTRY_NAME], ...(git.exclude && { exclude: git.exclude }) };
		yield { place, value, secret };
	}
	const { name, shared } = claudeProject(root);
	const place = { file: usersFile, path: ['projects', knownName(usersFile, name), 'mcpServers', ENTRY_NAME] };
	yield shared && routed !== undefined ? { place, value: routed, secret: false } : { place, value, secret };
}

/** Windows has two ways to write a path, and the file may know the project by either. */
function knownName(usersFile: string, project: string): string {
	if (process.platform !== 'win32') {
		return project;
	}
	const names = [project.replaceAll('\\', '/'), project];
	const read = readTextFile(usersFile);
	const text = 'kind' in read ? '' : (read.text ?? '');
	return names.find(name => readProperty(text, ['projects', name]).kind === 'found') ?? names[0] ?? project;
}

export function claudeFile(): string {
	const chosen = process.env['CLAUDE_CONFIG_DIR'];
	return join(chosen === undefined || chosen === '' ? homedir() : chosen, '.claude.json');
}
