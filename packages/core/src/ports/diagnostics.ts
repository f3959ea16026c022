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
	/** 1-based cell of a notebook in which the range lies. */
	cell?: number;
	related?: readonly (Place & { message: string })[];
}

export interface FileProblems {
	path: string;
	freshness: Freshness;
	problems: readonly Problem[];
}

/**
 * `no_server`: no extension in the window checks the language. `silent`: its server says nothing about them. `too_large`: it
 * would be loaded into the editor. `not_reached`: the time was over; another call goes on there.
 */
export type UncheckedReason = 'no_server' | 'silent' | 'too_large' | 'not_reached';

export interface UncheckedFiles {
	language: string;
	reason: UncheckedReason;
	paths: readonly string[];
}

export interface CheckedFiles {
	files: readonly FileProblems[];
	/** Files that were to be checked and were not, by language and reason. */
	unchecked: readonly UncheckedFiles[];
}

export interface CheckOptions {
	/** Many files are checked faster without hints. */
	hints: boolean;
	signal: Cancellation;
	progress: (message: string) => void;
}

export interface Diagnostics {
	/** Problems of one file, of every file below a folder, or without a path of the whole workspace; waits until they are true. */
	check(path: string | undefined, options: CheckOptions): Promise<CheckedFiles>;
	/**
	 * Problems of these files and, unless they are asked for alone, of those that the user has open, as true as the milliseconds
	 * allow; a file that nobody checks is left out. For comparing before and after a change.
	 */
	around(
		paths: readonly string[],
		milliseconds: number,
		signal: Cancellation,
		options?: { alone: boolean },
	): Promise<readonly FileProblems[]>;
	/**
	 * The files that import one of these, directly or through others, and have errors now, and how many could not be checked;
	 * undefined when it is not known who imports them, or not in the time. Opens no file.
	 */
	importersWithErrors(
		paths: readonly string[],
		milliseconds: number,
		signal: Cancellation,
	): Promise<{ files: readonly FileProblems[]; unchecked: number } | undefined>;
}
