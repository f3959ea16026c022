import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The section in which Claude Code keeps what belongs to a folder. */
export interface ClaudeProject {
	/** Its name for the project. */
	name: string;
	/** True when other folders may have the same name: then nothing may be written there that holds for this folder only. */
	shared: boolean;
}

/**
 * Claude Code names a project by its repository: a folder inside one has the name of the repository's folder, and so has every
 * work tree of it; a submodule has its own, and so has a folder without a repository. Tried with version 2.1.325.
 */
export function claudeProject(folder: string): ClaudeProject {
	for (let path = folder; ; path = dirname(path)) {
		const repository = repositoryAt(path);
		if (repository !== undefined) {
			const { name, store } = repository;
			return { name, shared: name !== folder || hasWorkTrees(store) };
		}
		if (dirname(path) === path) {
			return { name: folder, shared: false };
		}
	}
}

/** The repository whose work tree begins at this folder, and where its data is. */
function repositoryAt(folder: string): { name: string; store: string } | undefined {
	const mark = join(folder, '.git');
	try {
		if (statSync(mark).isDirectory()) {
			return { name: folder, store: mark };
		}
		const own = /^gitdir: (.+)$/m.exec(readFileSync(mark, 'utf8'))?.[1];
		return own === undefined ? undefined : linkedRepository(folder, resolve(folder, own.trim()));
	} catch {
		return undefined;
	}
}

function linkedRepository(folder: string, own: string): { name: string; store: string } {
	try {
		const store = resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim());
		return { name: basename(store) === '.git' ? dirname(store) : store, store };
	} catch {
		// Only a work tree has that file; a submodule has a store of its own.
		return { name: folder, store: own };
	}
}

function hasWorkTrees(store: string): boolean {
	try {
		return readdirSync(join(store, 'worktrees')).length > 0;
	} catch {
		return false;
	}
}
