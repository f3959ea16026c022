import type { Cancellation } from './values/cancellation.ts';
import type { FileFilter } from './values/file-filter.ts';

export interface TextQuery extends FileFilter {
	text: string;
	regex: boolean;
	/** `smart`: capitals count only if the query has some. */
	case: 'smart' | 'sensitive' | 'insensitive';
	word: boolean;
}

/** Which of the matches to read, counted over all files in the order of their paths. */
export interface MatchPage {
	offset: number;
	/** Nothing is read for 0: the counts are enough then. */
	limit: number;
	/** Lines of context before and after. */
	context: number;
}

export interface SearchedFile {
	path: string;
	matches: number;
	/** The text with the user's unsaved edits was searched. */
	unsaved?: boolean;
}

export interface TextMatch {
	/** Its place among all matches, from 0. */
	index: number;
	path: string;
	line: number;
	column: number;
	endLine: number;
	/** The whole lines that the match touches, without the last line break. */
	text: string;
	/** Context lines; where matches are close, each line comes once. */
	before: readonly string[];
	after: readonly string[];
}

export interface FoundText {
	/** All files with matches, sorted by path. */
	files: readonly SearchedFile[];
	/** One page of the matches. */
	matches: readonly TextMatch[];
	/** The filter lets no file through, so that finding nothing means nothing. */
	searchedNothing: boolean;
}

export interface TextSearch {
	/** Searches files as the editor has them. */
	search(query: TextQuery, page: MatchPage, signal: Cancellation): Promise<FoundText>;
}
