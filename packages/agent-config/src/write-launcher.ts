import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomicallySync } from '@hawser/node/write-file-atomically.ts';
import { commandLauncher, type LauncherTarget, launcherPath, shellLauncher } from './launcher-script.ts';

/** Writes the launcher unless it is there and right. Gives its path. */
export function writeLauncher(home: string, target: LauncherTarget): string {
	const path = launcherPath(home);
	const isWindows = process.platform === 'win32';
	const text = isWindows ? commandLauncher(target) : shellLauncher(target);
	if (!isCurrent(path, text)) {
		mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
		writeFileAtomicallySync(path, text, 0o755);
	}
	return path;
}

function isCurrent(path: string, text: string): boolean {
	try {
		const runs = process.platform === 'win32' || (statSync(path).mode & 0o111) !== 0;
		return runs && readFileSync(path, 'utf8') === text;
	} catch {
		return false;
	}
}
