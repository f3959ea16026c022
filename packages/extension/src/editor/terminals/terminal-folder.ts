import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';

export interface TerminalFolder {
	/** Its absolute path; it exists once there is a file in it. */
	readonly path: string;
	/** An absolute path for a new file that nobody else uses. */
	newFile(ending: string): Promise<string>;
	dispose(): void;
}

/** A folder for scripts and outputs, which only the user can read. It goes with the window. */
export function createTerminalFolder(parent: string): TerminalFolder {
	const folder = path.join(parent, `${process.pid}-${randomBytes(4).toString('hex')}`);
	let made: Promise<unknown> | undefined;
	let files = 0;
	return {
		path: folder,
		async newFile(ending) {
			made ??= removeOrphans(parent).then(() => mkdir(folder, { recursive: true, mode: 0o700 }));
			await made;
			files++;
			return path.join(folder, `${files}${ending}`);
		},
		dispose() {
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Folders of windows that ended without a goodbye. */
async function removeOrphans(parent: string): Promise<void> {
	const names = await readdir(parent).catch(() => []);
	const orphans = names.filter(name => !isProcessAlive(Number.parseInt(name, 10)));
	await Promise.all(orphans.map(name => rm(path.join(parent, name), { recursive: true, force: true })));
}
