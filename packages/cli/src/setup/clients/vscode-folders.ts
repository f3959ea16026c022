import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupEnvironment } from '../environment.ts';

/** Editors that read the same file, each in its own place; the first that is there, else the usual one. */
const PRODUCTS = ['Code', 'Code - Insiders', 'VSCodium'];

/** The folder of the default profile. */
export function userFolder(environment: SetupEnvironment): string {
	const folders = PRODUCTS.map(product => join(settingsFolder(environment), product, 'User'));
	return folders.find(existsSync) ?? join(settingsFolder(environment), 'Code', 'User');
}

/** The folder in which programs keep their settings on this system. */
export function settingsFolder({ home, env, platform }: SetupEnvironment): string {
	if (platform === 'darwin') {
		return join(home, 'Library', 'Application Support');
	}
	if (platform === 'win32') {
		return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
	}
	return env['XDG_CONFIG_HOME'] ?? join(home, '.config');
}
