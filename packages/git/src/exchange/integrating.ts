import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { GitOperation, RepositoryStatus } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { gitFailure } from '../git-failure.ts';
import type { GitWorkspace } from '../git-workspace.ts';
import type { Repositories, Repository } from '../repositories.ts';
import { retryWhileLocked } from '../retry-while-locked.ts';
import type { StatusReader } from '../status-reader.ts';
import { changedBetween, overwrittenFiles, refuseUnsaved } from './unsaved-changes.ts';

const NEXT_STEP =
	'Read them with git_conflicts and resolve them with git_resolve; then call git_sync with action "continue", or "abort" to go back to before.';

/** The commits that are to come into the present branch. */
export interface Incoming {
	/** Their name here, which git writes into the message of a merge. */
	ref: string;
	hash: string;
	ahead: number;
	behind: number;
}

export interface Integrating {
	/** Brings the commits into the branch; files that changed, as agents see them. */
	integrate(
		repository: Repository,
		incoming: Incoming,
		how: { head: string | undefined; diverged: 'refuse' | 'merge' | 'rebase' },
		signal: Cancellation,
	): Promise<readonly string[]>;
	/** Goes on with what stopped at conflicts, or goes back to before it began. */
	finish(
		repository: Repository,
		status: RepositoryStatus,
		action: 'continue' | 'abort',
		signal: Cancellation,
	): Promise<string>;
}

export function createIntegrating(workspace: GitWorkspace, { run }: Repositories, reader: StatusReader): Integrating {
	const change = async (repository: Repository, args: readonly string[], signal: Cancellation) => {
		// Git LFS may have to fetch what a file holds.
		const outcome = await retryWhileLocked(() => run(repository, args, { signal, effect: 'syncs' }), signal);
		await workspace.refresh(repository.root);
		return outcome;
	};

	async function failure(
		repository: Repository,
		outcome: Awaited<ReturnType<typeof change>>,
		doing: string,
		signal: Cancellation,
	): Promise<ToolError> {
		const files = overwrittenFiles(outcome.stderr, repository, workspace.show);
		if (files !== undefined) {
			return new ToolError(
				'E_WOULD_LOSE_WORK',
				`Changes that are not committed would be overwritten: ${summarize(files, 20)}.`,
				{
					hint: 'Commit them, or put them aside with git_stash, then call again.',
					details: { files },
				},
			);
		}
		const { conflicts, operation } = await reader.read(repository, { ignored: false }, signal);
		if (conflicts.length > 0) {
			const paths = conflicts.map(({ path }) => path);
			const what = operation?.kind ?? 'merge';
			return new ToolError(
				'E_CONFLICTS',
				`The ${what} stopped; these files are in conflict: ${summarize(paths, 20)}.`,
				{
					hint: NEXT_STEP,
					details: { files: paths, operation: what },
				},
			);
		}
		if (/(unstaged|uncommitted|staged) changes|index contains uncommitted/i.test(outcome.stderr)) {
			return new ToolError('E_WOULD_LOSE_WORK', `${doing}: there are changes that are not committed.`, {
				hint: 'Commit them, or put them aside with git_stash, then call again.',
			});
		}
		return gitFailure(outcome, doing);
	}

	return {
		async integrate(repository, incoming, { head, diverged }, signal) {
			const { ref, hash, ahead, behind } = incoming;
			if (behind === 0) {
				return [];
			}
			if (ahead > 0 && diverged === 'refuse') {
				throw new ToolError(
					'E_DIVERGED',
					`The branch has ${ahead} commits that ${shortName(ref)} lacks, and lacks ${behind} of its commits.`,
					{ details: { ahead, behind } },
				);
			}
			if (head !== undefined) {
				const from = await forkOf(repository, [head, hash], signal);
				refuseUnsaved(workspace, await changedBetween({ run, show: workspace.show }, repository, [from, hash], signal));
			}
			const args =
				ahead === 0
					? ['merge', '--quiet', '--ff-only', '--no-autostash', hash]
					: diverged === 'rebase'
						? ['rebase', '--quiet', '--no-autostash', ref]
						: ['merge', '--quiet', '--no-autostash', '-m', mergeMessage(ref), ref];
			const outcome = await change(repository, args, signal);
			if (outcome.code !== 0) {
				throw await failure(repository, outcome, 'The commits were fetched and not brought into the branch', signal);
			}
			return head === undefined
				? []
				: changedBetween({ run, show: workspace.show }, repository, [head, 'HEAD'], signal);
		},

		async finish(repository, status, action, signal) {
			const { operation, conflicts } = status;
			if (operation === undefined || operation.kind === 'bisect') {
				throw new ToolError('E_NO_CHANGES', `No merge or rebase is unfinished, so there is nothing to ${action}.`, {
					hint: 'Call git_status to see the state of the repository.',
				});
			}
			if (action === 'continue' && conflicts.length > 0) {
				const files = conflicts.map(({ path }) => path);
				throw new ToolError('E_CONFLICTS', `These files are still in conflict: ${summarize(files, 20)}.`, {
					details: { files },
				});
			}
			if (action === 'abort') {
				refuseUnsaved(
					workspace,
					[...status.staged, ...status.changed, ...conflicts].map(({ path }) => path),
				);
			}
			const outcome = await change(repository, finishing(operation, action), signal);
			if (outcome.code !== 0) {
				throw await failure(repository, outcome, `The ${operation.kind} was not finished`, signal);
			}
			return outcome.transcript;
		},
	};

	/** The commit at which two histories part; the older side itself where they have none in common. */
	async function forkOf(repository: Repository, hashes: readonly [string, string], signal: Cancellation) {
		const { code, stdout } = await run(repository, ['merge-base', ...hashes], { signal });
		return code === 0 ? stdout.toString('utf8').trim() : hashes[0];
	}
}

function finishing({ kind }: GitOperation, action: 'continue' | 'abort'): readonly string[] {
	if (kind === 'merge' && action === 'continue') {
		return ['commit', '--quiet', '--no-edit'];
	}
	return [kind === 'apply' ? 'am' : kind, `--${action}`];
}

/** The message that git itself would write for the short name, which another ref may have as well. */
function mergeMessage(ref: string): string {
	return `Merge ${ref.startsWith('refs/remotes/') ? 'remote-tracking branch' : 'branch'} '${shortName(ref)}'`;
}

function shortName(ref: string): string {
	return ref.replace(/^refs\/(?:heads|remotes)\//, '');
}
