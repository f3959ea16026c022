import type { ConflictedFile } from './conflicted-file.ts';

export interface SyncRequest {
	repository?: string | undefined;
	action: 'fetch' | 'pull' | 'push' | 'sync' | 'continue' | 'abort';
	/** The remote to speak to; the one of the branch, or the only one, unless given. */
	remote?: string | undefined;
	/** The branch on the remote, where it is not the upstream of the present branch. */
	branch?: string | undefined;
	/** What to do when both sides have commits that the other lacks. */
	diverged: 'refuse' | 'merge' | 'rebase';
	/** Creates the branch on the remote and follows it from now on. */
	publish: boolean;
	/** Also fetches tags, and branches that are gone on the remote disappear here. */
	prune: boolean;
}

export interface SyncProgress {
	/** In git's words, such as "Receiving objects". */
	message: string;
	done?: number;
	total?: number;
}

/** A branch or tag of the remote that has moved. */
export interface MovedRef {
	name: string;
	change: 'new' | 'updated' | 'gone';
}

export interface SyncOutcome {
	root: string;
	/** Absent when HEAD is detached. */
	branch?: string;
	/** Absent before the first commit. */
	head?: string;
	upstream?: string;
	ahead?: number;
	behind?: number;
	/** Refs that a fetch has changed here. */
	moved: readonly MovedRef[];
	/** Commits that came into the present branch. */
	pulled: number;
	/** Files that these changed in the working tree. */
	files: readonly string[];
	/** Commits that the remote did not have before. */
	pushed: number;
	/** The output of hooks and of the remote's server. */
	output: string;
	unsaved: readonly string[];
}

export interface Stash {
	index: number;
	hash: string;
	/** ISO 8601. */
	date: string;
	message: string;
}

export interface StashPush {
	repository?: string | undefined;
	message?: string | undefined;
	untracked: boolean;
	paths: readonly string[];
}

/** One stash, by its place in the list; with `hash`, only while that place still holds it. */
export interface StashChoice {
	repository?: string | undefined;
	index: number;
	hash?: string | undefined;
}

export interface TakenStash {
	root: string;
	stash: Stash;
	/** Files that the stash has changed in the working tree. */
	files: readonly string[];
}

/** The three texts that git keeps of a file in conflict; absent where that side has no such file. */
export interface ConflictSides extends ConflictedFile {
	binary: boolean;
	oursText?: string;
	theirsText?: string;
	/** Both sides merged by git again, with the text that both started from between the markers. */
	mergedWithBase?: string;
}
