import { spawnSync } from 'node:child_process';
import { ROOT } from './build/artefacts.ts';

/** Runs vitest in the foreground; its exit code. */
export function runVitest(args: readonly string[]): number {
	const { status } = spawnSync('vitest', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
	return status ?? 1;
}
