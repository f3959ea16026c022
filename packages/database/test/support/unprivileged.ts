import { chownSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Database servers refuse to run as root; then they run as nobody. */
export function unprivileged(): { uid?: number; gid?: number } {
	return userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

export function giveTo(path: string, { uid, gid }: { uid?: number; gid?: number }): void {
	if (uid !== undefined && gid !== undefined) {
		chownSync(path, uid, gid);
	}
}
