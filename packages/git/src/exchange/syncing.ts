import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Git, RepositoryStatus } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { SyncOutcome, SyncProgress, SyncRequest } from '@hawser/core/ports/values/git-exchange.ts';
import type { GitWorkspace } from '../git-workspace.ts';
import { checkBranchName, resolveCommit } from '../refs.ts';
import type { Repositories, Repository } from '../repositories.ts';
import type { StatusReader } from '../status-reader.ts';
import { createIntegrating, type Incoming } from './integrating.ts';
import { createProgressReader, withoutProgress } from './progress-lines.ts';
import { chooseRemote, listRemotes, movedRefs, remoteRefs, type Upstream, upstreamOf } from './remotes.ts';
import { pushFailure, remoteFailure } from './sync-failure.ts';

/** A server that sends nothing for a minute has hung; git itself would wait for ever. */
const PATIENCE = { 'http.lowSpeedLimit': '1', 'http.lowSpeedTime': '60' };

type Tell = (progress: SyncProgress) => void;
type Result = Pick<SyncOutcome, 'moved' | 'pulled' | 'files' | 'pushed' | 'output'>;

const NOTHING: Result = { moved: [], pulled: 0, files: [], pushed: 0, output: '' };

/** Fetches, pulls and pushes. Nothing is ever forced, and nothing waits for an answer that nobody gives. */
export function createSyncing(
	workspace: GitWorkspace,
	repositories: Repositories,
	reader: StatusReader,
): Pick<Git, 'sync'> {
	const { run } = repositories;
	const integrating = createIntegrating(workspace, repositories, reader);

	const speak = (repository: Repository, args: readonly string[], tell: Tell, signal: Cancellation) =>
		run(repository, args, {
			signal,
			effect: 'syncs',
			settings: PATIENCE,
			onComplaint: createProgressReader(tell),
		});

	async function fetch(
		repository: Repository,
		remote: string,
		{ prune }: SyncRequest,
		tell: Tell,
		signal: Cancellation,
	) {
		const before = await remoteRefs(run, repository, signal);
		const args = [
			'fetch',
			'--progress',
			'--no-auto-maintenance',
			...(prune ? ['--prune', '--tags'] : []),
			'--',
			remote,
		];
		const outcome = await speak(repository, args, tell, signal);
		if (outcome.code !== 0) {
			throw remoteFailure(outcome, 'Nothing was fetched', remote);
		}
		const output = withoutProgress(outcome.transcript);
		return { moved: movedRefs(before, await remoteRefs(run, repository, signal)), output };
	}

	/** The branch that a pull is from: the one that was named, or the upstream. */
	async function pull(
		repository: Repository,
		status: RepositoryStatus,
		{ request, target, remotes }: Plan,
		tell: Tell,
		signal: Cancellation,
	): Promise<Result> {
		const followed = target.upstream;
		const remote = request.remote ?? followed?.remote ?? chooseRemote(remotes, undefined, undefined);
		const named =
			request.branch ??
			(request.remote !== undefined && request.remote !== followed?.remote ? status.branch : undefined);
		if (named === undefined && followed === undefined) {
			throw noUpstream(status, remotes, 'Call again with "remote" and "branch" to pull from a branch of another name.');
		}
		const fetched = remote === '.' ? NOTHING : await fetch(repository, remote, request, tell, signal);
		const ref = named === undefined ? (followed?.here ?? '') : `refs/remotes/${remote}/${named}`;
		const hash = await resolveCommit(run, repository, ref, signal).catch(() => {
			throw new ToolError('E_REF_NOT_FOUND', `"${remote}" has no branch "${named ?? followed?.there}".`, {
				hint: 'git_branch with "remote" lists the branches of remotes.',
			});
		});
		const incoming: Incoming = { ref, hash, ...(await distance(repository, status.head, hash, signal)) };
		const files = await integrating.integrate(
			repository,
			incoming,
			{ head: status.head, diverged: request.diverged },
			signal,
		);
		return { ...NOTHING, ...fetched, pulled: incoming.behind, files };
	}

	async function push(
		repository: Repository,
		status: RepositoryStatus,
		{ request, target, remotes }: Plan,
		tell: Tell,
		signal: Cancellation,
	): Promise<Result> {
		const { branch, head } = status;
		if (branch === undefined || head === undefined) {
			throw branch === undefined
				? noUpstream(status, remotes)
				: new ToolError('E_NO_CHANGES', 'There is no commit yet that could be pushed.', {
						hint: 'Commit something with git_commit first.',
					});
		}
		const followed = target.upstream;
		const goesElsewhere = request.remote !== undefined || request.branch !== undefined;
		if (followed === undefined && !request.publish && !goesElsewhere) {
			throw noUpstream(status, remotes);
		}
		const remote = request.remote ?? followed?.remote ?? chooseRemote(remotes, undefined, undefined);
		const there =
			request.branch === undefined
				? followed?.remote === remote
					? followed.there
					: `refs/heads/${branch}`
				: `refs/heads/${request.branch}`;
		const counted = await run(repository, ['rev-list', '--count', head, '--not', '--remotes'], { signal });
		const args = ['push', '--progress', '--porcelain', ...(request.publish ? ['--set-upstream'] : []), '--', remote];
		// Without a plus at its front, a refspec never overwrites what the other side has.
		const outcome = await speak(repository, [...args, `refs/heads/${branch}:${there}`], tell, signal);
		if (outcome.code !== 0) {
			throw pushFailure(outcome, { remote, hook: await hasPushHook(repository, signal) });
		}
		const isNew = !/^=\t/m.test(outcome.stdout.toString('utf8'));
		return {
			...NOTHING,
			pushed: isNew ? Number(counted.stdout.toString('utf8').trim()) : 0,
			output: withoutProgress(outcome.stderr),
		};
	}

	async function hasPushHook(repository: Repository, signal: Cancellation): Promise<boolean> {
		const { stdout } = await run(repository, ['rev-parse', '--git-path', 'hooks'], { signal, effect: 'edits' });
		const hook = join(resolve(repository.root, stdout.toString('utf8').trim()), 'pre-push');
		return access(hook, constants.X_OK).then(
			() => true,
			() => false,
		);
	}

	async function distance(repository: Repository, head: string | undefined, hash: string, signal: Cancellation) {
		const args = head === undefined ? [hash] : ['--left-right', `${head}...${hash}`];
		const { stdout } = await run(repository, ['rev-list', '--count', ...args], { signal });
		const [first = 0, second] = stdout.toString('utf8').trim().split('\t').map(Number);
		return second === undefined ? { ahead: 0, behind: first } : { ahead: first, behind: second };
	}

	async function plan(
		repository: Repository,
		request: SyncRequest,
		branch: string | undefined,
		signal: Cancellation,
	): Promise<Plan> {
		const remotes = await listRemotes(run, repository, signal);
		if (request.branch !== undefined) {
			await checkBranchName(run, repository, request.branch, signal);
		}
		if (request.remote !== undefined) {
			chooseRemote(remotes, request.remote, undefined);
		}
		const upstream = branch === undefined ? undefined : await upstreamOf(run, repository, branch, signal);
		return { request, remotes, target: { ...(upstream && { upstream }) } };
	}

	async function perform(
		repository: Repository,
		status: RepositoryStatus,
		request: SyncRequest,
		tell: Tell,
		signal: Cancellation,
	): Promise<Result> {
		if (request.action === 'continue' || request.action === 'abort') {
			const output = await integrating.finish(repository, status, request.action, signal);
			return { ...NOTHING, output: withoutProgress(output) };
		}
		const steps = await plan(repository, request, status.branch, signal);
		if (request.action === 'fetch') {
			const remote = chooseRemote(steps.remotes, request.remote, steps.target.upstream?.remote);
			return { ...NOTHING, ...(await fetch(repository, remote, request, tell, signal)) };
		}
		if (request.action === 'push') {
			return push(repository, status, steps, tell, signal);
		}
		refuseUnfinished(status);
		const pulled = await pull(repository, status, steps, tell, signal);
		if (request.action === 'pull') {
			return pulled;
		}
		const pushed = await push(
			repository,
			await reader.read(repository, { ignored: false }, signal),
			steps,
			tell,
			signal,
		);
		return { ...pulled, pushed: pushed.pushed, output: [pulled.output, pushed.output].filter(Boolean).join('\n') };
	}

	return {
		async sync(request, tell, signal) {
			const repository = await repositories.chosen(request.repository, signal);
			const status = await reader.read(repository, { ignored: false }, signal);
			const performAndShow = async () => {
				try {
					return await perform(repository, status, request, tell, signal);
				} finally {
					await workspace.refresh(repository.root);
				}
			};
			const result = await performAndShow();
			const { root, branch, head, upstream, ahead, behind, unsaved } = await reader.read(
				repository,
				{ ignored: false },
				signal,
			);
			return {
				root,
				...(branch !== undefined && { branch }),
				...(head !== undefined && { head }),
				...(upstream !== undefined && { upstream }),
				...(ahead !== undefined && { ahead }),
				...(behind !== undefined && { behind }),
				unsaved,
				...result,
			};
		},
	};
}

interface Plan {
	request: SyncRequest;
	remotes: readonly string[];
	target: { upstream?: Upstream };
}

function noUpstream({ branch }: RepositoryStatus, remotes: readonly string[], hint?: string): ToolError {
	if (branch === undefined) {
		return new ToolError('E_NO_UPSTREAM', 'HEAD is detached, so there is no branch to pull into or to push.', {
			hint: 'Switch to a branch with git_branch first.',
		});
	}
	if (remotes.length === 0) {
		return new ToolError('E_NO_REMOTE', 'The repository has no remote.');
	}
	return new ToolError('E_NO_UPSTREAM', `The branch "${branch}" follows no branch of a remote.`, {
		...(hint !== undefined && { hint }),
		details: { remotes },
	});
}

function refuseUnfinished({ operation, root }: RepositoryStatus): void {
	if (operation && operation.kind !== 'bisect') {
		throw new ToolError('E_CONFLICTS', `A ${operation.kind} is unfinished${root === '.' ? '' : ` in ${root}`}.`, {
			hint: 'Resolve what git_conflicts lists, then call git_sync with action "continue", or "abort" to go back.',
		});
	}
}
