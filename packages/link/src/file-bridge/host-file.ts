import { parseJson } from '@hawser/core/data/parse-json.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { BRIDGE_VERSION, bridgeFolder, hostFile, SILENCE } from './layout.ts';
import { isOf, look, type Owner, readPlainFile } from './read-plain-file.ts';

/** The window that serves a folder, as it describes itself in `.hawser/host.json`. */
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
	/** The user's choice in `hawser.toolsets`, if there is one. */
	toolsets?: readonly string[];
}

export interface FoundHost extends BridgeHostFacts {
	/** When the window last showed that it is there. */
	seenAt: number;
	uid: number;
	gid: number;
}

/** Bytes. */
export const MAX_HOST_FILE = 64 * 1024;

/** The window that the folder names, dead or alive; undefined when none does, or somebody else wrote it. */
export function readHost(workspace: string, owner: Owner): FoundHost | undefined {
	const folder = look(bridgeFolder(workspace));
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

export function parseFacts(text: string): BridgeHostFacts | undefined {
	const value = parseJson(text);
	if (!isRecord(value)) {
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
