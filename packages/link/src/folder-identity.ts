import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * A folder or file by its real path and by the number the file system gives it. Two names of one folder (another case on a
 * file system that ignores case, a bind mount, a short Windows name) differ as paths and have the same number; the path
 * counts too, because some network file systems give numbers that change.
 */
export interface FolderIdentity {
	readonly path: string;
	readonly number: string | undefined;
}

export function isSameIdentity(left: FolderIdentity, right: FolderIdentity): boolean {
	return left.path === right.path || (left.number !== undefined && left.number === right.number);
}

/** Undefined when there is nothing at the path. */
export function identityOf(path: string): FolderIdentity | undefined {
	try {
		const real = realpathSync.native(path);
		return { path: real, number: fileNumber(real) };
	} catch {
		return undefined;
	}
}

/** The folder by the path that windows know it by; where there is none yet, the path as it is. */
export function realFolder(path: string): string {
	return identityOf(path)?.path ?? resolve(path);
}

/** The place itself and every folder around it, innermost first. */
export function withAncestors(place: FolderIdentity): FolderIdentity[] {
	const places = [place];
	for (let path = place.path, parent = dirname(path); parent !== path; path = parent, parent = dirname(path)) {
		places.push({ path: parent, number: fileNumber(parent) });
	}
	return places;
}

function fileNumber(path: string): string | undefined {
	try {
		const stats = statSync(path, { bigint: true });
		return stats.ino === 0n ? undefined : `${stats.dev}:${stats.ino}`;
	} catch {
		return undefined;
	}
}
