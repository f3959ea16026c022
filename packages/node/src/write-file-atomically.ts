import {
	chownSync,
	closeSync,
	fchmodSync,
	promises as files,
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
import { pause } from './pause.ts';
import { isProcessAlive } from './process-alive.ts';
import { sleep } from './sleep.ts';
import { errorCode } from './system-error.ts';

/*
 * A reader sees the old content or the new, never a part, and a process that dies in between damages nothing. The package
 * write-file-atomic is not used: it can neither leave a file alone that has changed meanwhile nor one that has come to be.
 */

const MAX_RENAMES = 100;

/**
 * Writes without holding up the process: for files that are ours alone. `ready` is called last, when the new file is ready to take its
 * place; where it throws, the old one stays.
 */
export async function writeFileAtomically(
	path: string,
	content: string | Uint8Array,
	mode = 0o600,
	ready?: () => void,
): Promise<void> {
	const temporary = temporaryFor(path);
	try {
		await files.writeFile(temporary, content, { mode, flag: 'wx' });
		ready?.();
		await renameAsSoonAsPossible(temporary, path);
	} catch (cause) {
		await files.rm(temporary, { force: true });
		throw cause;
	}
}

/** The same at once, because a window that closes does not wait for promises. */
export function writeFileAtomicallySync(path: string, text: string, mode: number): void {
	viaTemporary(path, text, mode, temporary => {
		renameAsSoonAsPossibleSync(temporary, path);
		return true;
	});
}

interface Replacement {
	/** The owner and group of the file that is replaced. */
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
		renameAsSoonAsPossibleSync(temporary, path);
		return true;
	});
}

/** False when another process was faster. */
export function createFile(path: string, text: string, mode: number): boolean {
	return viaTemporary(path, text, mode, temporary => {
		try {
			// Unlike a rename, a link does not replace what another process has put there meanwhile.
			linkSync(temporary, path);
		} catch (cause) {
			if (errorCode(cause) === 'EEXIST') {
				return false;
			}
			// Not every file system has links.
			renameAsSoonAsPossibleSync(temporary, path);
		}
		return true;
	});
}

/** Removes what processes that were killed while they wrote left in the folder; with a name, only beside that file. */
export function removeAbandonedTemporaries(folder: string, name?: string): void {
	for (const entry of namesIn(folder)) {
		const [, target, pid] = /^\.(.+)\.(\d+)\.[0-9a-f]{12}\.tmp$/.exec(entry) ?? [];
		if (pid !== undefined && (name === undefined || target === name) && !isProcessAlive(Number(pid))) {
			rmSync(join(folder, entry), { force: true });
		}
	}
}

function temporaryFor(path: string): string {
	// The global: loading node:crypto for this would cost every start of the CLI some milliseconds.
	const unique = `${process.pid}.${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
	return join(dirname(path), `.${basename(path)}.${unique}.tmp`);
}

function viaTemporary(path: string, text: string, mode: number, place: (temporary: string) => boolean): boolean {
	const temporary = temporaryFor(path);
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

async function renameAsSoonAsPossible(from: string, to: string): Promise<void> {
	for (let attempt = 0; ; attempt++) {
		try {
			await files.rename(from, to);
			return;
		} catch (cause) {
			throwUnlessPassing(cause, attempt);
			await sleep(10);
		}
	}
}

function renameAsSoonAsPossibleSync(from: string, to: string): void {
	for (let attempt = 0; ; attempt++) {
		try {
			renameSync(from, to);
			return;
		} catch (cause) {
			throwUnlessPassing(cause, attempt);
			pause(10);
		}
	}
}

/** Windows refuses to replace a file while another program, such as a virus scanner, has it open; that passes. */
function throwUnlessPassing(cause: unknown, attempt: number): void {
	const passing = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(cause));
	if (!passing || attempt === MAX_RENAMES) {
		throw cause;
	}
}
