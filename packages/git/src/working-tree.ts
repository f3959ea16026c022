import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import * as path from 'node:path';
import { pathBelow } from '@hawser/node/path-rules.ts';

/**
 * The nearest folder from here upwards that has a `.git`. git itself would also take a folder that looks like a bare
 * repository, and any clone can contain one; a `.git` cannot be part of a clone.
 */
export async function findWorkingTree(start: string): Promise<string | undefined> {
	for (let folder = await realpath(start); ; folder = path.dirname(folder)) {
		if (await exists(path.join(folder, '.git'))) {
			return folder;
		}
		if (path.dirname(folder) === folder) {
			return undefined;
		}
	}
}

/** The folders in which git keeps its data on a working tree; all real paths. */
export interface GitPlaces {
	root: string;
	gitDir: string;
	/** Objects, refs and configuration; another folder than `gitDir` in a linked working tree. */
	commonDir: string;
}

/**
 * True when the repository is this folder's own. A `.git` file, a link, or a file `commondir` can point at any repository of
 * the user, whose history would then be read as if it were the workspace's; a true one points back.
 */
export async function isOwnRepository(
	{ root, gitDir, commonDir }: GitPlaces,
	{ folders, namesWorkingTree }: { folders: readonly string[]; namesWorkingTree: boolean },
): Promise<boolean> {
	const isOpen = (place: string) => [root, ...folders].some(folder => pathBelow(folder, place, path) !== undefined);
	if (isOpen(gitDir) && isOpen(commonDir)) {
		return true;
	}
	if (gitDir === commonDir) {
		// In a submodule, git has said already that the folder which it names is this one.
		return namesWorkingTree;
	}
	if (path.dirname(path.dirname(gitDir)) !== commonDir) {
		return false;
	}
	const back = await readFile(path.join(gitDir, 'gitdir'), 'utf8').catch(() => '');
	const folder = path.dirname(path.resolve(gitDir, back.trim()));
	return (await realpath(folder).catch(() => undefined)) === root;
}

/** Thousands of files that git finds by their hash alone, or that it does not read when it only looks. */
const NOT_FOLLOWED = /^(objects[/\\][0-9a-f]{2}|modules|hooks|lfs|annex|svn|rr-cache)$/;

/**
 * A link in the directory of a repository, by its path there. git itself makes none. Through one it would read objects and refs
 * of another repository, or any file of the user, whose lines it then quotes in its complaints.
 */
export async function findLink(gitDir: string, below = ''): Promise<string | undefined> {
	// What is gone in this moment, or closed to us, git cannot read either.
	const entries = await readdir(path.join(gitDir, below), { withFileTypes: true }).catch(() => []);
	for (const entry of entries) {
		const place = path.join(below, entry.name);
		const found = entry.isSymbolicLink()
			? place
			: entry.isDirectory() && !NOT_FOLLOWED.test(place)
				? await findLink(gitDir, place)
				: undefined;
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}

async function exists(place: string): Promise<boolean> {
	return lstat(place).then(
		() => true,
		() => false,
	);
}
