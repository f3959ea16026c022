import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, installOnce } from '@hawser/headless/install/cache-folder.ts';
import { environmentForNpm } from '@hawser/headless/install/run-npm.ts';

const run = promisify(execFile);
const LIMIT_MS = 15 * 60_000;
const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--progress=false', '--loglevel=error'];

/**
 * Installs packages into one folder of the cache, which is named by the first; the folder with the node_modules. `overrides` are
 * versions of packages that these depend on, for instance of one that they would take from a git repository.
 */
export async function installFromNpm(
	packages: readonly `${string}@${string}`[],
	overrides: Readonly<Record<string, string>> = {},
): Promise<string> {
	const [first = ''] = packages;
	const target = serverFolder(first.replace(/^@/, '').replaceAll(/[/@]/g, '-'));
	await installOnce(target, async folder => {
		process.stderr.write(`Installing ${packages.join(', ')} from npm, once …\n`);
		await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
		await run('npm', ['install', '--ignore-scripts', '--include=optional', '--save-exact', ...QUIET, ...packages], {
			cwd: folder,
			env: environmentForNpm(process.env),
			timeout: LIMIT_MS,
			shell: process.platform === 'win32',
		});
	});
	return target;
}

/** Beside the editor in its cache, never in node_modules, which `npm ci` empties. */
export function serverFolder(name: string): string {
	return join(cacheFolder(), 'language-servers', name);
}
