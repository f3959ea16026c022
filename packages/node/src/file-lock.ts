import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isProcessAlive } from './process-alive.ts';
import { sleep } from './sleep.ts';
import { errorCode } from './system-error.ts';

/** A lock this old belongs to a process that stands still, or whose number was given to another: whoever works renews it. */
const STALE_AFTER = 10_000;
const RENEWED_EVERY = 2500;
/** How often work is done that lost its lock each time; a machine that goes to sleep again and again is no reason to go on for ever. */
const MAX_RUNS = 5;

export interface LockOptions {
	/** Milliseconds to wait for the lock. */
	wait?: number;
}

export interface HeldLock {
	/**
	 * To be called just before something is written that was worked out from what was read under the lock. A process that stood still for
	 * long may have lost the lock to another, whose changes it would undo; then this ends the work, which is done anew.
	 */
	readonly requireHeld: () => void;
}

/**
 * Runs `work` while no other process holds the lock file `path`. The lock of a dead process is taken over. The package
 * proper-lockfile is not used: it knows a dead holder by the age of its lock alone, so that everybody waits ten seconds.
 */
export async function withFileLock<T>(
	path: string,
	work: (lock: HeldLock) => Promise<T>,
	{ wait = 15_000 }: LockOptions = {},
): Promise<T> {
	for (let run = 1; ; run++) {
		const lost = new Error(`The lock ${path} was lost to another process.`);
		try {
			return await runHolding(path, wait, lost, work);
		} catch (cause) {
			if (cause !== lost || run === MAX_RUNS) {
				throw cause;
			}
		}
	}
}

async function runHolding<T>(
	path: string,
	wait: number,
	lost: Error,
	work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
	// The globals of Node, since the command must not load further modules at each of its starts.
	const nonce = `${process.pid}.${crypto.randomUUID().replaceAll('-', '')}`;
	await acquire(path, nonce, wait);
	const renewal = setInterval(() => {
		if (readLock(path) === nonce) {
			renew(path);
		}
	}, RENEWED_EVERY);
	renewal.unref();
	try {
		return await work({
			requireHeld() {
				if (readLock(path) !== nonce) {
					throw lost;
				}
			},
		});
	} finally {
		clearInterval(renewal);
		release(path, nonce);
	}
}

/** The wait is for one holder; whoever sees others have their turn waits on, but not without end. */
const MAX_TURNS = 4;

async function acquire(path: string, nonce: string, wait: number): Promise<void> {
	const end = Date.now() + MAX_TURNS * wait;
	let lastHolder: string | undefined;
	let deadline = Date.now() + wait;
	const own = `${path}.${nonce}.tmp`;
	writeFileSync(own, nonce, { mode: 0o600, flag: 'wx' });
	try {
		while (!create(path, own, nonce)) {
			const holder = readLock(path);
			if (holder !== undefined && isStale(path, holder) && takeOver(path, holder)) {
				continue;
			}
			if (holder !== undefined && holder !== lastHolder) {
				lastHolder = holder;
				deadline = Math.min(Date.now() + wait, end);
			}
			if (Date.now() > deadline) {
				throw new Error(`The lock ${path} is held by process ${pidOf(holder ?? '')}, which does not release it.`);
			}
			await sleep(1 + Math.random() * 8);
			// It is as old as the file that is linked to it, and whoever has waited long must not seem to have held it long.
			renew(own);
		}
	} finally {
		rmSync(own, { force: true });
	}
}

/** By a hard link, so that the lock never exists without the name of its holder; not every file system has those. */
function create(path: string, own: string, nonce: string): boolean {
	try {
		linkSync(own, path);
		return true;
	} catch (cause) {
		return !isHeld(cause) && createPlainly(path, nonce);
	}
}

function createPlainly(path: string, nonce: string): boolean {
	try {
		writeFileSync(path, nonce, { mode: 0o600, flag: 'wx' });
		return true;
	} catch (cause) {
		if (isHeld(cause)) {
			return false;
		}
		throw cause;
	}
}

function isHeld(cause: unknown): boolean {
	const code = errorCode(cause);
	// Windows says EPERM, EACCES or EBUSY for a file that is being deleted while somebody still reads it.
	return code === 'EEXIST' || (process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code));
}

function readLock(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}

function renew(path: string): void {
	try {
		const now = new Date();
		utimesSync(path, now, now);
	} catch {
		// A lock that cannot be renewed is at worst taken over, which is noticed before anything is written.
	}
}

function pidOf(nonce: string): number {
	const pid = Number.parseInt(nonce, 10);
	return Number.isSafeInteger(pid) && pid > 0 ? pid : 0;
}

function isStale(path: string, holder: string): boolean {
	const pid = pidOf(holder);
	if (pid > 0 && !isProcessAlive(pid)) {
		return true;
	}
	try {
		return Date.now() - statSync(path).mtimeMs > STALE_AFTER;
	} catch {
		return false;
	}
}

/**
 * Removes the lock of a dead holder. Two processes may find it dead together, and the slower one must not remove the
 * lock that the faster one has made since: so whoever wants to remove the lock of holder N first claims N, which only one
 * can, and looks again. A claim whose owner died in turn is passed over for the next one.
 */
function takeOver(path: string, holder: string): boolean {
	const name = holder.replaceAll(/[^0-9a-f.]/g, '').slice(0, 64);
	for (let generation = 1; generation <= 16; generation++) {
		const claim = `${path}.${name}.claim${generation}`;
		try {
			writeFileSync(claim, String(process.pid), { mode: 0o600, flag: 'wx' });
		} catch {
			const owner = pidOf(readLock(claim) ?? '');
			if (owner > 0 && !isProcessAlive(owner)) {
				continue;
			}
			return false;
		}
		try {
			if (readLock(path) === holder) {
				rmSync(path, { force: true });
			}
			return true;
		} finally {
			rmSync(claim, { force: true });
		}
	}
	return false;
}

function release(path: string, nonce: string): void {
	if (readLock(path) === nonce) {
		rmSync(path, { force: true, maxRetries: 10, retryDelay: 10 });
	}
}
