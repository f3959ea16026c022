import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Git, LogRequest } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import { gitFailure } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { LOG_FORMAT, parseLog, toCommit } from './parse-log.ts';
import { resolveCommit, splitRange } from './refs.ts';
import type { Repositories, Repository } from './repositories.ts';
import type { Subjects } from './subjects.ts';

/** Counting all commits of a large repository takes long; the list does not wait for it. */
const COUNTING_LIMIT = 2_000;

export function createCommitLog(workspace: GitWorkspace, { run }: Repositories, subjects: Subjects): Pick<Git, 'log'> {
	async function start(
		repository: Repository,
		ref: string | undefined,
		signal: Cancellation,
	): Promise<string | undefined> {
		if (ref === undefined) {
			// A repository without a commit has no log, which is no failure.
			return resolveCommit(run, repository, 'HEAD', signal).catch(orUndefinedWithoutRef);
		}
		const range = splitRange(ref);
		if (range === undefined) {
			return resolveCommit(run, repository, ref, signal);
		}
		const from = await resolveCommit(run, repository, range.from, signal);
		const to = await resolveCommit(run, repository, range.to, signal);
		return `${from}${range.sinceFork ? '...' : '..'}${to}`;
	}

	return {
		async log(request, signal) {
			const { repository, pathspecs } = await subjects.choose(request, signal);
			const root = workspace.show(repository.root);
			const from = await start(repository, request.ref, signal);
			if (from === undefined) {
				return { root, commits: [], more: false, total: 0 };
			}
			const follow = request.path !== undefined && !(await isFolder(join(repository.root, pathspecs[0] ?? '')));
			const paths = request.path === undefined ? [] : pathspecs;
			const chosen = [...filters(request), ...(follow ? ['--follow'] : []), from, '--', ...paths];
			const counted = resultWithin(run(repository, ['log', '--format=%x00', ...chosen], { signal }), {
				milliseconds: COUNTING_LIMIT,
				signal,
			}).catch(() => undefined);
			const page = [`--max-count=${request.limit + 1}`, `--skip=${request.offset}`];
			const outcome = await run(repository, ['log', LOG_FORMAT, '--no-color', ...page, ...chosen], { signal });
			if (outcome.code !== 0) {
				throw gitFailure(outcome, 'git log failed');
			}
			const commits = parseLog(outcome.stdout.toString('utf8')).map(toCommit);
			const total = (await counted)?.stdout.filter(byte => byte === 0).length;
			return {
				root,
				commits: commits.slice(0, request.limit),
				more: commits.length > request.limit,
				...(total !== undefined && { total }),
			};
		},
	};
}

function orUndefinedWithoutRef(error: unknown): undefined {
	if (error instanceof ToolError && error.code === 'E_REF_NOT_FOUND') {
		return undefined;
	}
	throw error;
}

function filters({ text, author, since, until }: LogRequest): string[] {
	return [
		'--fixed-strings',
		'--regexp-ignore-case',
		...(text === undefined ? [] : [`--grep=${text}`]),
		...(author === undefined ? [] : [`--author=${author}`]),
		...(since === undefined ? [] : [`--since=${since}`]),
		...(until === undefined ? [] : [`--until=${until}`]),
	];
}

async function isFolder(path: string): Promise<boolean> {
	return stat(path).then(
		found => found.isDirectory(),
		() => false,
	);
}
