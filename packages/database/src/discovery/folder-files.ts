import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectFiles } from './project-files.ts';

/** Configuration is small; whatever is larger is something else. */
const MAX_SIZE = 1024 * 1024;

export interface FolderFiles extends ProjectFiles {
	/** False as soon as a file or folder that was looked at, or looked for in vain, is different now. */
	unchanged(): boolean;
}

/** Remembers everything it was asked for, so that a change is noticed without a watcher. */
export function createFolderFiles(folder: string): FolderFiles {
	const seen = new Map<string, string>();
	const at = (path: string) => join(folder, path);
	const look = (path: string, stamp = stampOf(at(path))) => {
		seen.set(path, stamp);
		return stamp;
	};
	return {
		read: path => {
			const stamp = look(path);
			return stamp.startsWith('file') && Number(stamp.split(' ')[1]) <= MAX_SIZE
				? attempt(() => readFileSync(at(path), 'utf8').replace(/^\ufeff/, ''))
				: undefined;
		},
		// Whether it is there is all that was asked: a database that is written to is still the same database.
		exists: path => look(`?${path}`, kindOf(at(path))) !== 'none',
		list: path => {
			look(path);
			const entries = attempt(() => readdirSync(at(path), { withFileTypes: true })) ?? [];
			return entries.map(entry => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
		},
		head: (path, length) => {
			look(`?${path}`, kindOf(at(path)));
			return attempt(() => firstBytes(at(path), length));
		},
		unchanged: () =>
			[...seen].every(([path, stamp]) =>
				path.startsWith('?') ? kindOf(at(path.slice(1))) === stamp : stampOf(at(path)) === stamp,
			),
	};
}

function stampOf(path: string): string {
	const facts = attempt(() => statSync(path));
	return facts ? `${facts.isFile() ? 'file' : 'other'} ${facts.size} ${facts.mtimeMs} ${facts.ino}` : 'none';
}

function kindOf(path: string): string {
	const facts = attempt(() => statSync(path));
	return facts ? (facts.isFile() ? 'file' : 'other') : 'none';
}

function firstBytes(path: string, length: number): Uint8Array | undefined {
	if (!statSync(path).isFile()) {
		return undefined;
	}
	const handle = openSync(path, 'r');
	try {
		const bytes = new Uint8Array(length);
		return bytes.subarray(0, readSync(handle, bytes, 0, length, 0));
	} finally {
		closeSync(handle);
	}
}

function attempt<Result>(read: () => Result): Result | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
