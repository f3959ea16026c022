import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from '@hawser/headless/install/cache-folder.ts';
import { serverFolder } from './npm-server.ts';

const run = promisify(execFile);

/** Installs a package from PyPI into a folder of the cache; undefined where there is no Python, or no such wheel for it. */
export async function installFromPip(
	requirement: `${string}==${string}`,
): Promise<{ folder: string; python: string } | undefined> {
	const folder = serverFolder(requirement.replaceAll(/[[\]=]+/g, '-'));
	try {
		const { stdout } = await run('python3', ['-c', 'import sys; print(sys.executable)']);
		const python = stdout.trim();
		await installOnce(folder, async target => {
			process.stderr.write(`Installing ${requirement} from PyPI, once …\n`);
			await run(python, ['-m', 'pip', 'install', '--quiet', '--target', join(target, 'packages'), requirement]);
		});
		return { folder: join(folder, 'packages'), python };
	} catch {
		return undefined;
	}
}
