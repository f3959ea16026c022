import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { gitFailure } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { parseStatus } from './parse-status.ts';
import { createRepositories, type Repository } from './repositories.ts';
import { createGitRunner } from './run-git.ts';

/** What a repository was at one moment: everything that is not in `open` has the text of the commit. */
export interface WorkingBase {
	repository: Repository;
	/** The commit; undefined where there is none yet. */
	head: string | undefined;
	/** Absolute paths of files that were not as in the commit: changed, staged, untracked. */
	open: ReadonlySet<string>;
	/** Changes with every move of the branch and every stash. */
	moves: GitMoves;
}

export interface GitMoves {
	mark: string;
	/** What git says of the last move, such as "commit: Add tests" or "checkout: moving from a to b". */
	last: string;
	stash: string;
}

/** A file as git sees it: as in the commit, other than there, unknown to git, left alone, or in conflict. */
export type FileState = 'clean' | 'changed' | 'untracked' | 'ignored' | 'conflict';

/** What files were, from git's own objects: nothing is read or copied until it is needed. */
export interface WorkingBases {
	/** Of every repository of the workspace; none where there is no repository. */
	read(signal: Cancellation): Promise<readonly WorkingBase[]>;
	moves(repository: Repository): Promise<GitMoves>;
	/** By absolute path. */
	states(
		repository: Repository,
		files: readonly string[],
		signal: Cancellation,
	): Promise<ReadonlyMap<string, FileState>>;
	/** Content in the commit, by absolute path; what is not in the commit is not in the map. */
	contents(base: WorkingBase, files: readonly string[], signal: Cancellation): Promise<ReadonlyMap<string, Uint8Array>>;
	dispose(): void;
}

/** Paths that are handed to one run of git; a command line has an end. */
const MAX_PATHS = 500;
/** Bytes at the end of a log in which the last line is. */
const LAST_LINE = 4096;

export function createWorkingBases(workspace: GitWorkspace): WorkingBases {
	const runner = createGitRunner(() => workspace.program());
	const { all, run } = createRepositories(workspace, runner);

	async function status(repository: Repository, paths: readonly string[], ignored: boolean, signal: Cancellation) {
		const args = ['status', '--porcelain=v2', '--branch', '--untracked-files=all', '--no-renames', '-z'];
		const outcome = await run(
			repository,
			[...args, ...(ignored ? ['--ignored=matching'] : []), '--ignore-submodules=all', '--', ...paths],
			{ signal },
		);
		if (outcome.code !== 0) {
			throw gitFailure(outcome, 'git status failed');
		}
		return parseStatus(outcome.stdout.toString('utf8'));
	}

	async function baseOf(repository: Repository, signal: Cancellation): Promise<WorkingBase> {
		const moves = await movesOf(repository);
		const [{ conflicts, staged, changed, untracked }, head] = await Promise.all([
			status(repository, repository.scope, false, signal),
			run(repository, ['rev-parse', '--verify', '--quiet', 'HEAD'], { signal }),
		]);
		const open = [...[...conflicts, ...staged, ...changed].map(({ path }) => path), ...untracked];
		return {
			...{ repository, moves },
			head: head.code === 0 ? head.stdout.toString('utf8').trim() : undefined,
			open: new Set(open.map(path => join(repository.root, path))),
		};
	}

	return {
		async read(signal) {
			try {
				return await Promise.all((await all(signal)).map(repository => baseOf(repository, signal)));
			} catch (cause) {
				if (isToolError(cause) && ['E_NO_REPOSITORY', 'E_NO_GIT'].includes(cause.code)) {
					return [];
				}
				throw cause;
			}
		},
		moves: movesOf,
		async states(repository, files, signal) {
			const states = new Map<string, FileState>(files.map(file => [file, 'clean']));
			const absolute = (path: string) => join(repository.root, path);
			for (let from = 0; from < files.length; from += MAX_PATHS) {
				const paths = files.slice(from, from + MAX_PATHS).map(file => below(repository, file));
				const found = await status(repository, paths, true, signal);
				[...found.staged, ...found.changed].forEach(({ path }) => states.set(absolute(path), 'changed'));
				found.untracked.forEach(path => states.set(absolute(path), 'untracked'));
				found.conflicts.forEach(({ path }) => states.set(absolute(path), 'conflict'));
				// An ignored folder is named once, for all that is in it.
				for (const path of found.ignored) {
					const ignored = absolute(path);
					files.filter(file => pathBelow(ignored, file) !== undefined).forEach(file => states.set(file, 'ignored'));
				}
			}
			return states;
		},
		async contents({ repository, head }, files, signal) {
			const wanted = head === undefined ? [] : files.filter(file => !/[\n\r]/.test(file));
			if (wanted.length === 0) {
				return new Map();
			}
			const stdin = wanted.map(file => `${head ?? ''}:${below(repository, file)}\n`).join('');
			const outcome = await run(repository, ['cat-file', '--batch'], { signal, stdin });
			if (outcome.code !== 0) {
				throw gitFailure(outcome, 'git cat-file failed');
			}
			return readBatch(outcome.stdout, wanted);
		},
		dispose: () => runner.dispose(),
	};
}

/** Answers come in the order of the questions: a line with the object and its size, then its bytes. */
function readBatch(output: Buffer, files: readonly string[]): ReadonlyMap<string, Uint8Array> {
	const contents = new Map<string, Uint8Array>();
	let at = 0;
	for (const file of files) {
		const end = output.indexOf('\n', at);
		const [, kind, size = ''] = output.toString('utf8', at, end).split(' ').slice(-3);
		const isObject = /^\d+$/.test(size);
		if (kind === 'blob' && isObject) {
			contents.set(file, output.subarray(end + 1, end + 1 + Number(size)));
		}
		at = isObject ? end + 1 + Number(size) + 1 : end + 1;
	}
	return contents;
}

function below({ root }: Repository, file: string): string {
	return (pathBelow(root, file) ?? file).split(sep).join('/');
}

/** From the logs that git writes of its moves. */
async function movesOf({ gitDir }: Repository): Promise<GitMoves> {
	const common = pathBelow(join(dirname(dirname(gitDir)), 'worktrees'), gitDir) ? dirname(dirname(gitDir)) : gitDir;
	const [head, log, stash] = await Promise.all([
		endOf(join(gitDir, 'HEAD')),
		lastLine(join(gitDir, 'logs', 'HEAD')),
		stat(join(common, 'refs', 'stash')).then(
			({ mtimeMs }) => String(mtimeMs),
			() => '',
		),
	]);
	const mark = createHash('sha256').update(`${head}\n${log}`).digest('hex');
	return { mark, stash, last: log.slice(log.indexOf('\t') + 1) };
}

async function lastLine(file: string): Promise<string> {
	return (await endOf(file)).split('\n').findLast(line => line !== '') ?? '';
}

/** Of the file no more than that: the log of an old repository has megabytes. Empty where there is none. */
async function endOf(path: string): Promise<string> {
	try {
		const stats = await stat(path);
		// A pipe is not even opened: that would take until somebody writes to it.
		if (!stats.isFile()) {
			return '';
		}
		const file = await open(path);
		try {
			const length = Math.min(stats.size, LAST_LINE);
			const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, stats.size - length);
			return buffer.toString('utf8', 0, bytesRead);
		} finally {
			await file.close();
		}
	} catch {
		return '';
	}
}
