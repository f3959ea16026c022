import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '@hawser/node/system-error.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS_KEPT = 30;

interface SetupEnvironment {
	now?: number;
	move?: (from: string, to: string) => Promise<void>;
}

/** Moves a file or folder into a new folder below `trash`, named after the day, and returns where it is now. */
export async function moveToOwnTrash(
	trash: string,
	path: string,
	{ now = Date.now(), move = rename }: SetupEnvironment = {},
): Promise<string> {
	await removeOld(trash, now);
	const place = join(trash, `${dayOf(now)}-${randomBytes(4).toString('hex')}`);
	const target = join(place, basename(path));
	await mkdir(place, { recursive: true, mode: 0o700 });
	try {
		await move(path, target);
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') {
			await rm(place, { recursive: true, force: true });
			throw error;
		}
		// Another file system, as in most containers: a whole copy first, so that nothing is lost if it fails half-way.
		await cp(path, target, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
		await rm(path, { recursive: true });
	}
	return target;
}

async function removeOld(trash: string, now: number): Promise<void> {
	const oldest = dayOf(now - DAYS_KEPT * DAY);
	const names = await readdir(trash).catch(() => []);
	const old = names.filter(name => /^\d{4}-\d{2}-\d{2}-/.test(name) && name < oldest);
	await Promise.all(old.map(name => rm(join(trash, name), { recursive: true, force: true })));
}

function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
