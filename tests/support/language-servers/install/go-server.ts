import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from '@hawser/headless/install/cache-folder.ts';
import { serverFolder } from './npm-server.ts';

const run = promisify(execFile);

/**
 * Builds a program from a Go module into the cache; the folders of the program and of Go's own ones. Undefined where there is
 * no Go, or the module cannot be had.
 */
export async function installFromGo(
	module: `${string}@${string}`,
): Promise<{ folder: string; toolchain: string } | undefined> {
	const folder = serverFolder(module.replaceAll(/[/@]/g, '-'));
	try {
		await installOnce(folder, async target => {
			process.stderr.write(`Building ${module}, once …\n`);
			// Tests have a home of their own; where modules come from is said in the user's.
			const env = { ...process.env, HOME: userInfo().homedir, GOBIN: join(target, 'bin'), GOTOOLCHAIN: 'local' };
			await run('go', ['install', module], { env });
		});
		const { stdout: root } = await run('go', ['env', 'GOROOT']);
		return { folder: join(folder, 'bin'), toolchain: join(root.trim(), 'bin') };
	} catch {
		return undefined;
	}
}
