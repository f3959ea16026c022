import type { Stats } from 'node:fs';

/**
 * True when only this user can have written the file and only this user can read it. Windows answers by where the file
 * lies: the profile folder is closed to others.
 */
export function isForThisUserOnly(stats: Stats): boolean {
	return stats.isFile() && isOwn(stats) && (process.platform === 'win32' || (stats.mode & 0o077) === 0);
}

/** True when only this user can have written the file; others may read it. */
export function isWrittenByThisUser(stats: Stats): boolean {
	return stats.isFile() && isOwn(stats) && (process.platform === 'win32' || (stats.mode & 0o022) === 0);
}

/** True when nobody else can add, remove or replace files in this folder. */
export function isFolderOfThisUser(stats: Stats): boolean {
	return stats.isDirectory() && isOwn(stats) && (process.platform === 'win32' || (stats.mode & 0o022) === 0);
}

export function isOwn({ uid }: Stats): boolean {
	return process.getuid === undefined || process.getuid() === uid;
}
