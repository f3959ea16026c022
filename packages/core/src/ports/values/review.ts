import type { Cancellation } from './cancellation.ts';

/** A file of a change that the user looks at before any of it is made. */
export interface ReviewFile {
	/** The address of the file as it is now; of one that is created, its future address. */
	uri: string;
	/** The name by which the user knows the file. */
	path: string;
	kind: 'edit' | 'create' | 'delete' | 'rename';
	/** The new place of a file that moves. */
	to?: { uri: string; path: string };
	before: string;
	after: string;
	/** False where the user can only say yes or no, because the texts are not what is written: the cells of a notebook, say. */
	editable: boolean;
	/** The rule that protects the file, where one does. */
	protectedBy?: string;
	/** Facts that the texts do not show, such as what a folder holds. */
	note?: string;
}

/** What the user has agreed to for one file. */
export interface AgreedFile {
	uri: string;
	/** The text to write, the user's own edits included; absent for a file that they left out. */
	text?: string;
}

/** The user's agreement to a file, beside what they were shown. */
export type ShownAndAgreed = ReviewFile & AgreedFile;

/** Stands for a user who wants to see the change that a call makes before it is made. */
export interface Review {
	/** Shows all files as one change. E_DENIED when the user does not agree to it. */
	show(files: readonly ReviewFile[], signal: Cancellation): Promise<void>;
	/** Asks about the call as a whole, where its change cannot be shown beforehand; once, however often it is called. */
	ask(signal: Cancellation): Promise<void>;
	/** The agreement to the file with this address, before or after it moves; undefined while it has not been shown. */
	agreed(uri: string): ShownAndAgreed | undefined;
}
