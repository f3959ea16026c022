import type { Toolset } from '../../contract/toolset.ts';
import { gitBlame } from './git-blame.ts';
import { gitBranch } from './git-branch.ts';
import { gitCommit } from './git-commit.ts';
import { gitConflicts } from './git-conflicts.ts';
import { gitDiff } from './git-diff.ts';
import { gitLog } from './git-log.ts';
import { gitResolve } from './git-resolve.ts';
import { gitShow } from './git-show.ts';
import { gitStage } from './git-stage.ts';
import { gitStash } from './git-stash.ts';
import { gitStatus } from './git-status.ts';
import { gitSync } from './git-sync.ts';

export const gitToolset: Toolset = {
	thing: 'git',
	title: 'Git',
	onByDefault: true,
	instructions:
		'Git: git_status tells of all repositories of the window, with words, and which files have unsaved edits that git does not see. Reading runs no hook and fetches nothing.',
	tools: [
		...[gitStatus, gitDiff, gitLog, gitShow, gitBlame, gitStage, gitCommit, gitBranch],
		...[gitSync, gitStash, gitConflicts, gitResolve],
	],
};
