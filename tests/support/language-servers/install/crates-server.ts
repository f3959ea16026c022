import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from '@hawser/headless/install/cache-folder.ts';
import { serverFolder } from './npm-server.ts';

const run = promisify(execFile);

/** A server that is tested and not shipped need not be fast: to optimise less halves the time that it takes to build. */
const QUICK_BUILD = {
	CARGO_PROFILE_RELEASE_OPT_LEVEL: '1',
	CARGO_PROFILE_RELEASE_LTO: 'false',
	CARGO_PROFILE_RELEASE_DEBUG: '0',
};

/** Builds a program from a crate into the cache, which takes minutes; the folder of the program. Undefined where there is no Rust, or no such crate. */
export async function installFromCrates(crate: `${string}@${string}`): Promise<string | undefined> {
	const folder = serverFolder(crate.replaceAll('@', '-'));
	try {
		await installOnce(folder, async target => {
			process.stderr.write(`Building ${crate}, once; this takes a quarter of an hour …\n`);
			// Tests have a home of their own; where crates come from is said in the user's.
			const env = { ...process.env, ...QUICK_BUILD, HOME: userInfo().homedir };
			await run('cargo', ['install', '--quiet', '--locked', '--root', target, crate], { env });
		});
		return join(folder, 'bin');
	} catch {
		return undefined;
	}
}
