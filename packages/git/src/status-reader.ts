import { join } from 'node:path';
import type { RepositoryStatus } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { gitFailure } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { operationIn } from './operation.ts';
import { parseStatus } from './parse-status.ts';
import type { Repositories, Repository } from './repositories.ts';

export interface StatusReader {
	read(repository: Repository, options: { ignored: boolean }, signal: Cancellation): Promise<RepositoryStatus>;
	/** Files of the repository with edits that are not saved, as agents see them. */
	unsavedIn(repository: Pick<Repository, 'root'>): readonly string[];
}

export function createStatusReader(workspace: GitWorkspace, { run }: Repositories): StatusReader {
	const unsavedIn = ({ root }: Pick<Repository, 'root'>) =>
		workspace
			.unsaved()
			.filter(({ path }) => pathBelow(root, path) !== undefined)
			.map(({ path }) => workspace.show(path));

	return {
		unsavedIn,
		async read(repository, { ignored }, signal) {
			const args = [
				'status',
				'--porcelain=v2',
				'--branch',
				'--show-stash',
				'--ahead-behind',
				'--untracked-files=all',
				'--renames',
				'-z',
				...(ignored ? ['--ignored=matching'] : []),
				// A look into a submodule would obey that repository's own configuration.
				`--ignore-submodules=${workspace.trusted() ? 'none' : 'dirty'}`,
				'--',
				...repository.scope,
			];
			const outcome = await run(repository, args, { signal });
			if (outcome.code !== 0) {
				throw gitFailure(outcome, 'git status failed');
			}
			const {
				conflicts,
				staged,
				changed,
				untracked,
				ignored: left,
				...facts
			} = parseStatus(outcome.stdout.toString('utf8'));
			const show = (path: string) => workspace.show(join(repository.root, path));
			const shown = <File extends { path: string; from?: string }>(file: File): File => ({
				...file,
				path: show(file.path),
				...(file.from !== undefined && { from: show(file.from) }),
			});
			const operation = await operationIn(repository.gitDir);
			return {
				...facts,
				root: workspace.show(repository.root),
				...(operation && { operation }),
				...(repository.mainRoot !== undefined && { worktreeOf: repository.mainRoot }),
				conflicts: conflicts.map(shown),
				staged: staged.map(shown),
				changed: changed.map(shown),
				untracked: untracked.map(show),
				ignored: left.map(show),
				unsaved: unsavedIn(repository),
			};
		},
	};
}
