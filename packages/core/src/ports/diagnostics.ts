import type { Cancellation } from './values/cancellation.ts';
import type { Freshness } from './values/freshness.ts';
import type { Place, Range } from './values/text-position.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface Problem {
	severity: Severity;
	message: string;
	/** The program that reported it: ts, eslint … */
	source?: string;
	code?: string;
	range: Range;
	related?: readonly (Place & { message: string })[];
}

export interface FileProblems {
	path: string;
	freshness: Freshness;
	problems: readonly Problem[];
}

export interface Diagnostics {
	/** Problems of one file, or of every file below a folder that a language server checks; waits until they are true. */
	check(path: string, signal: Cancellation, progress: (message: string) => void): Promise<readonly FileProblems[]>;
	/** Gives what the editor knows already: every open file, brought up to date, and every file with problems. */
	known(signal: Cancellation, progress: (message: string) => void): Promise<readonly FileProblems[]>;
	/**
	 * Problems of these files and of those that the user has open, as true as the milliseconds allow; a file that nobody
	 * checks is left out. For comparing before and after a change.
	 */
	around(paths: readonly string[], milliseconds: number, signal: Cancellation): Promise<readonly FileProblems[]>;
}
