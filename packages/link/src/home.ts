import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder that all windows and all CLI processes of one user share. */
export function hawserHome(
	env: Readonly<Record<string, string | undefined>> = process.env,
	platform: NodeJS.Platform = process.platform,
): string {
	const chosen = env['HAWSER_HOME'];
	if (chosen !== undefined && chosen !== '') {
		return resolve(chosen);
	}
	if (platform !== 'win32') {
		return join(homedir(), '.hawser');
	}
	const local = env['LOCALAPPDATA'];
	return join(local === undefined || local === '' ? join(homedir(), 'AppData', 'Local') : local, 'hawser');
}

export function windowsFolder(home: string): string {
	return join(home, 'windows');
}

export function rulesPath(home: string): string {
	return join(home, 'rules.json');
}

/** Creates the home and its folder of windows, for this user only. */
export function ensureHome(home: string): void {
	mkdirSync(home, { recursive: true, mode: 0o700 });
	const folder = windowsFolder(home);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	// Only the folder of windows is tightened: HAWSER_HOME may name a folder that others have business in.
	if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) {
		chmodSync(folder, 0o700);
	}
}
