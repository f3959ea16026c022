import { readFileSync } from 'node:fs';
import { errorCode } from './system-error.ts';

/** True when a process runs under this number. One of another user counts: we may not signal it, but it is there. */
export function isProcessAlive(pid: number): boolean {
	return isProcessKnown(pid) && !isZombie(pid);
}

/** The same without a look at the disk, for every call: one that has ended may count until its parent has asked how. */
export function isProcessKnown(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (cause) {
		return errorCode(cause) === 'EPERM';
	}
}

/** A process that has ended keeps its number until its parent has asked how, and can be signalled as if it lived. */
function isZombie(pid: number): boolean {
	if (process.platform !== 'linux') {
		return false;
	}
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
		// The name before it stands in brackets and may hold anything.
		return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z';
	} catch {
		return false;
	}
}
