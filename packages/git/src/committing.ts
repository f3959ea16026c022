import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Git } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { endOf, gitFailure } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { resolveCommit } from './refs.ts';
import type { Repositories, Repository } from './repositories.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import type { StatusReader } from './status-reader.ts';
import type { Subjects } from './subjects.ts';

const HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg'] as const;

export function createCommitting(
	workspace: GitWorkspace,
	repositories: Repositories,
	{ reader, subjects }: { reader: StatusReader; subjects: Subjects },
): Pick<Git, 'stage' | 'makeCommit'> {
	const { run } = repositories;

	async function byRepository(paths: readonly string[], signal: Cancellation) {
		const groups = new Map<string, { repository: Repository; pathspecs: string[] }>();
		for (const path of paths) {
			const { repository, pathspecs } = await subjects.choose({ path }, signal);
			const group = groups.get(repository.root) ?? { repository, pathspecs: [] };
			group.pathspecs.push(...(pathspecs.length === 0 ? ['.'] : pathspecs));
			groups.set(repository.root, group);
		}
		return [...groups.values()];
	}

	async function enabledHooks(repository: Repository, signal: Cancellation): Promise<readonly string[]> {
		const { stdout } = await run(repository, ['rev-parse', '--git-path', 'hooks'], { signal, effect: 'edits' });
		const folder = resolve(repository.root, stdout.toString('utf8').trim());
		const found = await Promise.all(
			HOOKS.map(hook =>
				access(join(folder, hook), constants.X_OK).then(
					() => [hook],
					() => [],
				),
			),
		);
		return found.flat();
	}

	/** True when HEAD is part of its upstream branch already. */
	async function isPublished(repository: Repository, signal: Cancellation): Promise<boolean> {
		const { code } = await run(repository, ['merge-base', '--is-ancestor', 'HEAD', '@{upstream}'], { signal });
		return code === 0;
	}

	return {
		async stage({ paths, unstage }, signal) {
			const groups = await byRepository(paths, signal);
			for (const { repository, pathspecs } of groups) {
				const args = unstage ? ['reset', '--quiet', '--', ...pathspecs] : ['add', '--all', '--', ...pathspecs];
				const outcome = await retryWhileLocked(() => run(repository, args, { signal, effect: 'edits' }), signal);
				if (outcome.code !== 0) {
					throw stagingFailure(outcome, unstage ? 'Nothing was unstaged' : 'Nothing was staged');
				}
				await workspace.refresh(repository.root);
			}
			return Promise.all(groups.map(({ repository }) => reader.read(repository, { ignored: false }, signal)));
		},

		async makeCommit({ repository: where, message, amend }, signal) {
			const repository = await repositories.chosen(where, signal);
			const before = await reader.read(repository, { ignored: false }, signal);
			refuseUnfit(before, amend);
			const rewritten = amend && (await isPublished(repository, signal));
			const text = message === undefined ? ['--no-edit'] : ['--file=-', '--cleanup=whitespace'];
			const args = ['commit', '--quiet', ...(amend ? ['--amend'] : []), ...text];
			const options = { signal, effect: 'edits' as const, ...(message !== undefined && { stdin: message }) };
			const outcome = await retryWhileLocked(() => run(repository, args, options), signal);
			await workspace.refresh(repository.root);
			if (outcome.code !== 0) {
				const hooks = await enabledHooks(repository, signal);
				throw commitFailure(outcome, hooks);
			}
			const hash = await resolveCommit(run, repository, 'HEAD', signal);
			const made = await run(
				repository,
				['show', '--no-color', '--format=%s', '--name-only', '-z', '--first-parent', hash],
				{ signal },
			);
			const [subject = '', ...files] = made.stdout
				.toString('utf8')
				.split(/\0\n?|\n(?=\0)/)
				.filter(part => part !== '');
			return {
				root: workspace.show(repository.root),
				hash,
				...(before.branch !== undefined && { branch: before.branch }),
				subject,
				files: files.length,
				...(rewritten && { rewritten }),
				output: outcome.transcript,
				unsaved: reader.unsavedIn(repository),
			};
		},
	};
}

function refuseUnfit(
	{ conflicts, staged, operation, head, root }: Awaited<ReturnType<StatusReader['read']>>,
	amend: boolean,
): void {
	const where = root === '.' ? '' : ` in ${root}`;
	if (conflicts.length > 0) {
		const files = conflicts.map(({ path }) => path);
		throw new ToolError('E_CONFLICTS', `These files are in conflict: ${summarize(files, 20)}.`, {
			details: { files },
		});
	}
	if (amend && head === undefined) {
		throw new ToolError('E_NOTHING_STAGED', `There is no commit yet${where} that could be amended.`);
	}
	// A merge may be finished without any difference to this side.
	if (staged.length === 0 && !amend && operation?.kind !== 'merge') {
		throw new ToolError('E_NOTHING_STAGED', `Nothing is staged${where}.`);
	}
}

type Failure = Parameters<typeof gitFailure>[0];

function stagingFailure(outcome: Failure, doing: string): ToolError {
	if (/did not match any files|pathspec/i.test(outcome.stderr)) {
		return new ToolError('E_FILE_NOT_FOUND', `${doing}: ${endOf(outcome.stderr)}`, {
			hint: 'git_status lists the files that can be staged.',
		});
	}
	if (/ignored by one of your \.gitignore/i.test(outcome.stderr)) {
		const words = outcome.stderr.replace(/^hint:.*$/gm, '').trim();
		return new ToolError('E_GIT_FAILED', `${doing}: ${words}`, { hint: 'Leave ignored files out.' });
	}
	return gitFailure(outcome, doing);
}

function commitFailure(outcome: Failure, hooks: readonly string[]): ToolError {
	const failure = gitFailure(outcome, 'Nothing was committed');
	const ownWords = /^(fatal|error): /m.test(outcome.stderr);
	if (failure.code !== 'E_GIT_FAILED' || ownWords || hooks.length === 0) {
		return failure;
	}
	const words = endOf(outcome.transcript || 'nothing');
	return new ToolError('E_COMMIT_REFUSED', `A hook (${hooks.join(', ')}) refused the commit. It printed:\n${words}`, {
		details: { hooks, output: words },
	});
}
