import type { Branch, Diff, Git, RepositoryStatus } from '../../src/ports/git.ts';

const NOTHING: RepositoryStatus = {
	root: '.',
	branch: 'main',
	head: 'a'.repeat(40),
	stashes: 0,
	conflicts: [],
	staged: [],
	changed: [],
	untracked: [],
	ignored: [],
	unsaved: [],
};

export function repositoryStatus(facts: Partial<RepositoryStatus> = {}): RepositoryStatus {
	return { ...NOTHING, ...facts };
}

/** A repository that is only what the test says; what it does not say is refused. */
export function fakeGit(answers: Partial<Git>): Git {
	const refuse = () => Promise.reject(new Error('The test gave no answer for this.'));
	return {
		status: refuse,
		diff: refuse,
		log: refuse,
		commit: refuse,
		fileAt: refuse,
		blame: refuse,
		stage: refuse,
		makeCommit: refuse,
		branches: refuse,
		createBranch: refuse,
		switchTo: refuse,
		deleteBranch: refuse,
		sync: refuse,
		stashes: refuse,
		stash: refuse,
		takeStash: refuse,
		dropStash: refuse,
		conflictSides: refuse,
		takeSide: refuse,
		...answers,
	};
}

export function diffOf(files: Diff['files']): Diff {
	return { root: '.', files, unsaved: [], untracked: 0 };
}

export function branch(name: string, facts: Partial<Branch> = {}): Branch {
	return {
		name,
		remote: false,
		current: false,
		hash: 'b'.repeat(40),
		date: '2026-01-02T03:04:05Z',
		subject: 'x',
		...facts,
	};
}
