import { join } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';
import { filteredFolders } from './filtered-folders.ts';
import type { Ripgrep } from './ripgrep.ts';
import { filesIn } from './visible-files.ts';

const FILES = { include: [], exclude: ['**/node_modules/**'], ignored: false };

/** Paths of all files of the workspace, without what ignore files and the user's settings exclude, in no order. */
export async function workspaceFiles(ripgrep: Ripgrep, signal: Cancellation): Promise<string[]> {
	if (foldersOnDisk().length === 0) {
		return [];
	}
	const perFolder = await Promise.all(
		filteredFolders(FILES).map(async folder => {
			const files = await filesIn(folder, ripgrep, signal);
			return files.map(file => join(folder.path, file));
		}),
	);
	return perFolder.flat();
}
