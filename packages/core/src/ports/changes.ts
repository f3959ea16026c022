import type { Caller } from './values/caller.ts';

/** One file that an agent has changed in one call. */
export interface RecordedChange {
	id: string;
	/** Date and time in ISO form. */
	time: string;
	/** What the agent calls itself. */
	agent: string;
	/** Id of the call, and the tool that it called. */
	call: string;
	tool: string;
	kind: 'create' | 'edit' | 'delete' | 'move';
	path: string;
	/** Where a file was moved. */
	to?: string;
	linesAdded: number;
	linesRemoved: number;
	/** It takes other changes back. */
	isUndo: boolean;
	/** A later change has taken it back, and was not taken back itself. */
	undone: boolean;
	/** Written from outside of the editor: the caller, an agent, probably did it, but it may have been the user. */
	guessed?: boolean;
}

export interface UndoneChange {
	id: string;
	path: string;
	/** `undone` whole, `partly` where someone else has changed the same lines since, or `kept`. */
	outcome: 'undone' | 'partly' | 'kept';
	/** Why it was not taken back whole. */
	why?: string;
	/** The lines that were left, as they are numbered now. */
	kept: { line: number; lines: number }[];
}

/** What agents have changed through the editor, and the way back. */
export interface Changes {
	/**
	 * The changes that the caller may see, the newest first: an agent its own, a user at a shell all of them. With a path, those of
	 * that file, or of files below that folder.
	 */
	list(path: string | undefined, caller: Caller): Promise<readonly RecordedChange[]>;
	/** Takes changes of `list` back, from the newest to the oldest; what others have written since stays. */
	undo(ids: readonly string[], caller: Caller): Promise<readonly UndoneChange[]>;
}
