import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { socketIdentity } from '@hawser/agent-config/discovery-files.ts';
import { withFileLock } from '@hawser/node/file-lock.ts';
import { isOwn } from '@hawser/node/file-ownership.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { ensurePrivateFolder } from './discovery-file.ts';

/** Milliseconds in which whoever listens on a socket takes a connection. */
const LIMIT = 1000;

/** A name under which a server of ours listens. */
export interface HeldSocket {
	/** False when somebody has taken the name away, or given it to another socket. */
	isHeld(): boolean;
	/** At once: ends the server, and takes the name away if it is still ours. */
	release(): void;
}

/**
 * Lets a server listen on a socket that only this user can open: the folder around it is closed to others. Node does not tell who is
 * on the other side, so that folder is what keeps other users out. Undefined when somebody else listens there. What a process that
 * was killed left behind is taken away first; what is no socket stays.
 *
 * The server gets a name of its own, to which the public one is then linked: a link never replaces anything, and a server that closes
 * removes the name that it was given, which may be another's by then. A file in `home` keeps two windows from removing each other's
 * socket; `sign` is done before the next window may look.
 */
export async function holdSocket(
	server: Server,
	path: string,
	{ home, sign }: { home: string; sign?: (identity: string) => Promise<void> },
): Promise<HeldSocket | undefined> {
	const locks = join(home, 'ide');
	ensurePrivateFolder(locks);
	return withFileLock(join(locks, 'sockets.lock'), async () => {
		const held = isPipe(path) ? await holdPipe(server, path) : await hold(server, path);
		try {
			if (held) {
				await sign?.(held.identity);
			}
			return held;
		} catch (cause) {
			held?.release();
			throw cause;
		}
	});
}

interface NewSocket extends HeldSocket {
	/** Tells it from every other socket of that name. */
	identity: string;
}

async function holdPipe(server: Server, path: string): Promise<NewSocket | undefined> {
	return (await listens(server, path))
		? { identity: PIPE, isHeld: () => true, release: () => void server.close() }
		: undefined;
}

async function hold(server: Server, path: string): Promise<NewSocket | undefined> {
	const folder = dirname(path);
	ensurePrivateFolder(folder);
	if (!(await isFree(path))) {
		return undefined;
	}
	// No longer than the public one: the length of such names is limited.
	const own = join(folder, `.${randomBytes(5).toString('base64url')}`);
	if (!(await listens(server, own))) {
		return undefined;
	}
	let published = false;
	try {
		chmodSync(own, 0o600);
		published = publish(own, path);
	} finally {
		rmSync(own, { force: true });
		if (!published) {
			server.close();
		}
	}
	if (!published) {
		return undefined;
	}
	const identity = socketIdentity(path) ?? '';
	const isHeld = () => socketIdentity(path) === identity;
	return {
		identity,
		isHeld,
		release() {
			if (isHeld()) {
				rmSync(path, { force: true });
			}
			server.close();
		},
	};
}

/** False when somebody was faster. */
function publish(own: string, path: string): boolean {
	try {
		linkSync(own, path);
		return true;
	} catch (cause) {
		// Not every file system links sockets; a new name would replace what is there.
		if (errorCode(cause) === 'EEXIST' || lstatSync(path, { throwIfNoEntry: false })) {
			return false;
		}
		renameSync(own, path);
		return true;
	}
}

/** Whether a name can be taken; a socket on which nobody listens any more is taken away. */
async function isFree(path: string): Promise<boolean> {
	const before = socketIdentity(path);
	if (before === undefined) {
		if (lstatSync(path, { throwIfNoEntry: false })) {
			throw new Error(`${path} is there and is no socket.`);
		}
		return true;
	}
	if (await isAnswered(path)) {
		return false;
	}
	// Others do not know our lock.
	if (socketIdentity(path) === before) {
		unlinkSync(path);
	}
	return true;
}

/** True when somebody listens there, or when that cannot be found out. */
export function isAnswered(path: string): Promise<boolean> {
	return new Promise(resolve => {
		const socket = connect(path);
		const answer = (yes: boolean) => {
			clearTimeout(timer);
			socket.destroy();
			resolve(yes);
		};
		// Whoever takes so long may still be there.
		const timer = setTimeout(() => answer(true), LIMIT);
		socket.once('connect', () => answer(true));
		socket.once('error', cause => answer(!['ECONNREFUSED', 'ENOENT'].includes(errorCode(cause))));
	});
}

/** The same for a socket that another user may have put there: of such a one nothing is believed. */
export async function isAnsweredByThisUser(path: string): Promise<boolean> {
	const stats = isPipe(path) ? undefined : lstatSync(path, { throwIfNoEntry: false });
	return stats?.isSocket() === true && isOwn(stats) && (await isAnswered(path));
}

/** Windows has no file for a pipe, and removes it with its process. */
export const PIPE = 'pipe';

export function isPipe(path: string): boolean {
	return path.startsWith('\\\\');
}

/** False when somebody else listens under that name. */
function listens(server: Server, path: string): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const onError = (cause: Error) => {
			server.off('listening', onListening);
			if (errorCode(cause) === 'EADDRINUSE') {
				resolve(false);
			} else {
				reject(cause);
			}
		};
		const onListening = () => {
			server.off('error', onError);
			resolve(true);
		};
		server.once('error', onError);
		server.once('listening', onListening);
		server.listen(path);
	});
}
