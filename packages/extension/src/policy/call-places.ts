import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { realPlace } from '@hawser/node/real-path.ts';
import { errorCode } from '@hawser/node/system-error.ts';

/** A folder of the window by its real path, and the name that stands before its files where there are several. */
export interface NamedFolder {
	path: string;
	name: string;
}

/** The files from each folder, as they were named and where links lead: what forbids finds either, what allows has to hold for both. */
export function placesOf(names: readonly string[], folders: readonly NamedFolder[]): readonly string[] {
	return names.map(pathOf).flatMap(named => {
		const [first, ...rest] = path.normalize(named).split(path.sep);
		const meant = folders.length > 1 ? folders.filter(({ name }) => name === first) : [];
		return [
			...folders.flatMap(folder => placesIn(named, folder.path)),
			...meant.flatMap(folder => placesIn(path.join('.', ...rest), folder.path)),
		];
	});
}

function placesIn(named: string, folder: string): readonly string[] {
	const asked = path.resolve(folder, named);
	return [...new Set([asked, realPlace(asked)])].map(place => placeFrom(folder, place));
}

function placeFrom(folder: string, file: string): string {
	return path.relative(folder, file).split(path.sep).join('/');
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
	const waiting = files.map(pathOf).filter(isFolder).map(realPlace);
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

/** The tool itself says what is wrong with an address that leads to no file. */
function pathOf(named: string): string {
	try {
		return /^file:/i.test(named) ? fileURLToPath(named) : named;
	} catch {
		return named;
	}
}
