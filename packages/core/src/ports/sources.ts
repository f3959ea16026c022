import type { Cancellation } from './values/cancellation.ts';

/** The text around the places that a language server has named, libraries outside the workspace included. */
export interface Sources {
	/** Single lines as the language server sees them, in the order asked for; a line that is not there gives ''. */
	lines(path: string, lines: readonly number[], signal: Cancellation): Promise<readonly string[]>;
}
