import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFolderOfThisUser, isForThisUserOnly } from '@hawser/node/file-ownership.ts';
import { isProcessKnown } from '@hawser/node/process-alive.ts';
import { windowsFolder } from './home.ts';
import { parseWindowEntry, type WindowEntry } from './window-entry.ts';

/** Reads the registry of windows; cheap enough to be asked on every call. */
export interface WindowReader {
	/** The windows whose process is there. The same array as before when nothing has changed. */
	read(): readonly WindowEntry[];
	/** Does the same as `read`, but looks at every file again. */
	readAnew(): readonly WindowEntry[];
}

/** Two changes within one tick of the file system's clock leave the same time on the folder. */
const CLOCK_TICK = 100;

export function windowReader(home: string): WindowReader {
	const folder = windowsFolder(home);
	let entries: readonly WindowEntry[] = [];
	let alive: readonly WindowEntry[] = [];
	let changedAt: number | undefined;

	function readAnew(): readonly WindowEntry[] {
		const now = Date.now();
		const changed = changeTime(folder);
		entries = readWindowFolder(home).found.map(({ entry }) => entry);
		alive = entries;
		changedAt = changed !== undefined && now - changed > CLOCK_TICK ? changed : undefined;
		return dropDead();
	}

	function dropDead(): readonly WindowEntry[] {
		if (!alive.every(({ pid }) => isProcessKnown(pid))) {
			alive = alive.filter(({ pid }) => isProcessKnown(pid));
		}
		return alive;
	}

	return {
		read: () => (changedAt !== undefined && changeTime(folder) === changedAt ? dropDead() : readAnew()),
		readAnew,
	};
}

/** Milliseconds with a fraction: finer than a microsecond, and cheaper to get than whole nanoseconds. */
function changeTime(folder: string): number | undefined {
	return statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
}

export interface WindowFolder {
	found: readonly { file: string; entry: WindowEntry }[];
	/** Files that are not believed, and why. */
	refused: readonly { file: string; reason: string }[];
	/** Why nothing in the folder is believed. */
	problem?: string;
}

/** Every entry, dead or alive, that this user wrote, and what was refused. */
export function readWindowFolder(home: string): WindowFolder {
	const folder = windowsFolder(home);
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (stats === undefined) {
		return { found: [], refused: [] };
	}
	if (!isFolderOfThisUser(stats)) {
		return { found: [], refused: [], problem: `${folder} belongs to somebody else, or others may write to it.` };
	}
	const found: { file: string; entry: WindowEntry }[] = [];
	const refused: { file: string; reason: string }[] = [];
	for (const file of listFolder(folder).filter(name => name.endsWith('.json') && !name.startsWith('.'))) {
		const read = readEntry(join(folder, file));
		if (typeof read === 'string') {
			refused.push({ file, reason: read });
		} else if (read !== undefined && `${read.id}.json` !== file) {
			refused.push({ file, reason: 'Its name is not the id of the window in it.' });
		} else if (read !== undefined) {
			found.push({ file, entry: read });
		}
	}
	return { found, refused };
}

function listFolder(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		// Removed in this moment, or closed even to its owner.
		return [];
	}
}

/** The entry, why it is not believed, or undefined when the window closed in this moment. */
function readEntry(path: string): WindowEntry | string | undefined {
	let descriptor: number;
	try {
		// Not through a symbolic link, and never waiting for somebody to write into a pipe. Windows has neither flag.
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return lstatSync(path, { throwIfNoEntry: false }) === undefined
			? undefined
			: 'It cannot be opened, or it is a link.';
	}
	try {
		if (!isForThisUserOnly(fstatSync(descriptor))) {
			return 'It belongs to somebody else, or others may read it.';
		}
		return parseWindowEntry(readFileSync(descriptor, 'utf8')) ?? 'It does not describe a window.';
	} catch {
		return 'It cannot be read.';
	} finally {
		closeSync(descriptor);
	}
}
