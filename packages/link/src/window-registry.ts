import { rmSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { removeAbandonedTemporaries, writeFileAtomically } from '@hawser/node/write-file-atomically.ts';
import { ensureHome, windowsFolder } from './home.ts';
import type { WindowEntry } from './window-entry.ts';
import { endLife, sweepLives } from './window-life.ts';
import { readWindowFolder } from './window-reader.ts';

/** Makes the window known, or renews what is known of it. */
export async function writeWindowEntry(home: string, entry: WindowEntry): Promise<void> {
	ensureHome(home);
	await writeFileAtomically(
		entryPath(home, entry.id),
		`${JSON.stringify({ ...entry, host: hostname() }, null, '\t')}\n`,
	);
}

/** At once, because a window that closes does not wait for promises. */
export function removeWindowEntry(home: string, id: string): void {
	rmSync(entryPath(home, id), { force: true });
	endLife(home, id);
}

/** Removes what windows and writers of this machine left behind that are no more; for a window that starts. */
export function sweepHome(home: string): void {
	ensureHome(home);
	const { found } = readWindowFolder(home);
	for (const { entry, file } of found) {
		if (entry.host === hostname() && !isProcessAlive(entry.pid)) {
			unlinkQuietly(join(windowsFolder(home), file));
		}
	}
	sweepLives(home, new Set(readWindowFolder(home).found.map(({ entry }) => entry.id)));
	removeAbandonedTemporaries(windowsFolder(home));
	removeAbandonedTemporaries(home);
}

function entryPath(home: string, id: string): string {
	return join(windowsFolder(home), `${id}.json`);
}

function unlinkQuietly(path: string): void {
	try {
		unlinkSync(path);
	} catch {
		// Another window that starts at the same time was faster.
	}
}
