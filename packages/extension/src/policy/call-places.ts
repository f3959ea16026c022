import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import type { PlatformPath } from 'node:path';
import * as path from 'node:path';
import { fromFileUri, sameName } from '@hawser/node/path-rules.ts';
import { realPlace } from '@hawser/node/real-path.ts';
import { errorCode } from '@hawser/node/system-error.ts';

/** A folder of the window by its real path, and the name that stands before its files where there are several. */
export interface NamedFolder {
	path: string;
	name: string;
}

/** The folder itself: every rule that narrows is about something in it. */
const ANYWHERE = '.';

/**
 * The files from each folder, as they were named and where links lead: what forbids finds either, what allows has to hold for both. What
 * the tools would not take for a file may be any. `platform` is another than this one in tests.
 */
export function placesOf(
	names: readonly string[],
	folders: readonly NamedFolder[],
	platform: PlatformPath = path,
): readonly string[] {
	return names.flatMap(name => {
		const named = pathOf(name, platform);
		if (named === undefined) {
			return [ANYWHERE];
		}
		const [first = '', ...rest] = platform.normalize(named).split(platform.sep);
		const meant = folders.length > 1 ? folders.filter(folder => sameName(folder.name, first, platform)) : [];
		return [
			...folders.flatMap(folder => placesIn(named, folder.path, platform)),
			...meant.flatMap(folder => placesIn(platform.join('.', ...rest), folder.path, platform)),
		];
	});
}

function placesIn(named: string, folder: string, platform: PlatformPath): readonly string[] {
	const asked = platform.resolve(folder, named);
	return [...new Set([asked, realPlace(asked)])].map(place => placeFrom(folder, place, platform));
}

function placeFrom(folder: string, file: string, platform: PlatformPath = path): string {
	return platform.relative(folder, file).split(platform.sep).join('/');
}

/** To look at more takes longer than a call may keep the window from everything else. */
const MAX_BELOW = 50_000;

/**
 * The same for all that lies in those of the files that are folders: what goes with a folder is changed too. Links lead nowhere here.
 * Undefined where it is not known what lies there, because it is too much or must not be read.
 */
export function placesBelow(
	files: readonly string[],
	folders: readonly NamedFolder[],
	limit = MAX_BELOW,
): readonly string[] | undefined {
	const found: string[] = [];
	const named = files.map(file => pathOf(file));
	if (!named.every(file => file !== undefined)) {
		return undefined;
	}
	const waiting = named.filter(isFolder).map(file => realPlace(file));
	for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
		const inner = entriesOf(place);
		if (!inner || found.length + inner.length > limit) {
			return undefined;
		}
		for (const entry of inner) {
			const file = path.join(place, entry.name);
			found.push(file);
			if (entry.isDirectory()) {
				waiting.push(file);
			}
		}
	}
	return found.flatMap(file => folders.map(folder => placeFrom(folder.path, file)));
}

/** True when there is a folder at this place in one of the folders. */
export function isFolderIn(place: string, folders: readonly string[]): boolean {
	return folders.some(folder => isFolder(path.join(folder, place)));
}

function isFolder(file: string): boolean {
	try {
		return lstatSync(file).isDirectory();
	} catch {
		// What is not there, or below a file, holds nothing.
		return false;
	}
}

function entriesOf(folder: string): readonly Dirent[] | undefined {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (cause) {
		// What has gone meanwhile holds nothing.
		return errorCode(cause) === 'ENOENT' ? [] : undefined;
	}
}

/** Undefined for what leads to no file; the tool itself says what is wrong with it. */
function pathOf(named: string, platform: PlatformPath = path): string | undefined {
	try {
		return fromFileUri(named, platform);
	} catch {
		return undefined;
	}
}
