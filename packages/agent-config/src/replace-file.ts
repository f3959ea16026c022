import {
	chownSync,
	closeSync,
	fchmodSync,
	fsyncSync,
	linkSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	type Stats,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { pause } from './pause.ts';

// Everything here happens at once: a window that closes does not wait for promises.

interface Replacement {
	/** Of the file that is replaced. */
	stats: Stats;
	mode: number;
	/** Asked last, when the new file is ready to take its place. */
	unchanged: () => boolean;
}

/** Puts a new file in the place of an existing one. False when that one has changed meanwhile. */
export function replaceFile(path: string, text: string, { stats, mode, unchanged }: Replacement): boolean {
	return viaTemporary(path, text, mode, temporary => {
		giveToOwner(temporary, stats);
		if (!unchanged()) {
			return false;
		}
		renameWithPatience(temporary, path);
		return true;
	});
}

/** False when somebody else was faster. */
export function createFile(path: string, text: string, mode: number): boolean {
	return viaTemporary(path, text, mode, temporary => {
		try {
			// Unlike a rename, a link does not replace what somebody has put there meanwhile.
			linkSync(temporary, path);
		} catch (cause) {
			if (errorCode(cause) === 'EEXIST') {
				return false;
			}
			// Not every file system has links.
			renameWithPatience(temporary, path);
		}
		return true;
	});
}

/** For files that are ours alone: whatever is there is replaced. */
export function putFile(path: string, text: string, mode: number): void {
	viaTemporary(path, text, mode, temporary => {
		renameWithPatience(temporary, path);
		return true;
	});
}

function viaTemporary(path: string, text: string, mode: number, place: (temporary: string) => boolean): boolean {
	// The global: loading node:crypto for this would cost every start of the CLI some milliseconds.
	const unique = `${process.pid}.${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
	const temporary = join(dirname(path), `.${basename(path)}.${unique}.tmp`);
	try {
		const file = openSync(temporary, 'wx', 0o600);
		try {
			writeFileSync(file, text);
			fchmodSync(file, mode);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		return place(temporary);
	} finally {
		rmSync(temporary, { force: true });
	}
}

/** Removes what writers of this very file left beside it that were killed. */
export function removeAbandoned(path: string): void {
	const name = basename(path);
	for (const entry of namesIn(dirname(path))) {
		const rest = entry.startsWith(`.${name}.`) ? entry.slice(name.length + 2) : '';
		const pid = /^(\d+)\.[0-9a-f]{12}\.tmp$/.exec(rest)?.[1];
		if (pid !== undefined && !isProcessAlive(Number(pid))) {
			rmSync(join(dirname(path), entry), { force: true });
		}
	}
}

/** A folder that is not there or cannot be listed has nothing of ours in it. */
function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** Fails where the file is another user's and the system does not let us give ours away: then it stays whose it is. */
function giveToOwner(temporary: string, { uid, gid }: Stats): void {
	if (process.getuid === undefined || (uid === process.getuid() && gid === process.getgid?.())) {
		return;
	}
	try {
		chownSync(temporary, uid, gid);
	} catch (cause) {
		if (uid !== process.getuid()) {
			throw cause;
		}
	}
}

/** Windows refuses to replace a file while somebody, such as a virus scanner, has it open; that passes. */
function renameWithPatience(from: string, to: string): void {
	for (let attempt = 0; ; attempt++) {
		try {
			renameSync(from, to);
			return;
		} catch (cause) {
			const passing = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(cause));
			if (!passing || attempt === 100) {
				throw cause;
			}
			pause(10);
		}
	}
}
