import * as vscode from 'vscode';

/** The part of a repository of VS Code's git extension that is used here. */
export interface CommittedRepository {
	rootUri: vscode.Uri;
	state: { HEAD: { name?: string; commit?: string } | undefined; onDidChange: vscode.Event<void> };
	/** After commits that are made in the editor, also such as fail. */
	onDidCommit: vscode.Event<void>;
	diffBetween(from: string, to: string): Promise<readonly { uri: vscode.Uri }[]>;
	buffer(commit: string, file: string): Promise<Uint8Array>;
}

export interface GitRepositories {
	repositories: readonly CommittedRepository[];
	onDidOpenRepository: vscode.Event<CommittedRepository>;
	onDidCloseRepository: vscode.Event<CommittedRepository>;
}

/** What a commit of the user has moved: from one commit of a branch to the next. */
export interface UserCommit {
	repository: CommittedRepository;
	from: string;
	to: string;
}

interface Parts {
	git: GitRepositories;
	/** The agents that are connected to the window. */
	agents: { list(): readonly unknown[]; onDidChange: vscode.Event<void> };
	committed: (commit: UserCommit) => void;
	now?: () => number;
}

/** Milliseconds for which a commit may still be that of an agent that has gone: git's moves are noticed late. */
const AFTER_AGENT = 30_000;

/**
 * Tells of commits that are the user's for certain. Agents commit too, and nobody has looked at what they commit; so these are the
 * commits of VS Code's own Source Control, and any others only while no agent is there.
 */
export function followUserCommits({ git, agents, committed, now = Date.now }: Parts): vscode.Disposable {
	const followed = new Map<CommittedRepository, vscode.Disposable>();
	let lastAgent = Number.NEGATIVE_INFINITY;
	const noteAgents = () => {
		lastAgent = agents.list().length > 0 ? Number.POSITIVE_INFINITY : now();
	};
	if (agents.list().length > 0) {
		noteAgents();
	}

	function follow(repository: CommittedRepository): void {
		const { state } = repository;
		let last = state.HEAD;
		let move: Pick<UserCommit, 'from' | 'to'> | undefined;
		const look = () => {
			const { HEAD } = state;
			if (HEAD?.commit !== last?.commit) {
				const [from, to] = [last?.commit, HEAD?.commit];
				move = from !== undefined && to !== undefined && HEAD?.name === last?.name ? { from, to } : undefined;
			}
			last = HEAD;
		};
		const take = () => {
			if (move) {
				committed({ repository, ...move });
			}
			move = undefined;
		};
		followed.set(
			repository,
			vscode.Disposable.from(
				state.onDidChange(() => {
					look();
					if (now() - lastAgent > AFTER_AGENT) {
						take();
					}
				}),
				repository.onDidCommit(() => {
					look();
					take();
				}),
			),
		);
	}

	function leave(repository: CommittedRepository): void {
		followed.get(repository)?.dispose();
		followed.delete(repository);
	}

	git.repositories.forEach(follow);
	const registrations = vscode.Disposable.from(
		agents.onDidChange(noteAgents),
		git.onDidOpenRepository(follow),
		git.onDidCloseRepository(leave),
	);
	return {
		dispose() {
			registrations.dispose();
			[...followed.keys()].forEach(leave);
		},
	};
}

/** Undefined where git is switched off in the editor. */
export async function editorGit(): Promise<GitRepositories | undefined> {
	const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitRepositories }>('vscode.git');
	try {
		// Throws where the user has switched git off in the settings.
		return (await extension?.activate())?.getAPI(1);
	} catch {
		return undefined;
	}
}
