import type { Cancellation } from './cancellation.ts';

/** A file as the editor sees it, edits that are not saved included. */
export interface DocumentText {
	/** Relative to the workspace folder where it lies in one. */
	path: string;
	/** Lines end in \n here, whatever the file has. */
	text: string;
	language: string;
	dirty: boolean;
	/** VS Code's name, such as utf8, utf8bom, utf16le, windows1252. */
	encoding: string;
	lineEnding: 'lf' | 'crlf';
}

export interface Documents {
	read(path: string, signal: Cancellation): Promise<DocumentText>;
	/** Source text of single lines, in the order asked for; a line that is not there gives ''. */
	lines(path: string, lines: readonly number[], signal: Cancellation): Promise<readonly string[]>;
}
