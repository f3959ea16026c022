import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { pause } from '@hawser/node/pause.ts';
import { errorCode } from '@hawser/node/system-error.ts';

/** The age at which the library that Claude Code uses takes a lock for abandoned. */
const STALE_AFTER = 10_000;
/** Milliseconds. The window stands still meanwhile, and VS Code gives one that closes five seconds. */
const MAX_WAIT = 1000;

/**
 * Runs `work` while holding the lock that Claude Code takes for its own writes: a folder beside the file. It is a courtesy,
 * not what keeps the file whole, so work goes on without it when it is not to be had. The package proper-lockfile, which
 * makes the same folder, is not used: its synchronous form cannot wait, and a window that closes waits for nothing else.
 */
export function withOwnersLock<Result>(file: string, work: () => Result, wait = MAX_WAIT): Result {
	const lock = `${file}.lock`;
	const held = take(lock, Date.now() + wait);
	try {
		return work();
	} finally {
		if (held) {
			giveBack(lock);
		}
	}
}

function take(lock: string, giveUpAt: number): boolean {
	for (;;) {
		try {
			mkdirSync(lock);
			return true;
		} catch (cause) {
			if (errorCode(cause) !== 'EEXIST' || isStale(lock) || Date.now() > giveUpAt) {
				return false;
			}
			pause(15);
		}
	}
}

function isStale(lock: string): boolean {
	try {
		return Date.now() - statSync(lock).mtimeMs > STALE_AFTER;
	} catch {
		return false;
	}
}

function giveBack(lock: string): void {
	try {
		rmdirSync(lock);
	} catch {
		// Somebody took it for abandoned.
	}
}
