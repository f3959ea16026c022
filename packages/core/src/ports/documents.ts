import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';

/** A file as the editor sees it, edits that are not saved included. */
export interface DocumentText {
	/** Relative to the workspace folder where it lies in one. */
	path: string;
	/** Lines end in \n here, whatever the file has. */
	text: string;
	/** The same for the same text, and different for any other. */
	version: string;
	language: string;
	dirty: boolean;
	/** VS Code's name, such as utf8, utf8bom, utf16le, windows1252. */
	encoding: string;
	lineEnding: 'lf' | 'crlf';
	/** The file is a notebook: the text is how it is stored. `unsaved`: VS Code has edits of its cells that the text lacks. */
	notebook?: 'saved' | 'unsaved';
}

/** The version that an agent relies on when it changes a file; the change is refused when it no longer holds. */
export interface ChangeBasis {
	/** `whole`: the new text replaces everything. `parts`: it was made from the present text, so nothing is lost by it. */
	replaces: 'whole' | 'parts';
	/** The version that the agent has read, if it says. */
	version?: string | undefined;
}

/** A change as `change` would make it. */
export interface PlannedChange {
	path: string;
	basis: ChangeBasis;
	compute: (present: DocumentText) => string;
}

export interface WrittenFile {
	path: string;
	created: boolean;
	/** Version of the text as it is now. */
	version: string;
	linesAdded: number;
	linesRemoved: number;
	/** The change that saving made on top, such as format on save, as a unified diff. */
	changedOnSave?: string;
}

export interface Documents {
	read(path: string, signal: Cancellation): Promise<DocumentText>;
	/** Source text of single lines, in the order asked for; a line that is not there gives ''. */
	lines(path: string, lines: readonly number[], signal: Cancellation): Promise<readonly string[]>;
	/** Remembers what an agent was shown: what it has seen of a user's unsaved edits, it may write over. */
	shown(
		document: Pick<DocumentText, 'path' | 'version'>,
		lines: { from: number; to: number },
		agent: string,
	): Promise<void>;
	/**
	 * Changes the file through the editor and saves it. `compute` gets the present text and gives the new one, also more
	 * than once if the user types meanwhile. Refused when it would overwrite what the agent has not seen.
	 */
	change(
		path: string,
		basis: ChangeBasis,
		compute: (present: DocumentText) => string,
		caller: Caller,
	): Promise<WrittenFile>;
	/**
	 * Shows changes of several files to the user as one, if the caller's changes are reviewed; `change` then writes what the user has
	 * agreed to. Otherwise nothing happens.
	 */
	review(changes: readonly PlannedChange[], caller: Caller): Promise<void>;
	/** Creates the file, and the folders above it; refused when it exists. */
	create(path: string, text: string, caller: Caller): Promise<WrittenFile>;
	/** True when there is a file or an unsaved document with that path. */
	exists(path: string): Promise<boolean>;
}

/** The text around the places that a language server has named, libraries outside the workspace included. */
export interface Sources {
	/** Single lines as the language server sees them, in the order asked for; a line that is not there gives ''. */
	lines(path: string, lines: readonly number[], signal: Cancellation): Promise<readonly string[]>;
}
