import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureHome, windowsFolder } from '@hawser/link/home.ts';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';

export const POSIX = process.platform !== 'win32';

/** A home in which the windows are registered. */
export function homeWith(...windows: string[]): string {
	const home = join(temporaryFolder('home'), 'home');
	ensureHome(home);
	for (const id of windows) {
		writeFileSync(join(windowsFolder(home), `${id}.json`), '{}');
	}
	return home;
}

export function git(folder: string, ...args: string[]): string {
	const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
	return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** A repository whose first commit has these files. */
export function repositoryWith(files: Record<string, string>): string {
	const folder = temporaryFolder('repository');
	git(folder, 'init', '--quiet');
	for (const [name, content] of Object.entries({ 'readme.md': 'x\n', ...files })) {
		mkdirSync(join(folder, name, '..'), { recursive: true });
		writeFileSync(join(folder, name), content);
	}
	git(folder, 'add', '--force', '.');
	git(folder, 'commit', '--quiet', '--message', 'first');
	return folder;
}

/** The changes that git would show the user; empty where it shows none. */
export function gitStatus(folder: string): string {
	return git(folder, 'status', '--porcelain');
}
