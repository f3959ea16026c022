import { basename, dirname, join, sep } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { resolveRealPath } from '@hawser/node/real-path.ts';
import type { GitWorkspace } from './git-workspace.ts';
import type { Repositories, Repository } from './repositories.ts';

/** The subject of a question: a repository, and the files in it that the answer is limited to. */
export interface Subject {
	repository: Repository;
	pathspecs: readonly string[];
}

export interface Subjects {
	choose(asked: { repository?: string | undefined; path?: string | undefined }, signal: Cancellation): Promise<Subject>;
	/** One file, by its path in the repository that it lies in. */
	file(path: string, signal: Cancellation): Promise<{ repository: Repository; file: string; below: string }>;
	/** Files with unsaved edits that the subject covers, as agents see them. */
	unsaved(subject: Subject): readonly string[];
	/** A path in the repository as agents see it. */
	show(repository: Repository, below: string): string;
}

export function createSubjects(workspace: GitWorkspace, repositories: Repositories): Subjects {
	async function pathIn({ root }: Repository, asked: string): Promise<string> {
		const path = await workspace.resolve(asked);
		// The last part may be a link that the repository tracks as such; where the folder really is counts.
		const folder = await resolveRealPath(dirname(path));
		const real = path === dirname(path) ? path : join(folder.real, basename(path));
		const below = pathBelow(root, real) ?? pathBelow(root, (await resolveRealPath(path)).real);
		if (below === undefined) {
			throw new ToolError('E_INVALID_PATH', `"${asked}" does not lie in the repository ${workspace.show(root)}.`);
		}
		return below.split(sep).join('/');
	}

	return {
		async choose({ repository, path }, signal) {
			const chosen = await repositories.chosen(repository ?? path, signal);
			const below = path === undefined ? '' : await pathIn(chosen, path);
			return { repository: chosen, pathspecs: below === '' ? chosen.scope : [below] };
		},
		async file(path, signal) {
			const repository = await repositories.of(dirname(await workspace.resolve(path)), signal);
			const below = await pathIn(repository, path);
			return { repository, file: join(repository.root, below), below };
		},
		unsaved({ repository: { root }, pathspecs }) {
			const places = pathspecs.length === 0 ? [root] : pathspecs.map(below => join(root, below));
			return workspace
				.unsaved()
				.filter(({ path }) => places.some(place => pathBelow(place, path) !== undefined))
				.map(({ path }) => workspace.show(path));
		},
		show: ({ root }, below) => workspace.show(join(root, below)),
	};
}
