import { execFileSync } from 'node:child_process';

/** Runs git as a user would, in a folder; what it prints. */
export function gitIn(folder: string, ...args: readonly string[]): string {
	return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Makes a repository of a folder, on the branch main, with everything in it as the first commit. */
export function makeRepository(folder: string, message: string): void {
	gitIn(folder, 'init', '--quiet', '--initial-branch=main');
	gitIn(folder, 'config', 'user.name', 'Ada');
	gitIn(folder, 'config', 'user.email', 'ada@example.org');
	gitIn(folder, 'add', '.');
	gitIn(folder, 'commit', '--quiet', '--message', message);
}
