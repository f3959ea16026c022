import type { FolderContents } from '../../ports/files.ts';

export interface FolderEntry {
	/** Relative to the folder; a folder ends in a slash. */
	name: string;
	/** Files in it at any depth; absent for a file. */
	files?: number;
}

/** Lists the folder down to the depth, each folder before its content. */
export function folderEntries({ files, emptyFolders }: FolderContents, depth: number): readonly FolderEntry[] {
	const entries = new Map<string, FolderEntry>();
	const addFolders = (segments: readonly string[], fileCount: number) => {
		for (let level = 1; level <= Math.min(segments.length, depth); level++) {
			const name = `${segments.slice(0, level).join('/')}/`;
			entries.set(name, { name, files: (entries.get(name)?.files ?? 0) + fileCount });
		}
	};
	for (const file of files) {
		const segments = file.split('/');
		addFolders(segments.slice(0, -1), 1);
		if (segments.length <= depth) {
			entries.set(file, { name: file });
		}
	}
	for (const folder of emptyFolders) {
		addFolders(folder.split('/'), 0);
	}
	return [...entries.values()].sort(byPlaceInTree);
}

/** A slash sorts before everything else, so that what is in `a/` comes before `a.ts` and `a-b/`. */
function byPlaceInTree(left: FolderEntry, right: FolderEntry): number {
	const [a, b] = [left.name.replaceAll('/', '\0'), right.name.replaceAll('/', '\0')];
	return a < b ? -1 : a > b ? 1 : 0;
}
