import type { Cancellation } from './values/cancellation.ts';
import type { ConflictedFile } from './values/conflicted-file.ts';
import type {
	ConflictSides,
	Stash,
	StashChoice,
	StashPush,
	SyncOutcome,
	SyncProgress,
	SyncRequest,
	TakenStash,
} from './values/git-exchange.ts';

export type FileChange = 'modified' | 'added' | 'deleted' | 'renamed' | 'copied' | 'type changed';

export interface ChangedFile {
	path: string;
	change: FileChange;
	/** The earlier path of a renamed or copied file. */
	from?: string;
	/** The changes in a submodule. */
	submodule?: readonly ('new commits' | 'modified content' | 'untracked content')[];
}

/** The operation that git is in the middle of. */
export interface GitOperation {
	kind: 'merge' | 'rebase' | 'apply' | 'cherry-pick' | 'revert' | 'bisect';
	/** Such as "2 of 5". */
	step?: string;
	/** The branch that is rebased. */
	branch?: string;
}

export interface RepositoryStatus {
	root: string;
	/** Absent when HEAD is detached. */
	branch?: string;
	/** Absent before the first commit. */
	head?: string;
	upstream?: string;
	/** Both absent when the upstream branch is gone. */
	ahead?: number;
	behind?: number;
	operation?: GitOperation;
	/** The main working tree, where this one is linked to another. */
	worktreeOf?: string;
	stashes: number;
	conflicts: readonly ConflictedFile[];
	staged: readonly ChangedFile[];
	changed: readonly ChangedFile[];
	untracked: readonly string[];
	ignored: readonly string[];
	/** Files with edits in the editor that git does not see until they are saved. */
	unsaved: readonly string[];
}

/** Part of a file's changes that can be read alone; long ones come in several parts. */
export interface DiffHunk {
	/** 1-based, in the new text; in the old one where nothing is left. */
	line: number;
	/** The text of the hunk, its @@ line included. */
	text: string;
}

export interface FileDiff extends ChangedFile {
	added: number;
	removed: number;
	binary?: true;
	/** Such as "100644 → 100755". */
	mode?: string;
	hunks: readonly DiffHunk[];
}

export interface Diff {
	root: string;
	files: readonly FileDiff[];
	unsaved: readonly string[];
	/** New files that git does not know yet, and so cannot compare. */
	untracked: number;
}

export interface DiffRequest {
	repository?: string | undefined;
	path?: string | undefined;
	/** The two sides that are compared: the working tree with the index, the index with HEAD, or the working tree or a commit with a commit. */
	compare: 'unstaged' | 'staged' | { ref: string };
	/** Lines around each change. */
	context: number;
}

export interface Commit {
	hash: string;
	author: string;
	email: string;
	/** ISO 8601. */
	date: string;
	subject: string;
	/** Branches and tags that point here. */
	refs: readonly string[];
}

export interface CommitDetails extends Commit {
	/** The message after its subject. */
	body: string;
	committer: string;
	committed: string;
	parents: readonly string[];
}

export interface LogRequest {
	repository?: string | undefined;
	path?: string | undefined;
	ref?: string | undefined;
	text?: string | undefined;
	author?: string | undefined;
	since?: string | undefined;
	until?: string | undefined;
	limit: number;
	offset: number;
}

export interface CommitLog {
	root: string;
	commits: readonly Commit[];
	more: boolean;
	/** Absent where counting takes longer than an agent would wait. */
	total?: number;
}

export interface BlameRun {
	startLine: number;
	lines: readonly string[];
	/** Absent for lines that are not committed yet. */
	commit?: Pick<Commit, 'hash' | 'author' | 'date' | 'subject'>;
}

export interface Blame {
	path: string;
	totalLines: number;
	runs: readonly BlameRun[];
	/** The lines are those of the editor, with edits that are not saved. */
	unsaved: boolean;
}

export interface BlameRequest {
	path: string;
	ref?: string | undefined;
	startLine: number;
	endLine?: number | undefined;
}

