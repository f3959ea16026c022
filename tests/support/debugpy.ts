import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/build/artefacts.ts';

/** Microsoft's debugger for Python, from PyPI, fetched once: a second adapter that has nothing in common with js-debug. */
export function installDebugpy(): { python: string; packages: string } {
	const packages = join(ROOT, 'node_modules/.cache/hawser-debugpy');
	const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
	if (!existsSync(join(packages, 'debugpy/adapter'))) {
		execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', packages, 'debugpy'], {
			stdio: 'pipe',
		});
	}
	return { python, packages };
}
