import { type FSWatcher, statSync, watch } from 'node:fs';

/** Watches single folders, each as long as it exists. */
export interface FolderWatches {
	/** Watches these folders and no others; true when one of them was not watched until now. */
	follow(folders: readonly string[]): boolean;
	dispose(): void;
}

interface Watch {
	/** A folder that was deleted and made again has the same name, and nobody watches it. */
	inode: bigint;
	watcher: FSWatcher;
}

/**
 * VS Code watches whole workspaces, and on Linux misses what is written into a folder in the moment in which it is made: from
 * then on the folder is silent. So those that matter here are watched one by one as well.
 */
export function createFolderWatches(onChange: (folder: string, name: string | null) => void): FolderWatches {
	const watches = new Map<string, Watch>();

	const stop = (folder: string) => {
		watches.get(folder)?.watcher.close();
		watches.delete(folder);
	};

	function start(folder: string, inode: bigint): boolean {
		try {
			const watcher = watch(folder, { persistent: false }, (_event, name) => onChange(folder, name));
			watcher.on('error', () => stop(folder));
			watches.set(folder, { inode, watcher });
			return true;
		} catch {
			// Gone in this moment, or a file system that tells nobody: every list and call looks for itself.
			return false;
		}
	}

	return {
		follow(folders) {
			for (const folder of watches.keys()) {
				if (!folders.includes(folder)) {
					stop(folder);
				}
			}
			let isNew = false;
			for (const folder of folders) {
				const inode = inodeOf(folder);
				if (watches.get(folder)?.inode !== inode) {
					stop(folder);
					isNew = (inode !== undefined && start(folder, inode)) || isNew;
				}
			}
			return isNew;
		},
		dispose() {
			for (const folder of watches.keys()) {
				stop(folder);
			}
		},
	};
}

function inodeOf(folder: string): bigint | undefined {
	return statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino;
}
