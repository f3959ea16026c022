import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import type { Settings } from './settings.ts';

const PREFIX = 'hawser-headless-';
const HOST_FILE = 'host';

export interface LaunchFolder {
	root: string;
	userData: string;
	extensions: string;
	home: string;
	run: string;
	/** Temporary files of the editor and of Playwright. */
	temporary: string;
	sockets: string;
	browser: string;
	log: string;
}

/**
 * A fresh folder for each launch. Reusing one while the extension host of the previous launch was still shutting down
 * cost an activation in one of about seventy launches.
 */
export async function createLaunchFolder(settings: Settings): Promise<LaunchFolder> {
	await removeFoldersOfTheDead();
	const root = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
	const folder: LaunchFolder = {
		root,
		userData: join(root, 'data'),
		extensions: join(root, 'extensions'),
		home: join(root, 'home'),
		run: join(root, 'run'),
		temporary: join(root, 'tmp'),
		sockets: join(root, 'eval'),
		browser: join(root, 'browser'),
		log: join(root, 'server.log'),
	};
	const { userData, extensions, home, run, temporary, sockets, browser } = folder;
	for (const path of [join(userData, 'User'), extensions, home, run, temporary, sockets, browser]) {
		await mkdir(path, { recursive: true, mode: 0o700 });
	}
	await writeFile(join(root, HOST_FILE), hostname());
	await writeFile(join(userData, 'User/settings.json'), JSON.stringify(settings, undefined, '\t'));
	return folder;
}

export async function removeLaunchFolder({ root }: LaunchFolder): Promise<void> {
	await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** The owner of a launch whose folder is called `name`, or undefined if it is something else. */
export function ownerOf(name: string): number | undefined {
	const pid = name.startsWith(PREFIX) ? /^(\d+)-\w+$/.exec(name.slice(PREFIX.length))?.[1] : undefined;
	return pid === undefined ? undefined : Number(pid);
}

/** A program that was killed could not tidy up; the next launch does it. */
async function removeFoldersOfTheDead(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		const owner = ownerOf(name);
		if (owner === undefined || isProcessAlive(owner)) {
			continue;
		}
		const folder = join(tmpdir(), name);
		// Containers may share /tmp but not their process ids.
		const host = await readFile(join(folder, HOST_FILE), 'utf8').catch(() => '');
		if (host === hostname()) {
			await rm(folder, { recursive: true, force: true }).catch(() => undefined);
		}
	}
}
