import {
	closeSync,
	constants,
	fstatSync,
	openSync,
	renameSync,
	rmdirSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@hawser/node/system-error.ts';
import { FILES, JOB_FILES } from './layout.ts';
import { isOf, look, type Owner, type PlainFile, readPlainFile } from './read-plain-file.ts';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * The folder of one job, which the other end may fill with anything at any time. It is held open, and on Linux reached through
 * the handle only, so that a link put in its place leads nobody away. Files are only ever created, never opened for writing.
 *
 * Nothing here waits: the files are small, a call touches some twenty, and on a busy machine the way through the thread pool
 * takes longer than all of them together.
 */
export class JobFolder {
	readonly path: string;
	readonly #owner: Owner;
	readonly #base: string;
	#descriptor: number | undefined;

	private constructor(path: string, owner: Owner, descriptor: number | undefined) {
		this.path = path;
		this.#owner = owner;
		this.#descriptor = descriptor;
		this.#base = descriptor !== undefined && process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : path;
	}

	/** Undefined when there is no such folder, when it is a link, or somebody else's. */
	static open(path: string, owner: Owner): JobFolder | undefined {
		if (process.platform === 'win32') {
			// Folders cannot be opened there.
			const isFolder = look(path)?.isDirectory() === true;
			return isFolder ? new JobFolder(path, owner, undefined) : undefined;
		}
		let descriptor: number;
		try {
			descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
		} catch {
			// A link, a file, or gone.
			return undefined;
		}
		if (isOf(owner, fstatSync(descriptor))) {
			return new JobFolder(path, owner, descriptor);
		}
		closeSync(descriptor);
		return undefined;
	}

	read(name: string, limit: number): PlainFile | undefined {
		return readPlainFile(this.#at(name), this.#owner, limit);
	}

	/** The time of the last change; undefined when there is nothing of that name. */
	changeTime(name: string): number | undefined {
		return look(this.#at(name))?.mtimeMs;
	}

	has(name: string): boolean {
		return this.changeTime(name) !== undefined;
	}

	/** Throws EEXIST when the name is taken, be it by a link. What cannot be written whole is not there at all. */
	create(name: string, content = ''): void {
		const file = this.createOpen(name);
		try {
			writeFileSync(file, content);
		} catch (cause) {
			this.remove(name);
			throw cause;
		} finally {
			closeSync(file);
		}
	}

	/** The descriptor of the new file, for the caller to close. */
	createOpen(name: string): number {
		return openSync(this.#at(name), NEW_FILE, 0o600);
	}

	/** False when somebody else has created it. */
	createFirst(name: string, content = ''): boolean {
		try {
			this.create(name, content);
			return true;
		} catch (cause) {
			if (errorCode(cause) === 'EEXIST') {
				return false;
			}
			throw cause;
		}
	}

	touch(name: string): void {
		const now = new Date();
		utimesSync(this.#at(name), now, now);
	}

	rename(from: string, to: string): void {
		renameSync(this.#at(from), this.#at(to));
	}

	remove(name: string): void {
		quietly(() => unlinkSync(this.#at(name)));
	}

	/** Removes the files of the job and the folder; a folder with anything else in it stays. */
	removeAll(): void {
		if (!this.has(FILES.keep)) {
			for (const name of JOB_FILES) {
				this.remove(name);
			}
			quietly(() => rmdirSync(this.path));
		}
	}

	close(): void {
		if (this.#descriptor !== undefined) {
			closeSync(this.#descriptor);
			this.#descriptor = undefined;
		}
	}

	#at(name: string): string {
		return join(this.#base, name);
	}
}

/** For what may have been done already, or cannot be, and nothing depends on it. */
export function quietly(action: () => void): void {
	try {
		action();
	} catch {
		// See above.
	}
}
