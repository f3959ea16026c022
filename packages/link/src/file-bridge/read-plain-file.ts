import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

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
export async function readPlainFile(path: string, owner: Owner, limit: number): Promise<PlainFile | undefined> {
	let file: FileHandle | undefined;
	try {
		file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stats = await file.stat();
		if (!stats.isFile() || stats.nlink !== 1 || !isOf(owner, stats) || stats.size > limit) {
			return undefined;
		}
		const bytes = Buffer.alloc(stats.size);
		// It may grow while it is read; what comes later than the look at its size does not count.
		const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
		return { text: bytes.toString('utf8', 0, bytesRead), stats };
	} catch {
		return undefined;
	} finally {
		await file?.close();
	}
}

export function isOf(owner: Owner, { uid }: Stats): boolean {
	return owner === undefined || owner === uid;
}

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
