import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Git, RepositoryStatus } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { changedBetween, overwrittenFiles, refuseUnsaved } from './exchange/unsaved-changes.ts';
import { gitFailure } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { checkBranchName, refuseOption, resolveCommit } from './refs.ts';
import type { Repositories, Repository } from './repositories.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import type { GitOutcome } from './run-git.ts';
import type { StatusReader } from './status-reader.ts';

/** Changes of branches that lose nothing: what git or the editor would lose is refused. */
export function createBranchChanges(
	workspace: GitWorkspace,
	repositories: Repositories,
	reader: StatusReader,
): Pick<Git, 'createBranch' | 'switchTo' | 'deleteBranch'> {
	const { run } = repositories;
	const change = async (repository: Repository, args: readonly string[], signal: Cancellation) => {
		const outcome = await retryWhileLocked(() => run(repository, args, { signal, effect: 'edits' }), signal);
		await workspace.refresh(repository.root);
		return outcome;
	};

	async function exists(repository: Repository, ref: string, signal: Cancellation): Promise<boolean> {
		return (await run(repository, ['show-ref', '--verify', '--quiet', ref], { signal })).code === 0;
	}

	/** Commits that were made on no branch would be found by nobody afterwards. */
	async function refuseOrphans(repository: Repository, status: RepositoryStatus, target: string, signal: Cancellation) {
		if (status.branch !== undefined || status.head === undefined) {
			return;
		}
		const { stdout } = await run(
			repository,
			['rev-list', '--count', status.head, '--not', target, '--branches', '--tags', '--remotes'],
			{ signal },
		);
		const lost = Number(stdout.toString('utf8').trim());
		if (lost > 0) {
			throw new ToolError('E_WOULD_LOSE_WORK', `HEAD is detached and has ${lost} commits that no branch has.`, {
				hint: 'Create a branch for them first (git_branch with action "create").',
			});
		}
	}

	/** The branch, or the remote branch that a new local one would follow. */
	async function targetOf(repository: Repository, ref: string, detach: boolean, signal: Cancellation): Promise<string> {
		if (detach || (await exists(repository, `refs/heads/${ref}`, signal))) {
			return resolveCommit(run, repository, detach ? ref : `refs/heads/${ref}`, signal);
		}
		const found = await run(repository, ['for-each-ref', '--format=%(refname)', `refs/remotes/*/${ref}`], { signal });
		const remotes = found.stdout.toString('utf8').split('\n').filter(Boolean);
		const [only, ...others] = remotes;
		if (only !== undefined && others.length === 0) {
			return resolveCommit(run, repository, only, signal);
		}
		const known = await resolveCommit(run, repository, ref, signal).catch(() => undefined);
		throw new ToolError('E_REF_NOT_FOUND', `There is no branch "${ref}".`, {
			...(known !== undefined && {
				hint: `"${ref}" is a commit or tag; switch to it with "detach", or create a branch there.`,
			}),
			...(remotes.length > 1 && {
				hint: `Several remotes have it: ${remotes.join(', ')}. Create the branch with "startPoint".`,
			}),
		});
	}

	return {
		async createBranch({ repository: where, name, startPoint }, signal) {
			const repository = await repositories.chosen(where, signal);
			await checkBranchName(run, repository, name, signal);
			if (await exists(repository, `refs/heads/${name}`, signal)) {
				throw new ToolError('E_BRANCH_EXISTS', `There is a branch "${name}" already.`);
			}
			const hash = await resolveCommit(run, repository, startPoint ?? 'HEAD', signal);
			const outcome = await change(repository, ['branch', '--no-track', name, hash], signal);
			if (outcome.code !== 0) {
				throw gitFailure(outcome, 'The branch was not created');
			}
			return { root: workspace.show(repository.root), hash };
		},

		async switchTo({ repository: where, ref, detach }, signal) {
			refuseOption(ref);
			const repository = await repositories.chosen(where, signal);
			const target = await targetOf(repository, ref, detach, signal);
			const before = await reader.read(repository, { ignored: false }, signal);
			if (before.operation && before.operation.kind !== 'bisect') {
				throw new ToolError(
					'E_CONFLICTS',
					`A ${before.operation.kind} is unfinished${before.root === '.' ? '' : ` in ${before.root}`}.`,
				);
			}
			await refuseOrphans(repository, before, target, signal);
			const { show } = workspace;
			refuseUnsaved(workspace, await changedBetween({ run, show }, repository, ['HEAD', target], signal));
			const args = detach ? ['switch', '--quiet', '--detach', target] : ['switch', '--quiet', '--guess', ref];
			const outcome = await change(repository, args, signal);
			if (outcome.code !== 0) {
				throw switchFailure(outcome, repository, workspace.show);
			}
			const after = await reader.read(repository, { ignored: false }, signal);
			return {
				root: after.root,
				...(after.branch !== undefined && { branch: after.branch }),
				head: after.head ?? target,
				carried: new Set([...after.staged, ...after.changed].map(({ path }) => path)).size,
			};
		},

		async deleteBranch({ repository: where, name }, signal) {
			const repository = await repositories.chosen(where, signal);
			await checkBranchName(run, repository, name, signal);
			if (!(await exists(repository, `refs/heads/${name}`, signal))) {
				throw new ToolError('E_REF_NOT_FOUND', `There is no branch "${name}".`);
			}
			const hash = await resolveCommit(run, repository, `refs/heads/${name}`, signal);
			const outcome = await change(repository, ['branch', '--delete', name], signal);
			if (outcome.code !== 0) {
				throw /not fully merged/i.test(outcome.stderr)
					? new ToolError('E_WOULD_LOSE_WORK', `"${name}" has commits that no other branch has.`, {
							hint: 'Merge it first. Only the user should delete it with its commits.',
						})
					: gitFailure(outcome, 'The branch was not deleted');
			}
			return { root: workspace.show(repository.root), hash };
		},
	};
}

function switchFailure(outcome: GitOutcome, repository: Repository, show: (path: string) => string): ToolError {
	const files = overwrittenFiles(outcome.stderr, repository, show);
	return files === undefined
		? gitFailure(outcome, 'The branch was not switched')
		: new ToolError('E_WOULD_LOSE_WORK', `Uncommitted changes would be overwritten: ${files.join(', ')}.`, {
				hint: 'Commit them first, put them aside with git_stash, or ask the user what to do with them.',
				details: { files },
			});
}
