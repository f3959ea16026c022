import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';

export interface PlainFile {
	text: string;
	stats: Stats;
}

/** Whose files are believed: those of this number, or of anybody where the system knows no owners. */
export type Owner = number | undefined;

/**
 * Reads a file that anybody may have put there. Undefined unless it is a plain file of that owner, of bounded size and with
 * no second name. Links are not followed, and nothing waits for somebody to write into a pipe.
 */
export function readPlainFile(path: string, owner: Owner, limit: number): PlainFile | undefined {
	let file: number | undefined;
	try {
		file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stats = fstatSync(file);
		if (!stats.isFile() || stats.nlink !== 1 || !isOf(owner, stats) || stats.size > limit) {
			return undefined;
		}
		const bytes = Buffer.alloc(stats.size);
		// It may grow while it is read; what comes later than the look at its size does not count.
		const length = readSync(file, bytes, 0, stats.size, 0);
		return { text: bytes.toString('utf8', 0, length), stats };
	} catch {
		return undefined;
	} finally {
		if (file !== undefined) {
			closeSync(file);
		}
	}
}

/** Looks at the path without following links; undefined when there is nothing, or nothing that this process may see. */
export function look(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

export function isOf(owner: Owner, { uid }: Stats): boolean {
	return owner === undefined || owner === uid;
}
