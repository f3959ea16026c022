import type { Files, FolderContents } from '../../src/ports/files.ts';
import type { FileFilter } from '../../src/ports/values/file-filter.ts';

/** A workspace of files that are only names. */
export class FakeFiles implements Files {
	readonly filters: FileFilter[] = [];
	emptyFolders: string[] = [];
	allIgnored = false;
	private readonly paths: readonly string[];

	constructor(paths: readonly string[]) {
		this.paths = paths;
	}

	all(filter: FileFilter) {
		this.filters.push(filter);
		return Promise.resolve(this.paths);
	}

	folder(path: string): Promise<FolderContents> {
		const { emptyFolders, allIgnored } = this;
		return Promise.resolve({ path, files: this.paths, emptyFolders, allIgnored });
	}

	sizes(paths: readonly string[]) {
		return Promise.resolve(paths.map(path => path.length));
	}

	remove(path: string) {
		return Promise.resolve({ path, kind: 'file' as const, movedTo: 'trash' });
	}
}
