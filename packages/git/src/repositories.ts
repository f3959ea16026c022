import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { gitFailure } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { namesWorkingTree, unsafeSettings, withoutFilters } from './harmless-settings.ts';
import type { GitOutcome, GitRun, GitRunner } from './run-git.ts';
import { findLink, findWorkingTree, type GitPlaces, isOwnRepository } from './working-tree.ts';

/** A repository may name a filter at any length. */
const MAX_KEY_LENGTH = 100;

export interface Repository {
	/** Real path of the working tree. */
	root: string;
	gitDir: string;
	/** The main working tree, where this one is linked to another. */
	mainRoot?: string;
	/** Pathspecs that keep a repository which begins above the workspace inside of it; none where it lies within. */
	scope: readonly string[];
}

export type RunIn = (
	repository: Pick<Repository, 'root'>,
	args: readonly string[],
	options: Omit<GitRun, 'cwd'>,
) => Promise<GitOutcome>;

export interface Repositories {
	/** Every repository of the workspace; E_NO_REPOSITORY when there is none. */
	all(signal: Cancellation): Promise<readonly Repository[]>;
	/** The repository in which the file or folder lies. */
	of(path: string, signal: Cancellation): Promise<Repository>;
	/** The one that is meant: of the path, or the only one. */
	chosen(path: string | undefined, signal: Cancellation): Promise<Repository>;
	run: RunIn;
}

export function createRepositories(workspace: GitWorkspace, runner: GitRunner): Repositories {
	const run: RunIn = async (repository, args, options) => {
		if (workspace.trusted()) {
			return runner.run(args, { cwd: repository.root, ...options });
		}
		// Before every run: the configuration may change between two of them.
		const listed = await ownSettings(repository.root, options.signal);
		refuseUnsafe(repository.root, listed);
		const settings = { ...options.settings, ...withoutFilters(listed) };
		return runner.run(args, { cwd: repository.root, ...options, settings });
	};

	async function ownSettings(root: string, signal: Cancellation): Promise<string> {
		const outcome = await runner.run(['config', '--list', '--show-scope', '-z'], { cwd: root, signal });
		if (outcome.code !== 0) {
			throw gitFailure(outcome, `git cannot read the configuration of ${workspace.show(root)}`);
		}
		return outcome.stdout.toString('utf8');
	}

	function refuseUnsafe(root: string, listed: string): void {
		const settings = unsafeSettings(listed);
		if (settings.length > 0) {
			const sets = summarize(
				settings.map(key => key.slice(0, MAX_KEY_LENGTH)),
				5,
			);
			throw new ToolError(
				'E_UNSAFE_REPOSITORY',
				`The workspace is not trusted, and the repository ${workspace.show(root)} sets ${sets}, which may start a program.`,
				{ details: { settings } },
			);
		}
	}

	async function refuseForeign(places: GitPlaces, listed: string): Promise<void> {
		const facts = { folders: workspace.folders(), namesWorkingTree: namesWorkingTree(listed) };
		if (!(await isOwnRepository(places, facts))) {
			throw new ToolError(
				'E_UNSAFE_REPOSITORY',
				`The workspace is not trusted, and ${workspace.show(places.root)} uses the repository of another folder, ${places.commonDir}.`,
			);
		}
	}

	async function refuseLinks({ root, gitDir, commonDir }: GitPlaces): Promise<void> {
		for (const place of new Set([commonDir, gitDir])) {
			const link = await findLink(place);
			if (link !== undefined) {
				throw new ToolError(
					'E_UNSAFE_REPOSITORY',
					`The workspace is not trusted, and in the repository ${workspace.show(root)} the file ${link.slice(0, MAX_KEY_LENGTH)} of its git directory is a link, which may lead to files of others.`,
				);
			}
		}
	}

	async function at(folder: string, signal: Cancellation): Promise<Repository | undefined> {
		const root = await findWorkingTree(folder);
		const scope = root === undefined ? undefined : scopeOf(root);
		if (root === undefined || scope === undefined) {
			return undefined;
		}
		const args = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir'];
		const outcome = await runner.run(args, { cwd: root, signal });
		if (outcome.code !== 0) {
			if (/not a git repository|must be run in a work tree|safe\.bareRepository/i.test(outcome.stderr)) {
				return undefined;
			}
			throw gitFailure(outcome, `git cannot use ${workspace.show(folder)}`);
		}
		const [topLevel = root, ownDir = '', common = ''] = outcome.stdout.toString('utf8').split('\n');
		const gitDir = await realpath(ownDir);
		const commonDir = await realpath(resolve(root, common));
		// A repository can name any folder as its working tree; only the one in which its `.git` lies is what was opened.
		if ((await realpath(topLevel)) !== root || pathBelow(gitDir, root) !== undefined) {
			return undefined;
		}
		if (!workspace.trusted()) {
			const listed = await ownSettings(root, signal);
			refuseUnsafe(root, listed);
			await refuseForeign({ root, gitDir, commonDir }, listed);
			await refuseLinks({ root, gitDir, commonDir });
		}
		return { root, gitDir, scope, ...(isLinked(gitDir, commonDir) && { mainRoot: dirname(commonDir) }) };
	}

	function scopeOf(root: string): readonly string[] | undefined {
		const folders = workspace.folders();
		if (folders.some(folder => pathBelow(folder, root) !== undefined)) {
			return [];
		}
		const within = folders.map(folder => pathBelow(root, folder)).filter(below => below !== undefined);
		return within.length === 0 ? undefined : within;
	}

	async function all(signal: Cancellation): Promise<readonly Repository[]> {
		const places = [...new Set([...workspace.folders(), ...(await workspace.knownRoots(signal))])];
		const found = await Promise.all(
			places.map(async place => ((await isFolder(place)) ? at(place, signal) : undefined)),
		);
		const byRoot = new Map(found.filter(item => item !== undefined).map(item => [item.root, item]));
		if (byRoot.size === 0) {
			throw new ToolError('E_NO_REPOSITORY', 'No folder of this window lies in a git repository.', {
				hint: 'Ask the user to open a repository, or to run "git init".',
			});
		}
		return [...byRoot.values()].sort((left, right) => (left.root < right.root ? -1 : 1));
	}

	async function of(path: string, signal: Cancellation): Promise<Repository> {
		const found = await at(await nearestFolder(path), signal);
		if (found === undefined) {
			throw new ToolError('E_NO_REPOSITORY', `"${workspace.show(path)}" lies in no git repository.`);
		}
		return found;
	}

	return {
		run,
		all,
		of,
		async chosen(path, signal) {
			if (path !== undefined) {
				return of(await workspace.resolve(path), signal);
			}
			const repositories = await all(signal);
			const [only, ...others] = repositories;
			if (only === undefined || others.length > 0) {
				const roots = repositories.map(({ root }) => workspace.show(root));
				throw new ToolError('E_AMBIGUOUS_REPOSITORY', `Several repositories are open: ${roots.join(', ')}.`, {
					details: { repositories: roots },
				});
			}
			return only;
		},
	};
}

/** A submodule has a directory of its own too, but its common directory is the same one. */
function isLinked(gitDir: string, commonDir: string): boolean {
	return pathBelow(join(commonDir, 'worktrees'), gitDir) !== undefined;
}

async function nearestFolder(path: string): Promise<string> {
	for (let folder = path; ; folder = dirname(folder)) {
		if ((await isFolder(folder)) || dirname(folder) === folder) {
			return folder;
		}
	}
}

async function isFolder(path: string): Promise<boolean> {
	return stat(path).then(
		found => found.isDirectory(),
		() => false,
	);
}
