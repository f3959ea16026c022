import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';
import type { FileFilter } from './values/file-filter.ts';

export interface FolderContents {
	path: string;
	/** Files at any depth, relative to the folder, sorted. */
	files: readonly string[];
	/** Folders without a single file in them, relative to the folder, as deep as was asked for. */
	emptyFolders: readonly string[];
	/** True when everything in the folder is left out because it is ignored. */
	allIgnored: boolean;
}

export interface RemovedFile {
	path: string;
	kind: 'file' | 'folder';
	/** `trash`, or an absolute path where the system has none. */
	movedTo: string;
}

export interface Files {
	/** Paths of all files that the filter lets through, sorted. */
	all(filter: FileFilter, signal: Cancellation): Promise<readonly string[]>;
	folder(
		path: string,
		filter: { depth: number; glob?: string | undefined; ignored: boolean },
		signal: Cancellation,
	): Promise<FolderContents>;
	/** Sizes in bytes, in the order asked for; undefined for what is not a file any more. */
	sizes(paths: readonly string[]): Promise<readonly (number | undefined)[]>;
	/** Takes a file or folder away so that the user can get it back. */
	remove(path: string, options: { recursive: boolean }, caller: Caller): Promise<RemovedFile>;
}