export interface MadeCommit {
	root: string;
	hash: string;
	branch?: string;
	subject: string;
	files: number;
	/** The amended commit was on its upstream branch already. */
	rewritten?: true;
	/** The output of hooks. */
	output: string;
	unsaved: readonly string[];
}

export interface Branch {
	name: string;
	remote: boolean;
	current: boolean;
	hash: string;
	date: string;
	subject: string;
	upstream?: string;
	upstreamGone?: true;
	ahead?: number;
	behind?: number;
	/** Another working tree that has it checked out. */
	worktree?: string;
}

export interface SwitchedBranch {
	root: string;
	/** Absent when HEAD is detached now. */
	branch?: string;
	head: string;
	/** Uncommitted changes that came along. */
	carried: number;
}

/** Repositories of the workspace. `repository` and `path` are paths: the repository is the one they lie in. */
export interface Git {
	/** Every repository of the workspace, or only the one of the path. */
	status(
		request: { path?: string | undefined; ignored: boolean },
		signal: Cancellation,
	): Promise<readonly RepositoryStatus[]>;
	diff(request: DiffRequest, signal: Cancellation): Promise<Diff>;
	log(request: LogRequest, signal: Cancellation): Promise<CommitLog>;
	/** A commit with what it changed, compared with its first parent. */
	commit(
		request: { repository?: string | undefined; ref: string; path?: string | undefined; context: number },
		signal: Cancellation,
	): Promise<{ commit: CommitDetails; diff: Diff }>;
	/** The text that a file had at a commit. */
	fileAt(
		request: { path: string; ref: string },
		signal: Cancellation,
	): Promise<{ path: string; hash: string; text: string }>;
	blame(request: BlameRequest, signal: Cancellation): Promise<Blame>;
	/** Puts the present state of files and folders into the index, or takes it out again. */
	stage(
		request: { paths: readonly string[]; unstage: boolean },
		signal: Cancellation,
	): Promise<readonly RepositoryStatus[]>;
	makeCommit(
		request: { repository?: string | undefined; message?: string | undefined; amend: boolean },
		signal: Cancellation,
	): Promise<MadeCommit>;
	branches(
		request: { repository?: string | undefined; remote: boolean },
		signal: Cancellation,
	): Promise<{ root: string; branches: readonly Branch[] }>;
	createBranch(
		request: { repository?: string | undefined; name: string; startPoint?: string | undefined },
		signal: Cancellation,
	): Promise<{ root: string; hash: string }>;
	/** Refused where that would lose work. */
	switchTo(
		request: { repository?: string | undefined; ref: string; detach: boolean },
		signal: Cancellation,
	): Promise<SwitchedBranch>;
	/** Refused unless another branch has its commits. */
	deleteBranch(
		request: { repository?: string | undefined; name: string },
		signal: Cancellation,
	): Promise<{ root: string; hash: string }>;
	/** Speaks to a remote, or ends what a pull has left unfinished. Nothing is forced; E_FILE_DIRTY where unsaved edits are in the way. */
	sync(request: SyncRequest, tell: (progress: SyncProgress) => void, signal: Cancellation): Promise<SyncOutcome>;
	stashes(
		request: { repository?: string | undefined },
		signal: Cancellation,
	): Promise<{ root: string; stashes: readonly Stash[] }>;
	/** Puts changes aside. */
	stash(request: StashPush, signal: Cancellation): Promise<TakenStash>;
	/** Brings changes back; with `drop` the stash goes, unless there are conflicts. */
	takeStash(request: StashChoice & { drop: boolean }, signal: Cancellation): Promise<TakenStash>;
	dropStash(request: StashChoice, signal: Cancellation): Promise<TakenStash>;
	/** What git knows about a file in conflict; E_PIECE_NOT_FOUND for any other. */
	conflictSides(request: { path: string }, signal: Cancellation): Promise<ConflictSides>;
	/** Puts the version of one side into the working tree; refused where a change would be lost. */
	takeSide(request: { path: string; side: 'ours' | 'theirs' }, signal: Cancellation): Promise<void>;
}
