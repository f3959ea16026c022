import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';

interface Listing {
	depth: number;
	/** The files that are shown, relative to the folder. */
	files: readonly string[];
	signal: Cancellation;
}

/**
 * Folders that hold no file at all, down to the depth, relative to the folder. One that holds only ignored files is itself
 * as good as ignored.
 */
export async function emptyFolders(folder: string, { depth, files, signal }: Listing): Promise<string[]> {
	const filled = new Set(files.flatMap(file => foldersOf(file, depth)));
	const found: string[] = [];
	const visit = async (below: string, level: number): Promise<void> => {
		throwIfCancelled(signal);
		for (const name of await subfolders(join(folder, below))) {
			const path = below === '' ? name : `${below}/${name}`;
			if (filled.has(path)) {
				if (level < depth) {
					await visit(path, level + 1);
				}
			} else if (!(await holdsFile(join(folder, path), signal))) {
				found.push(path);
			}
		}
	};
	await visit('', 1);
	return found;
}

function foldersOf(file: string, depth: number): string[] {
	const segments = file.split('/').slice(0, -1);
	return segments.slice(0, depth).map((_, index) => segments.slice(0, index + 1).join('/'));
}

async function subfolders(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	return entries.filter(entry => entry.isDirectory()).map(entry => entry.name);
}

async function holdsFile(folder: string, signal: Cancellation): Promise<boolean> {
	throwIfCancelled(signal);
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
	if (entries === undefined || entries.some(entry => !entry.isDirectory())) {
		return true;
	}
	for (const entry of entries) {
		if (await holdsFile(join(folder, entry.name), signal)) {
			return true;
		}
	}
	return false;
}
