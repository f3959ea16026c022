import type { FilteredFolder } from './filtered-folders.ts';

/** A file with matches. */
export interface FoundFile {
	folder: FilteredFolder;
	/** Relative to the folder. */
	below: string;
	/** How agents see it. */
	path: string;
	matches: number;
	/** What to search instead of the file on disk. */
	unsaved: string | undefined;
}
