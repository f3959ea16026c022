import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Git, RepositoryStatus } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { Stash, StashChoice } from '@hawser/core/ports/values/git-exchange.ts';
import { plural } from '@hawser/core/text/plural.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { gitFailure } from '../git-failure.ts';
import type { GitWorkspace } from '../git-workspace.ts';
import type { Repositories, Repository } from '../repositories.ts';
import { retryWhileLocked } from '../retry-while-locked.ts';
import type { StatusReader } from '../status-reader.ts';
import type { Subjects } from '../subjects.ts';
import { changedBetween, overwrittenFiles, refuseUnsaved } from './unsaved-changes.ts';

/** Puts changes aside and brings them back. What the editor or the working tree would lose by it is refused. */
export function createStashes(
	workspace: GitWorkspace,
	repositories: Repositories,
	{ reader, subjects }: { reader: StatusReader; subjects: Subjects },
): Pick<Git, 'stashes' | 'stash' | 'takeStash' | 'dropStash'> {
	const { run } = repositories;
	const { show } = workspace;

	const change = async (
		repository: Repository,
		args: readonly string[],
		signal: Cancellation,
		options: { patterns?: boolean } = {},
	) => {
		const outcome = await retryWhileLocked(
			() => run(repository, args, { signal, effect: 'edits', ...options }),
			signal,
		);
		await workspace.refresh(repository.root);
		return outcome;
	};

	async function list(repository: Repository, signal: Cancellation): Promise<Stash[]> {
		const outcome = await run(repository, ['stash', 'list', '-z', '--format=%H%x00%cI%x00%gs'], { signal });
		if (outcome.code !== 0) {
			throw gitFailure(outcome, 'git stash list failed');
		}
		const parts = outcome.stdout.toString('utf8').split('\0');
		return Array.from({ length: Math.floor(parts.length / 3) }, (_, index) => {
			const [hash = '', date = '', message = ''] = parts.slice(3 * index, 3 * index + 3);
			return { index, hash, date, message };
		});
	}

	/** The stash at that place. Places move when another is added or dropped, so a known hash must still be there. */
	async function chosen(repository: Repository, { index, hash }: StashChoice, signal: Cancellation): Promise<Stash> {
		const stashes = await list(repository, signal);
		const stash = stashes[index];
		if (stash === undefined) {
			const there = stashes.length === 0 ? 'none' : plural(stashes.length, 'stash', 'stashes');
			throw new ToolError('E_NO_STASH', `There is no stash ${index}; the repository has ${there}.`);
		}
		if (hash !== undefined && !stash.hash.startsWith(hash)) {
			const now = stashes.find(other => other.hash.startsWith(hash))?.index;
			throw new ToolError('E_NO_STASH', `Stash ${index} is ${stash.hash.slice(0, 10)} now, and not ${hash}.`, {
				...(now !== undefined && { hint: `That one is stash ${now} now.` }),
			});
		}
		return stash;
	}

	async function pathspecsOf(repository: Repository, paths: readonly string[], signal: Cancellation) {
		const found = await Promise.all(paths.map(path => subjects.choose({ repository: repository.root, path }, signal)));
		return paths.length === 0 ? repository.scope : found.flatMap(({ pathspecs }) => pathspecs);
	}

	/** Paths that a stash writes, those of files included that were new to git. */
	async function filesOf(repository: Repository, { hash }: Stash, signal: Cancellation): Promise<readonly string[]> {
		const known = await changedBetween({ run, show }, repository, [`${hash}^1`, hash], signal);
		// The third parent has the new files; a stash without any has none.
		const { stdout } = await run(repository, ['ls-tree', '-r', '-z', '--name-only', `${hash}^3`], { signal });
		const fresh = stdout.toString('utf8').split('\0').filter(Boolean);
		return [...known, ...fresh.map(below => show(join(repository.root, below)))];
	}

	return {
		async stashes({ repository: where }, signal) {
			const repository = await repositories.chosen(where, signal);
			return { root: show(repository.root), stashes: await list(repository, signal) };
		},

		async stash({ repository: where, message, untracked, paths }, signal) {
			const repository = await repositories.chosen(where ?? paths[0], signal);
			const before = await reader.read(repository, { ignored: false }, signal);
			refuseConflicts(before);
			const pathspecs = await pathspecsOf(repository, paths, signal);
			const files = changedIn(before, untracked).filter(file =>
				isBelow(
					file,
					pathspecs.map(below => show(join(repository.root, below))),
				),
			);
			if (files.length === 0) {
				throw new ToolError('E_NO_CHANGES', 'There are no changes that could be put aside.', {
					hint:
						before.untracked.length > 0 && !untracked
							? 'New files are left alone unless "untracked" is given.'
							: 'Call git_status to see what has changed.',
				});
			}
			refuseUnsaved(workspace, files);
			const args = [
				...['stash', 'push', '--quiet'],
				...(untracked ? ['--include-untracked'] : []),
				...(message === undefined ? [] : [`--message=${message}`]),
				'--',
				...pathspecs,
			];
			// Without paths, git cleans the folder with the pattern ":/", which as a plain name would match nothing.
			const outcome = await change(repository, args, signal, { patterns: pathspecs.length === 0 });
			const [stash] = await list(repository, signal);
			if (outcome.code !== 0 || stash === undefined) {
				throw gitFailure(outcome, 'Nothing was put aside');
			}
			return { root: before.root, stash, files };
		},

		async takeStash({ drop, ...choice }, signal) {
			const repository = await repositories.chosen(choice.repository, signal);
			const stash = await chosen(repository, choice, signal);
			refuseConflicts(await reader.read(repository, { ignored: false }, signal));
			const files = await filesOf(repository, stash, signal);
			refuseUnsaved(workspace, files);
			const outcome = await change(
				repository,
				['stash', drop ? 'pop' : 'apply', '--quiet', `stash@{${stash.index}}`],
				signal,
			);
			if (outcome.code !== 0) {
				const { conflicts } = await reader.read(repository, { ignored: false }, signal);
				throw takingFailure(
					outcome,
					conflicts.map(({ path }) => path),
					overwrittenFiles(outcome.stderr, repository, show) ?? existingFiles(outcome.stderr),
				);
			}
			return { root: show(repository.root), stash, files };
		},

		async dropStash(choice, signal) {
			const repository = await repositories.chosen(choice.repository, signal);
			const stash = await chosen(repository, choice, signal);
			const outcome = await change(repository, ['stash', 'drop', '--quiet', `stash@{${stash.index}}`], signal);
			if (outcome.code !== 0) {
				throw gitFailure(outcome, 'The stash was not dropped');
			}
			return { root: show(repository.root), stash, files: [] };
		},
	};
}

