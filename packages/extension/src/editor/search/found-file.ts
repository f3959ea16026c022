import type { FilteredFolder } from './filtered-folders.ts';

/** A file with matches. */
export interface FoundFile {
	folder: FilteredFolder;
	/** Relative to the folder. */
	below: string;
	/** The path that agents see. */
	path: string;
	matches: number;
	/** The text to search instead of the file on disk. */
	unsaved: string | undefined;
}
