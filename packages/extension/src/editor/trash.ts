import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import * as style from 'node:path';
import * as vscode from 'vscode';
import { errorCode } from './file-failure.ts';

export interface Trash {
	/** Takes the file or folder away; `trash`, or the path where it is now. */
	take(uri: vscode.Uri): Promise<string>;
}

const DAY = 24 * 60 * 60 * 1000;
const KEPT = 30 * DAY;

/**
 * The trash of the system, where there is one: VS Code refuses to use it in remote windows and in code-server. There the
 * file moves to a folder of ours, and is kept for thirty days.
 */
export function createTrash(folder: string): Trash {
	return {
		async take(uri) {
			try {
				await vscode.workspace.fs.delete(uri, { recursive: true, useTrash: true });
				return 'trash';
			} catch {
				// VS Code's reason is a translated sentence; whether it was the missing trash shows in what follows.
				await removeOld(folder);
				return await moveBelow(folder, uri.fsPath);
			}
		},
	};
}

async function moveBelow(folder: string, path: string): Promise<string> {
	const day = new Date().toISOString().slice(0, 10);
	const place = style.join(folder, `${day}-${randomBytes(4).toString('hex')}`);
	const target = style.join(place, style.basename(path));
	await mkdir(place, { recursive: true, mode: 0o700 });
	try {
		await rename(path, target);
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') {
			await rm(place, { recursive: true, force: true });
			throw error;
		}
		// Another file system: a whole copy first, so that nothing is lost if it fails half-way.
		await cp(path, target, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
		await rm(path, { recursive: true });
	}
	return target;
}

async function removeOld(folder: string): Promise<void> {
	try {
		for (const name of await readdir(folder)) {
			const place = style.join(folder, name);
			const { birthtimeMs, mtimeMs } = await stat(place);
			if (Math.max(birthtimeMs, mtimeMs) < Date.now() - KEPT) {
				await rm(place, { recursive: true, force: true });
			}
		}
	} catch {
		// There is none yet, or another window is tidying up too.
	}
}
