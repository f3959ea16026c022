import { chownSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import type { WindowCall } from '../call-window.ts';
import type { BridgeCommand } from './command.ts';
import type { FoundBridge } from './find-bridge.ts';
import { JobFolder, quietly } from './job-folder.ts';
import { BRIDGE_VERSION, FILES, jobsFolder } from './layout.ts';
import { isOf, type Owner } from './read-plain-file.ts';
import { translatePaths } from './translate-paths.ts';

let submitted = 0;

/** Hands the call over: the folder is filled under another name and gets its own by one rename, so that it is seen whole. */
export function submitJob({ workspace, host }: FoundBridge, call: WindowCall): JobFolder {
	const { tool, input, requestId, agent, client, timeout, defaultTimeout } = call;
	const id = newJobId();
	const command: BridgeCommand = {
		version: BRIDGE_VERSION,
		id,
		clientId: agent ?? `cli-${process.pid}`,
		...(client && { client }),
		createdAt: new Date().toISOString(),
		nonce: host.nonce,
		tool,
		input: translatePaths(input, workspace, host),
		...(requestId !== undefined && { requestId }),
		...(timeout !== undefined && { timeout }),
		...(defaultTimeout !== undefined && { defaultTimeout }),
	};
	const jobs = jobsFolder(workspace);
	const [unfinished, path] = [join(jobs, `.${id}`), join(jobs, id)];
	try {
		requireFolder(jobs, ownerOf(host));
		mkdirSync(unfinished, { mode: 0o700 });
		writeFileSync(join(unfinished, FILES.command), JSON.stringify(command), { mode: 0o600, flag: 'wx' });
		giveTo(host, unfinished, join(unfinished, FILES.command));
		renameSync(unfinished, path);
	} catch (cause) {
		quietly(() => rmSync(unfinished, { recursive: true, force: true }));
		throw notWritable(jobs, cause);
	}
	const folder = JobFolder.open(path, ownerOf(host));
	if (!folder) {
		throw notWritable(jobs, undefined);
	}
	return folder;
}

/** Sorts by time, and is a good name on every file system. */
function newJobId(): string {
	const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
	const number = (submitted++ % 10_000).toString().padStart(4, '0');
	return `${time}-${number}-${crypto.randomUUID().slice(0, 8)}`;
}

function requireFolder(path: string, owner: Owner): void {
	const stats = lstatSync(path);
	if (!stats.isDirectory() || !isOf(owner, stats)) {
		throw new Error(`${path} is a link, or not the window's.`);
	}
}

/** The window may read only its own user's files; root, as in a container, can give them away. */
function giveTo({ uid, gid }: FoundBridge['host'], ...paths: readonly string[]): void {
	if (process.getuid?.() === 0 && uid !== 0) {
		for (const path of paths) {
			chownSync(path, uid, gid);
		}
	}
}

function ownerOf({ uid }: FoundBridge['host']): Owner {
	return process.getuid && uid;
}

function notWritable(folder: string, cause: unknown): ToolError {
	const code = errorCode(cause);
	const reason = cause instanceof Error ? cause.message : 'it was removed';
	return new ToolError('E_BRIDGE_UNAVAILABLE', `No job can be written to ${folder}: ${reason}`, {
		hint:
			code === 'ENOSPC'
				? 'Make room on the disk, then call again. The tool has not run.'
				: 'Let this process write to the folder, with the user id of the user at the window, then call again.',
		details: { folder, ...(code !== '' && { code }) },
		cause,
	});
}
