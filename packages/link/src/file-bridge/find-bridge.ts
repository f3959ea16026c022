import { dirname } from 'node:path';
import { identityOf } from '../folder-identity.ts';
import { type FoundHost, isFresh, readHost } from './host-file.ts';
import { look } from './read-plain-file.ts';

export interface FoundBridge {
	/** The folder that is shared with the window, as this process names it. */
	workspace: string;
	host: FoundHost;
	/** False when the window has shown no sign of life for a while. */
	fresh: boolean;
}

/** The bridge of the innermost folder around the path that has one; one with a live window comes first. */
export function findBridge(path: string): FoundBridge | undefined {
	let stale: FoundBridge | undefined;
	let folder = identityOf(path)?.path;
	while (folder !== undefined) {
		const host = readBelievedHost(folder);
		if (host) {
			const found = { workspace: folder, host, fresh: isFresh(host) };
			if (found.fresh) {
				return found;
			}
			stale ??= found;
		}
		const parent = dirname(folder);
		folder = parent === folder ? undefined : parent;
	}
	return stale;
}

/**
 * In a container one is often root, and the files belong to the user outside: then the owner of the project's folder is
 * believed, and not whoever may put files beside it, as in /tmp.
 */
function readBelievedHost(folder: string): FoundHost | undefined {
	const uid = process.getuid?.();
	if (uid !== 0) {
		return readHost(folder, uid);
	}
	const host = readHost(folder, undefined);
	return host && (host.uid === 0 || host.uid === look(folder)?.uid) ? host : undefined;
}
