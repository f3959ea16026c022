import type { Git } from '@hawser/core/ports/git.ts';
import { createBranchChanges } from './branch-changes.ts';
import { listBranches } from './branches.ts';
import { createCommitLog } from './commit-log.ts';
import { createCommitting } from './committing.ts';
import { createDifferences } from './differences.ts';
import { createConflictSides } from './exchange/conflict-sides.ts';
import { createStashes } from './exchange/stashes.ts';
import { createSyncing } from './exchange/syncing.ts';
import { createFileHistory } from './file-history.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { createRepositories } from './repositories.ts';
import { createGitRunner } from './run-git.ts';
import { createStatusReader } from './status-reader.ts';
import { createSubjects } from './subjects.ts';

export function createGit(workspace: GitWorkspace): Git & { dispose(): void } {
	const runner = createGitRunner(() => workspace.program());
	const repositories = createRepositories(workspace, runner);
	const reader = createStatusReader(workspace, repositories);
	const subjects = createSubjects(workspace, repositories);
	return {
		async status({ path, ignored }, signal) {
			const asked =
				path === undefined
					? await repositories.all(signal)
					: [await repositories.of(await workspace.resolve(path), signal)];
			return Promise.all(asked.map(repository => reader.read(repository, { ignored }, signal)));
		},
		...createDifferences(workspace, repositories, subjects),
		...createCommitLog(workspace, repositories, subjects),
		...createFileHistory(workspace, repositories, subjects),
		...createCommitting(workspace, repositories, { reader, subjects }),
		...createBranchChanges(workspace, repositories, reader),
		...createSyncing(workspace, repositories, reader),
		...createStashes(workspace, repositories, { reader, subjects }),
		...createConflictSides(workspace, repositories, { reader, subjects }),
		async branches({ repository, remote }, signal) {
			const chosen = await repositories.chosen(repository, signal);
			const branches = await listBranches(repositories.run, chosen, { remote, show: workspace.show }, signal);
			return { root: workspace.show(chosen.root), branches };
		},
		dispose: () => runner.dispose(),
	};
}
