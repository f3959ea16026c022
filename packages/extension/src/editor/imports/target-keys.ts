import * as path from 'node:path';

/**
 * Imports and files meet in keys: an import has the keys of all files that it may mean, a file those of all imports that may
 * mean it. Nothing is looked up on disk, so an import also meets the file that is created for it later, and the one that is gone.
 * Keys have no case, because some file systems have none; that can only make more of them meet.
 */
export type TargetKey = string;

const ENDING = /(?:\.d)?\.(?:[cm]?[jt]sx?|vue|svelte)$/i;
/** `a.d.css.ts` has the types of `a.css`. */
const ARBITRARY_ENDING = /\.d\.(\w+)\.ts$/i;

export function keysOfImport(target: string): readonly TargetKey[] {
	const key = asKey(target);
	const bare = key.replace(ENDING, '');
	return bare === key ? [key] : [key, bare];
}

/** `suffixed`: some tsconfig has `moduleSuffixes`, so that `a.ios.ts` may be meant by `a`. */
export function keysOfFile(file: string, { suffixed = false } = {}): readonly TargetKey[] {
	const key = asKey(file);
	const bare = key.replace(ENDING, '');
	const keys = new Set([key, bare, key.replace(/\.[^./]*$/, '')]);
	const arbitrary = ARBITRARY_ENDING.exec(key);
	if (arbitrary) {
		keys.add(key.replace(ARBITRARY_ENDING, `.${arbitrary[1] ?? ''}`));
	}
	if (suffixed) {
		keys.add(bare.replace(/[.-][^./-]*$/, ''));
	}
	for (const each of [...keys]) {
		if (path.posix.basename(each) === 'index') {
			keys.add(path.posix.dirname(each));
		}
	}
	return [...keys];
}

/** The key of every file below a folder, for imports that may mean any of them. */
export function keyOfFolder(folder: string): TargetKey {
	return `${asKey(folder)}/**`;
}

/** Keys of the folders above a file. */
export function foldersAbove(file: string): string[] {
	const folders: string[] = [];
	for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
		folders.push(folder);
		if (folder === path.dirname(folder)) {
			return folders;
		}
	}
}

function asKey(target: string): TargetKey {
	return target.split(path.sep).join('/').toLowerCase();
}
