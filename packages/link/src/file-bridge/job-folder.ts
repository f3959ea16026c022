import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { type FileHandle, lstat, open, rename, rmdir, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../system-error.ts';
import { FILES, JOB_FILES } from './layout.ts';
import { isOf, type Owner, type PlainFile, readPlainFile } from './read-plain-file.ts';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * The folder of one job, which the other end may fill with anything at any time. It is held open, and on Linux reached through
 * the handle only, so that a link put in its place leads nobody away. Files are only ever created, never opened for writing.
 */
export class JobFolder {
	readonly path: string;
	readonly #owner: Owner;
	readonly #handle: FileHandle | undefined;
	readonly #base: string;

	private constructor(path: string, owner: Owner, handle: FileHandle | undefined) {
		this.path = path;
		this.#owner = owner;
		this.#handle = handle;
		this.#base = handle && process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
	}

	/** Undefined when there is no such folder, when it is a link, or somebody else's. */
	static async open(path: string, owner: Owner): Promise<JobFolder | undefined> {
		if (process.platform === 'win32') {
			// Folders cannot be opened there.
			const stats = await lstat(path).catch(() => undefined);
			return stats?.isDirectory() === true ? new JobFolder(path, owner, undefined) : undefined;
		}
		let handle: FileHandle | undefined;
		try {
			handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
			if (isOf(owner, await handle.stat())) {
				return new JobFolder(path, owner, handle);
			}
		} catch {
			// A link, a file, or gone.
		}
		await handle?.close();
		return undefined;
	}

	read(name: string, limit: number): Promise<PlainFile | undefined> {
		return readPlainFile(this.#at(name), this.#owner, limit);
	}

	/** The time of the last change; undefined when there is nothing of that name. */
	async changeTime(name: string): Promise<number | undefined> {
		try {
			return (await lstat(this.#at(name))).mtimeMs;
		} catch {
			return undefined;
		}
	}

	/** Rejects with EEXIST when the name is taken, be it by a link. */
	async create(name: string, content = ''): Promise<void> {
		const file = await this.createOpen(name);
		try {
			await file.writeFile(content);
		} finally {
			await file.close();
		}
	}

	createOpen(name: string): Promise<FileHandle> {
		return open(this.#at(name), NEW_FILE, 0o600);
	}

	/** False when somebody else has created it. */
	async createFirst(name: string, content = ''): Promise<boolean> {
		try {
			await this.create(name, content);
			return true;
		} catch (cause) {
			if (errorCode(cause) === 'EEXIST') {
				return false;
			}
			throw cause;
		}
	}

	/** For a process that ends and does not wait for promises. */
	createAtOnce(name: string, content = ''): void {
		const descriptor = openSync(this.#at(name), NEW_FILE, 0o600);
		try {
			writeFileSync(descriptor, content);
		} finally {
			closeSync(descriptor);
		}
	}

	async touch(name: string): Promise<void> {
		const now = new Date();
		await utimes(this.#at(name), now, now);
	}

	rename(from: string, to: string): Promise<void> {
		return rename(this.#at(from), this.#at(to));
	}

	async remove(name: string): Promise<void> {
		await unlink(this.#at(name)).catch(() => undefined);
	}

	/** Removes the files of the job and the folder; a folder with anything else in it stays. */
	async removeAll(): Promise<void> {
		if ((await this.changeTime(FILES.keep)) === undefined) {
			await Promise.all(JOB_FILES.map(name => this.remove(name)));
			await rmdir(this.path).catch(() => undefined);
		}
	}

	async close(): Promise<void> {
		await this.#handle?.close();
	}

	#at(name: string): string {
		return join(this.#base, name);
	}
}
