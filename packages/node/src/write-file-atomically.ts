import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessAlive } from './process-alive.ts';
import { errorCode } from './system-error.ts';

const TEMPORARY = /\.(\d+)\.[0-9a-f]{12}\.tmp$/;

/** A reader sees the old content or the new, never a part, and a process that dies in between damages nothing. */
export async function writeFileAtomically(path: string, content: string, mode = 0o600): Promise<void> {
	const unique = `${process.pid}.${randomBytes(6).toString('hex')}`;
	const temporary = join(dirname(path), `.${basename(path)}.${unique}.tmp`);
	try {
		await writeFile(temporary, content, { mode, flag: 'wx' });
		await renameWithPatience(temporary, path);
	} catch (cause) {
		await rm(temporary, { force: true });
		throw cause;
	}
}

/** Windows refuses to replace a file while somebody, such as a virus scanner, has it open; that passes. */
async function renameWithPatience(from: string, to: string): Promise<void> {
	const deadline = Date.now() + 2000;
	for (;;) {
		try {
			await rename(from, to);
			return;
		} catch (cause) {
			const passing = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(cause));
			if (!passing || Date.now() > deadline) {
				throw cause;
			}
			await delay(10);
		}
	}
}

/** Removes what processes left behind that were killed while they wrote. */
export function removeAbandonedTemporaries(folder: string): void {
	for (const name of readdirSync(folder)) {
		const pid = TEMPORARY.exec(name)?.[1];
		if (pid !== undefined && !isProcessAlive(Number(pid))) {
			rmSync(join(folder, name), { force: true });
		}
	}
}
