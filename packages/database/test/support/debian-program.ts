import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache');

export interface DebianProgram {
	file: string;
	env: NodeJS.ProcessEnv;
}

/** A program that the system has, or Debian's packages unpacked beside node_modules, nothing installed; undefined without both. */
export async function findDebianProgram(path: string, packages: readonly string[]): Promise<DebianProgram | undefined> {
	const installed = join('/', path);
	if (existsSync(installed)) {
		return { file: installed, env: process.env };
	}
	const root = join(CACHE, `hawser-${packages[0]}`);
	if (!existsSync(join(root, path))) {
		const folder = `${root}.${process.pid}`;
		try {
			mkdirSync(folder, { recursive: true });
			for (const name of packages) {
				// Newer releases name some of the libraries otherwise, and have them installed.
				await runProgram('apt-get', ['download', name], { cwd: folder }).catch(() => undefined);
			}
			for (const file of readdirSync(folder).filter(name => name.endsWith('.deb'))) {
				await runProgram('dpkg', ['-x', join(folder, file), folder]);
				rmSync(join(folder, file));
			}
			renameSync(folder, root);
		} catch {
			rmSync(folder, { recursive: true, force: true });
			return undefined;
		}
	}
	const libraries = ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'];
	const env = { ...process.env, LD_LIBRARY_PATH: libraries.map(folder => join(root, folder)).join(':') };
	return existsSync(join(root, path)) ? { file: join(root, path), env } : undefined;
}
