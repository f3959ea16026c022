// Plain JavaScript for Node >= 20, because the bootstrap uses it before anything is installed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const POLL_MS = 1000;
const SHELL = /^-?(?:sh|ash|bash|dash|zsh|ksh|busybox)$/;

/**
 * Calls `act` when the process that started this one is gone, however it went: a supervisor that ends npm reaches neither the
 * shell that npm started nor what runs in that shell, and kill -9 reaches nobody else at all.
 */
export function whenParentIsGone(act) {
	const parent = process.ppid;
	const shell = process.env.npm_lifecycle_event === undefined ? undefined : describe(parent);
	// npm runs scripts in a shell, which outlives it. The parent of any other shell is none of our business: it may be left on purpose.
	const npm = shell !== undefined && SHELL.test(shell.name) ? shell.parent : undefined;
	const poll = setInterval(() => {
		const isGone = process.ppid !== parent || !isAlive(parent);
		if (isGone || (npm !== undefined && isOrphan(parent, npm))) {
			clearInterval(poll);
			act();
		}
	}, POLL_MS);
	poll.unref();
}

/** Linux gives an orphan another parent at once, also while the old one is a zombie; elsewhere the process list is too slow to ask. */
function isOrphan(pid, parent) {
	return process.platform === 'linux' ? describe(pid)?.parent !== parent : !isAlive(parent);
}

function describe(pid) {
	try {
		if (process.platform === 'linux') {
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			const end = stat.lastIndexOf(')');
			return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
		}
		if (process.platform === 'win32') {
			return undefined;
		}
		const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
		const [, parent, command] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
		return parent === undefined ? undefined : { name: command.split('/').at(-1), parent: Number(parent) };
	} catch {
		return undefined;
	}
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (cause) {
		return cause.code === 'EPERM';
	}
}
