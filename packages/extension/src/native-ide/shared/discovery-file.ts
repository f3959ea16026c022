import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { markedFiles, removeMadeFolders } from '@hawser/agent-config/discovery-files.ts';
import { isOwn } from '@hawser/node/file-ownership.ts';
import { writeFileAtomically } from '@hawser/node/write-file-atomically.ts';

/** A file by which an agent finds this window. It is there exactly as long as the window can be reached. */
export interface DiscoveryFile {
	/** Puts the file there, or brings it up to date. `made`: folders that were made for it already, the innermost first. */
	write(path: string, content: object, made?: readonly string[]): Promise<void>;
	/** At once, because an extension host that ends does not wait for promises. */
	remove(): void;
}

export function createDiscoveryFile(): DiscoveryFile {
	let present: { path: string; text: string; made: readonly string[] } | undefined;
	function remove(): void {
		if (present) {
			rmSync(present.path, { force: true });
			removeMadeFolders(present.made);
			present = undefined;
		}
	}
	return {
		async write(path, content, alreadyMade = []) {
			if (present && present.path !== path) {
				remove();
			}
			const folder = dirname(path);
			// Another window may have made the folders; whoever goes last takes them away.
			const others = markedFiles(folder).flatMap(file => file.made);
			const made = [...new Set([...missingFolders(folder), ...alreadyMade, ...(present?.made ?? []), ...others])];
			const text = `${JSON.stringify({ ...content, hawser: { host: process.pid, made } })}\n`;
			if (present?.text === text && isThere(path)) {
				return;
			}
			ensurePrivateFolder(folder);
			await writeFileAtomically(path, text, 0o600);
			present = { path, text, made };
		},
		remove,
	};
}

/** The folder and those around it that do not exist yet, the innermost first. */
export function missingFolders(folder: string): readonly string[] {
	return isThere(folder) || dirname(folder) === folder ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** For this user alone: the files in it hold tokens. A folder of somebody else is refused. */
export function ensurePrivateFolder(folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const stats = lstatSync(folder);
	if (process.platform === 'win32') {
		return;
	}
	if (!isOwn(stats)) {
		throw new Error(`${folder} belongs to another user.`);
	}
	if (stats.isDirectory() && (stats.mode & 0o077) !== 0) {
		chmodSync(folder, 0o700);
	}
}

function isThere(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
