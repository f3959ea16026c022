import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { writeFileAtomically } from '@hawser/node/write-file-atomically.ts';
import { type BridgeHostFacts, type FoundHost, isFresh, MAX_HOST_FILE, parseFacts, readHost } from './host-file.ts';
import { hostFile, SILENCE } from './layout.ts';
import type { Owner } from './read-plain-file.ts';

/**
 * Shows that the window is there. Of several windows on one folder the newest stands in the file, and an older one takes its
 * place when that is gone; each runs the jobs that carry its own nonce, whoever stands there.
 */
export async function announceHost(own: BridgeHostFacts, owner: Owner): Promise<void> {
	const present = readHost(own.workspace, owner);
	if (present?.nonce === own.nonce && sameToolsets(present, own)) {
		const now = new Date();
		await utimes(hostFile(own.workspace), now, now);
	} else if (!present || present.nonce === own.nonce || present.startedAt < own.startedAt || !isCredible(present)) {
		await writeFileAtomically(hostFile(own.workspace), `${JSON.stringify(own, null, '\t')}\n`);
	}
}

/** At once, because a window that closes does not wait for promises. Another window's file stays. */
export function withdrawHost({ workspace, nonce }: BridgeHostFacts): void {
	const path = hostFile(workspace);
	try {
		const stats = lstatSync(path);
		if (stats.isFile() && stats.size <= MAX_HOST_FILE && parseFacts(readFileSync(path, 'utf8'))?.nonce === nonce) {
			rmSync(path);
		}
	} catch {
		// Gone already.
	}
}

/** A file that came with a repository may be as new as the checkout, and say whatever it likes. */
function isCredible(host: FoundHost): boolean {
	return isFresh(host) && host.startedAt < Date.now() + SILENCE;
}

function sameToolsets(left: BridgeHostFacts, right: BridgeHostFacts): boolean {
	return JSON.stringify(left.toolsets) === JSON.stringify(right.toolsets);
}
