import type { Diff, DiffRequest, Git } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { gitFailure } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { DIFF_ARGUMENTS, parseDiff } from './parse-diff.ts';
import { LOG_FORMAT, parseLog } from './parse-log.ts';
import { mergeBase, resolveCommit, splitRange } from './refs.ts';
import type { Repositories, Repository } from './repositories.ts';
import type { Subject, Subjects } from './subjects.ts';

/** Reads changes: in the working tree, in the index, between commits, or by one commit. */
export function createDifferences(
	workspace: GitWorkspace,
	{ run }: Repositories,
	subjects: Subjects,
): Pick<Git, 'diff' | 'commit'> {
	async function compare(
		{ repository, pathspecs }: Subject,
		[command, ...what]: readonly [string, ...string[]],
		context: number,
		signal: Cancellation,
	): Promise<Diff> {
		// A look into a submodule would obey that repository's own configuration.
		const careful = workspace.trusted() ? [] : ['--ignore-submodules=dirty'];
		const args = [command, ...DIFF_ARGUMENTS, ...careful, `--unified=${context}`, ...what, '--', ...pathspecs];
		const settings = { 'diff.suppressBlankEmpty': 'false', 'diff.relative': 'false' };
		const outcome = await run(repository, args, { signal, settings });
		if (outcome.code !== 0) {
			throw gitFailure(outcome, `git ${command} failed`);
		}
		const files = parseDiff(outcome.stdout.toString('utf8'));
		return {
			root: workspace.show(repository.root),
			files: files.map(file => ({
				...file,
				path: subjects.show(repository, file.path),
				...(file.from !== undefined && { from: subjects.show(repository, file.from) }),
			})),
			unsaved: [],
			untracked: 0,
		};
	}

	async function sides(repository: Repository, asked: DiffRequest['compare'], signal: Cancellation): Promise<string[]> {
		if (asked === 'unstaged') {
			return [];
		}
		if (asked === 'staged') {
			return ['--cached'];
		}
		const range = splitRange(asked.ref);
		if (range === undefined) {
			return [await resolveCommit(run, repository, asked.ref, signal)];
		}
		const from = await resolveCommit(run, repository, range.from, signal);
		const to = await resolveCommit(run, repository, range.to, signal);
		return [range.sinceFork ? await mergeBase(run, repository, [from, to], signal) : from, to];
	}

	async function countUntracked({ repository, pathspecs }: Subject, signal: Cancellation): Promise<number> {
		const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', ...pathspecs];
		const { stdout } = await run(repository, args, { signal });
		return stdout.filter(byte => byte === 0).length;
	}

	return {
		async diff(request, signal) {
			const subject = await subjects.choose(request, signal);
			const compared = await sides(subject.repository, request.compare, signal);
			const diff = await compare(subject, ['diff', ...compared], request.context, signal);
			const seesWorkingTree = compared.length < 2 && request.compare !== 'staged';
			return seesWorkingTree
				? { ...diff, unsaved: subjects.unsaved(subject), untracked: await countUntracked(subject, signal) }
				: diff;
		},

		async commit({ repository: where, ref, path, context }, signal) {
			const subject = await subjects.choose({ repository: where, path }, signal);
			const hash = await resolveCommit(run, subject.repository, ref, signal);
			const outcome = await run(subject.repository, ['show', '--no-patch', '--no-color', LOG_FORMAT, hash], { signal });
			const commit = parseLog(outcome.stdout.toString('utf8'))[0];
			if (outcome.code !== 0 || commit === undefined) {
				throw gitFailure(outcome, 'git show failed');
			}
			const [parent] = commit.parents;
			const trees = parent === undefined ? ['--root', '--no-commit-id', hash] : [parent, hash];
			return { commit, diff: await compare(subject, ['diff-tree', '-r', ...trees], context, signal) };
		},
	};
}
