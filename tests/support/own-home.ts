import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '@hawser/headless/install/cache-folder.ts';
import { RUN_FOLDER_VARIABLE } from './made-once.ts';

/** Variables that name the folders of a user's settings and state, apart from the home itself. */
const STATE_VARIABLES = [
	'HAWSER_HOME',
	'CLAUDE_CONFIG_DIR',
	'CODEX_HOME',
	'XDG_CONFIG_HOME',
	'XDG_DATA_HOME',
	'XDG_STATE_HOME',
	'APPDATA',
	'LOCALAPPDATA',
];
const HOME_VARIABLES = ['HOME', 'USERPROFILE'];

const made: string[] = [];

/**
 * Gives all tests an empty home: what a user has there, or what an earlier command left there, changes no result. They share
 * a folder for what is made once for all of them.
 */
export function setup(): void {
	const real = homedir();
	// What was downloaded once is used again, and packages come from where the user gets theirs.
	keep('HAWSER_EDITOR_CACHE', cacheFolder());
	keep('npm_config_cache', join(real, '.npm'));
	keep('npm_config_userconfig', join(real, '.npmrc'));
	keep('PIP_CONFIG_FILE', join(real, '.config/pip/pip.conf'));
	const home = makeFolder('home');
	for (const name of STATE_VARIABLES) {
		Reflect.deleteProperty(process.env, name);
	}
	for (const name of HOME_VARIABLES.filter(variable => process.env[variable] !== undefined)) {
		process.env[name] = home;
	}
	process.env[RUN_FOLDER_VARIABLE] = makeFolder('run');
}

export function teardown(): void {
	for (const folder of made) {
		rmSync(folder, { recursive: true, force: true });
	}
}

function makeFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `hawser-${name}-`));
	made.push(folder);
	return folder;
}

function keep(name: string, path: string): void {
	if (process.env[name] === undefined && existsSync(path)) {
		process.env[name] = path;
	}
}
