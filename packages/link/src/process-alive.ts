import { errorCode } from './system-error.ts';

/** A process of another person counts as alive: we may not signal it, but it is there. */
export function isProcessAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (cause) {
		return errorCode(cause) === 'EPERM';
	}
}
