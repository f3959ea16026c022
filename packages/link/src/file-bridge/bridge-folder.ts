import { lstatSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { chmod, lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@hawser/node/system-error.ts';
import { bridgeFolder, jobsFolder } from './layout.ts';
import { isOf, type Owner } from './read-plain-file.ts';

/** Only what is the bridge's own: a project may keep tools of its own beside it, in git. */
const IGNORED = '# Written by Hawser: the file bridge is nothing for a repository.\n/execute/\n/host.json\n/.*\n';

/** Makes the folders of the bridge where they are missing. Rejects when they cannot be relied on. */
export async function ensureBridgeFolder(workspace: string, owner: Owner): Promise<void> {
	await ensureOwnFolder(bridgeFolder(workspace), owner);
	await ensureOwnFolder(jobsFolder(workspace), owner);
	await chmod(jobsFolder(workspace), 0o700);
	await writeFile(ignoreFile(workspace), IGNORED, { flag: 'wx' }).catch(passOver('EEXIST'));
}

async function ensureOwnFolder(path: string, owner: Owner): Promise<void> {
	await mkdir(path, { mode: 0o700 }).catch(passOver('EEXIST'));
	const stats = await lstat(path);
	if (!stats.isDirectory()) {
		throw new Error(`${path} is a link or a file, not a folder.`);
	}
	if (!isOf(owner, stats)) {
		throw new Error(`${path} belongs to somebody else.`);
	}
}

/** At once, for a window that closes: takes away what is empty and ours. */
export function removeEmptyBridgeFolder(workspace: string): void {
	try {
		rmdirSync(jobsFolder(workspace));
		if (lstatSync(ignoreFile(workspace)).isFile() && readFileSync(ignoreFile(workspace), 'utf8') === IGNORED) {
			rmSync(ignoreFile(workspace));
		}
		rmdirSync(bridgeFolder(workspace));
	} catch {
		// Jobs, or files of the project, are in it.
	}
}

function ignoreFile(workspace: string): string {
	return join(bridgeFolder(workspace), '.gitignore');
}

function passOver(code: string): (cause: unknown) => void {
	return cause => {
		if (errorCode(cause) !== code) {
			throw cause;
		}
	};
}
