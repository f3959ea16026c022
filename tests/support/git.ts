import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Leaves a repository in the middle of a merge: both branches have added another last line to the file. */
export function makeConflict(folder: string, file: string): void {
	const add = (line: string) => {
		appendFileSync(join(folder, file), line);
		gitIn(folder, 'commit', '--quiet', '--all', '--message', line.trim());
	};
	gitIn(folder, 'switch', '--quiet', '--create', 'side');
	add('// theirs\n');
	gitIn(folder, 'switch', '--quiet', 'main');
	add('// ours\n');
	try {
		gitIn(folder, 'merge', '--quiet', 'side');
	} catch {
		// It stops at the conflict.
	}
}
