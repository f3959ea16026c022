import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';
import type { Position, Range } from './values/text-position.ts';

export interface ActiveEditor {
	path: string;
	language: string;
	dirty: boolean;
	lineCount: number;
	cursor: Position;
	/** Empty when nothing is selected; the main selection first. */
	selections: readonly { range: Range; text: string }[];
	visible?: { startLine: number; endLine: number };
}

export interface Tab {
	path: string;
	dirty: boolean;
	active: boolean;
	/** 1-based number of the editor group. */
	group: number;
}

/** A new text for a file, for a user to look at, change and decide on. */
export interface Proposal {
	path: string;
	/** A file that is not there yet is compared with nothing. */
	exists: boolean;
	proposed: string;
	/** Name of the tab; the name of the file unless given. */
	title?: string | undefined;
}

export interface Verdict {
	/** `closed`: the user closed the comparison without a word. */
	decision: 'accepted' | 'rejected' | 'closed' | 'no_answer';
	/** The proposal as the user left it, their own edits included. */
	text: string;
	/** The user's remark to the agent. */
	reason?: string;
}

export interface ReplacedSelection {
	path: string;
	/** The text that was replaced. */
	replaced: string;
	/** The range of the new text. */
	range: Range;
	/** Further selections, which stay as they are. */
	otherSelections: number;
	/** True when the change is not saved. */
	dirty: boolean;
}

export type NoticeKind = 'info' | 'warning' | 'error';

export interface TestSearch {
	/** False when the search takes longer than a moment; it goes on. */
	finished: boolean;
	/** Sources of tests, such as one per test framework, that have found some. */
	sources: number;
}

export interface Editor {
	active(): ActiveEditor | undefined;
	tabs(): readonly Tab[];
	/** Shows the file to the user and puts the cursor or selection there. Without a range the cursor stays where it was. */
	open(path: string, range: Range | undefined, signal: Cancellation): Promise<{ path: string; range: Range }>;
	/**
	 * Shows the proposal beside the file and waits for the user, `milliseconds` at most; `waiting` is called now and
	 * then meanwhile. The comparison is gone when this returns. Writes nothing.
	 */
	propose(proposal: Proposal, milliseconds: number, waiting: () => void, signal: Cancellation): Promise<Verdict>;
	/**
	 * Replaces the main selection as one step that the user can undo, and saves nothing. Refused where the selected
	 * text is not the expected one.
	 */
	replaceSelection(text: string, expected: string | undefined, caller: Caller): Promise<ReplacedSelection>;
	/** Shows plain text and does not wait for the user. */
	notify(message: string, kind: NoticeKind): void;
	/** Shows the Testing view and has extensions look for tests. VS Code has no such view where no extension offers tests. */
	showTests(signal: Cancellation): Promise<TestSearch>;
}
