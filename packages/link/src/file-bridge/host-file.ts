import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { isObject } from '../is-object.ts';
import { writeFileAtomically } from '../write-file-atomically.ts';
import { BRIDGE_VERSION, bridgeFolder, hostFile, SILENCE } from './layout.ts';
import { isOf, type Owner, parseJson, readPlainFile } from './read-plain-file.ts';

/** What the window that serves a folder says of itself in `.hawser/host.json`. */
export interface BridgeHostFacts {
	version: number;
	/** The id of the window. */
	bridgeId: string;
	/** Jobs must carry it. */
	nonce: string;
	pid: number;
	platform: string;
	/** The folder as the window names it; a container may have it elsewhere. */
	workspace: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	/** What the person chose in `hawser.toolsets`, if anything. */
	toolsets?: readonly string[];
}

export interface FoundHost extends BridgeHostFacts {
	/** When the window last showed that it is there. */
	seenAt: number;
	uid: number;
	gid: number;
}

const MAX_HOST_FILE = 64 * 1024;

/** The window that the folder names, dead or alive; undefined when none does, or somebody else wrote it. */
export function readHost(workspace: string, owner: Owner): FoundHost | undefined {
	const folder = lstatSync(bridgeFolder(workspace), { throwIfNoEntry: false });
	if (folder?.isDirectory() !== true || !isOf(owner, folder)) {
		return undefined;
	}
	const file = readPlainFile(hostFile(workspace), owner, MAX_HOST_FILE);
	const facts = file && parseFacts(file.text);
	return facts && { ...facts, seenAt: file.stats.mtimeMs, uid: file.stats.uid, gid: file.stats.gid };
}

export function isFresh({ seenAt }: FoundHost): boolean {
	return Math.abs(Date.now() - seenAt) < SILENCE;
}

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

/** A file that came with a repository may be as new as the checkout, and say whatever it likes. */
function isCredible(host: FoundHost): boolean {
	return isFresh(host) && host.startedAt < Date.now() + SILENCE;
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

function sameToolsets(left: BridgeHostFacts, right: BridgeHostFacts): boolean {
	return JSON.stringify(left.toolsets) === JSON.stringify(right.toolsets);
}

function parseFacts(text: string): BridgeHostFacts | undefined {
	const value = parseJson(text);
	if (!isObject(value)) {
		return undefined;
	}
	const { version, bridgeId, nonce, pid, platform, workspace, startedAt, toolsets } = value;
	if (
		version !== BRIDGE_VERSION ||
		typeof bridgeId !== 'string' ||
		typeof nonce !== 'string' ||
		nonce.length < 32 ||
		typeof pid !== 'number' ||
		typeof platform !== 'string' ||
		typeof workspace !== 'string' ||
		typeof startedAt !== 'number'
	) {
		return undefined;
	}
	const words = Array.isArray(toolsets) ? toolsets.filter(word => typeof word === 'string') : undefined;
	return { version, bridgeId, nonce, pid, platform, workspace, startedAt, ...(words && { toolsets: words }) };
}
