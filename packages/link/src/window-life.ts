import { closeSync, futimesSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import type { WindowEntry } from './window-entry.ts';
import { readWindowFolder } from './window-reader.ts';

/** Milliseconds between two signs of life of a window. */
export const SIGN_OF_LIFE = 5000;

/** Milliseconds after its last sign of life in which a window that died may come back. */
const MAX_ABSENCE = 45_000;

/** Beside the folder of windows: that one is watched, and nobody wants to hear of this every few seconds. */
function lifeFolder(home: string): string {
	return join(home, 'seen');
}

/** Leaves the time at which the window was there. A disk that takes nothing more must not disturb it. */
export function showLife(home: string, id: string): void {
	try {
		mkdirSync(lifeFolder(home), { recursive: true, mode: 0o700 });
		const file = openSync(join(lifeFolder(home), id), 'a', 0o600);
		const now = Date.now() / 1000;
		futimesSync(file, now, now);
		closeSync(file);
	} catch {
		// Without it nobody waits for this window should it die.
	}
}

export function endLife(home: string, id: string): void {
	rmSync(join(lifeFolder(home), id), { force: true });
}

/** True when the window has given a sign of life a moment ago. */
export function wasSeenLately(home: string, id: string): boolean {
	const seenAt = statSync(join(lifeFolder(home), id), { throwIfNoEntry: false })?.mtimeMs;
	return seenAt !== undefined && Date.now() < seenAt + MAX_ABSENCE;
}

/** Removes the signs of windows that have no entry any more. */
export function sweepLives(home: string, entries: ReadonlySet<string>): void {
	try {
		for (const id of readdirSync(lifeFolder(home))) {
			if (!entries.has(id)) {
				endLife(home, id);
			}
		}
	} catch {
		// There is none, or another window that starts at the same time was faster.
	}
}

/**
 * The windows that died a moment ago without a goodbye, while the editor they belong to lives: it starts their extension host
 * again. One that was closed has taken its entry away, and is not expected.
 */
export function expectedWindows(home: string): readonly { entry: WindowEntry; until: number }[] {
	return readWindowFolder(home).found.flatMap(({ entry }) => {
		const { id, pid, parent, host } = entry;
		const lost =
			host === hostname() && !isProcessAlive(pid) && parent !== undefined && parent !== 1 && isProcessAlive(parent);
		const seenAt = lost ? statSync(join(lifeFolder(home), id), { throwIfNoEntry: false })?.mtimeMs : undefined;
		return seenAt !== undefined && Date.now() < seenAt + MAX_ABSENCE ? [{ entry, until: seenAt + MAX_ABSENCE }] : [];
	});
}
