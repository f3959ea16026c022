import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, listOf, textOf } from '@hawser/core/data/plain-data.ts';
import { isOwn } from '@hawser/node/file-ownership.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';

/** Agents that look for an editor by files of their own. */
export type DiscoveringAgent = 'claude' | 'gemini' | 'qwen' | 'copilot' | 'codex';

/** Folders in which they look, on this machine and for this user. */
export function discoveryFolders(
	userHome = homedir(),
	environment: NodeJS.ProcessEnv = process.env,
): Record<DiscoveringAgent, string> {
	return {
		// Claude Code and opencode both look there, Claude Code also where CLAUDE_CONFIG_DIR points.
		claude: join(userHome, '.claude', 'ide'),
		gemini: join(tmpdir(), 'gemini', 'ide'),
		qwen: join(environment['QWEN_HOME'] ?? join(userHome, '.qwen'), 'ide'),
		copilot: join(environment['COPILOT_HOME'] ?? join(userHome, '.copilot'), 'ide'),
		codex: join(environment['CODEX_HOME'] ?? join(userHome, '.codex'), 'ipc'),
	};
}

/** The socket on which Codex asks, in its folder. One for all programs of the user, so that a file of ours beside it says whose it is. */
export const CODEX_SOCKET = 'ipc.sock';

/** What a file of ours says of itself beside what agents read. */
export interface DiscoveryMark {
	/** The extension host that wrote it. */
	host: number;
	/** Folders that were made for it, the innermost first: they go with the last file. */
	made: readonly string[];
	/** Which socket is ours: that in the same folder, if this is its identity. */
	socket?: string;
}

/** Tells a socket from every other one that has had its name; undefined where there is none. */
export function socketIdentity(path: string): string | undefined {
	const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
	return stats?.isSocket() === true ? `${stats.dev}:${stats.ino}:${stats.mtimeNs}` : undefined;
}

export function readMark(text: string): DiscoveryMark | undefined {
	try {
		const content: unknown = JSON.parse(text);
		const ours = isRecord(content) ? content['hawser'] : undefined;
		const host = isRecord(ours) ? ours['host'] : undefined;
		if (!isRecord(ours) || typeof host !== 'number' || !Number.isSafeInteger(host) || host <= 0) {
			return undefined;
		}
		const made = listOf(ours['made']).filter(folder => typeof folder === 'string');
		const socket = isRecord(content) ? textOf(content['socket']) : undefined;
		return { host, made, ...(socket !== undefined && { socket }) };
	} catch {
		return undefined;
	}
}

interface MarkedFile extends DiscoveryMark {
	path: string;
}

/** Our files in a folder, of this window and of others. */
export function markedFiles(folder: string): readonly MarkedFile[] {
	return namesIn(folder)
		.filter(name => /\.(?:lock|json)$/.test(name))
		.flatMap(name => {
			const path = join(folder, name);
			const mark = readMark(readText(path));
			return mark ? [{ path, ...mark }] : [];
		});
}

/** Those whose extension host has ended, and their socket: a window that is killed leaves them behind. */
export function staleFiles(folder: string, isAlive = isProcessAlive): readonly MarkedFile[] {
	return markedFiles(folder)
		.filter(({ host }) => host !== process.pid && !isAlive(host))
		.flatMap(file => {
			const path = join(folder, CODEX_SOCKET);
			return file.socket !== undefined && file.socket === socketIdentity(path) ? [file, { ...file, path }] : [file];
		});
}

/**
 * Takes away what windows left behind that were killed. The agents do not: the process that they look at is that of the editor, and it
 * may be there with other windows. Where two files fit, some of them connect to nobody.
 */
export function removeStaleFiles(folder: string, isAlive?: (pid: number) => boolean): void {
	for (const { path } of staleFiles(folder, isAlive)) {
		rmSync(path, { force: true });
	}
}

/** Removes folders that were made for files which have gone, as far as nobody else has put anything there. */
export function removeMadeFolders(made: readonly string[]): void {
	for (const folder of made) {
		try {
			rmdirSync(folder);
		} catch {
			return;
		}
	}
}

/** Far more than a file of ours has. */
const MAX_SIZE = 64 * 1024;

/**
 * The text of a file of this user, '' of anything else. Some of these folders lie where every user of the machine can put something:
 * a pipe would keep who opens it waiting for ever, and a file of somebody else says nothing about windows of this one.
 */
export function readText(path: string): string {
	let file: number | undefined;
	try {
		file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
		const stats = fstatSync(file);
		return stats.isFile() && isOwn(stats) && stats.size <= MAX_SIZE ? readFileSync(file, 'utf8') : '';
	} catch {
		return '';
	} finally {
		if (file !== undefined) {
			closeSync(file);
		}
	}
}

export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