function changedIn({ staged, changed, untracked }: RepositoryStatus, withUntracked: boolean): string[] {
	const paths = [...staged, ...changed].flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
	return [...new Set([...paths, ...(withUntracked ? untracked : [])])];
}

function isBelow(file: string, places: readonly string[]): boolean {
	return (
		places.length === 0 ||
		places.some(
			place => place === '.' || file === place || file.startsWith(`${place}/`) || file.startsWith(`${place}\\`),
		)
	);
}

function refuseConflicts({ conflicts }: RepositoryStatus): void {
	if (conflicts.length > 0) {
		const files = conflicts.map(({ path }) => path);
		throw new ToolError('E_CONFLICTS', `These files are in conflict: ${summarize(files, 20)}.`, { details: { files } });
	}
}

/** New files of the stash that are there already. */
function existingFiles(stderr: string): readonly string[] | undefined {
	const found = stderr.split('\n').flatMap(line => /^(.+) already exists, no checkout$/.exec(line)?.[1] ?? []);
	return found.length === 0 ? undefined : found;
}

function takingFailure(
	outcome: Parameters<typeof gitFailure>[0],
	conflicts: readonly string[],
	overwritten: readonly string[] | undefined,
): ToolError {
	if (overwritten !== undefined) {
		return new ToolError(
			'E_WOULD_LOSE_WORK',
			`These files have changes that the stash would overwrite: ${summarize(overwritten, 20)}.`,
			{ hint: 'Commit them first, or put them aside as well.', details: { files: overwritten } },
		);
	}
	return conflicts.length > 0
		? new ToolError(
				'E_CONFLICTS',
				`The stash was brought back and is kept; these files are in conflict: ${summarize(conflicts, 20)}.`,
				{
					hint: 'Read them with git_conflicts, resolve them with git_resolve, then drop the stash.',
					details: { files: conflicts },
				},
			)
		: gitFailure(outcome, 'The stash was not brought back');
}
