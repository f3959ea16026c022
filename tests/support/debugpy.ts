import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/build/artefacts.ts';

/** Microsoft's debugger for Python, fetched once: a second adapter that has nothing in common with js-debug. */
export function installDebugpy(): { python: string; packages: string } {
	return fromDebian() ?? fromPip();
}

const CACHE = join(ROOT, 'node_modules/.cache/hawser-debugpy');
const DEBIAN_PACKAGES = ['python3-debugpy', 'python3-pydevd', 'python3-bytecode'];

/** Unpacked beside everything else, so nothing is installed on the system. */
function fromDebian(): { python: string; packages: string } | undefined {
	const python = '/usr/bin/python3';
	const folder = join(CACHE, 'debian');
	const packages = join(folder, 'usr/lib/python3/dist-packages');
	try {
		if (!existsSync(join(packages, 'bytecode'))) {
			mkdirSync(folder, { recursive: true });
			execFileSync('apt-get', ['download', ...DEBIAN_PACKAGES], { cwd: folder, stdio: 'pipe' });
			for (const file of globSync('*.deb', { cwd: folder })) {
				execFileSync('dpkg', ['-x', file, '.'], { cwd: folder, stdio: 'pipe' });
			}
		}
		execFileSync(python, ['-c', 'import debugpy, pydevd'], { env: { PYTHONPATH: packages }, stdio: 'pipe' });
		return { python, packages };
	} catch {
		// Not a Debian system, or one whose Python is another.
		return undefined;
	}
}

function fromPip(): { python: string; packages: string } {
	const packages = join(CACHE, 'pip');
	const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
	if (!existsSync(join(packages, 'debugpy/adapter'))) {
		const install = ['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', packages, 'debugpy'];
		execFileSync(python, install, { stdio: 'pipe' });
	}
	return { python, packages };
}
