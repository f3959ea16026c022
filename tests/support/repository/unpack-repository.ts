import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, installOnce } from '@hawser/headless/install/cache-folder.ts';
import { environmentForNpm } from '@hawser/headless/install/run-npm.ts';

const run = promisify(execFile);

interface SourcePackage {
	name: string;
	version: string;
	integrity: string;
}

/** Packages that ship their TypeScript sources: 251 and 298 files that nobody here wrote, both under Apache-2.0. */
const PACKAGES: readonly SourcePackage[] = [
	{
		name: 'rxjs',
		version: '7.8.2',
		integrity: 'sha512-dhKf903U/PQZY6boNNtAGdWbG85WAbjT/1xYoZIC7FAY0yWapOBQVsVrDl58W86//e1VpMNBtRV4MaXfdMySFA==',
	},
	{
		name: 'openai',
		version: '6.49.0',
		integrity: 'sha512-aYCc0C6L864eR6WSYIwQGyXriw/nIyZx0ObvhzOEVuk0zoBDpynjSbrionWI7q65B5H8jJX0DXR9snEzM6bfPg==',
	},
];

export const PROJECTS: readonly string[] = PACKAGES.map(({ name }) => name);

/** The settings of the packages themselves lead to files that are not in the tarballs. */
const TSCONFIG = {
	compilerOptions: {
		strict: true,
		target: 'esnext',
		module: 'esnext',
		moduleResolution: 'bundler',
		lib: ['esnext', 'dom'],
		types: [],
		noEmit: true,
	},
	include: ['src'],
};

/** Makes a repository of several projects in the folder, each with its own tsconfig. */
export async function unpackRepository(folder: string): Promise<void> {
	for (const { name, version, integrity } of PACKAGES) {
		const unpacked = join(cacheFolder(), 'sources', `${name}-${version}`);
		await installOnce(unpacked, target => fetchPackage({ name, version, integrity }, target));
		const project = join(folder, name);
		mkdirSync(project, { recursive: true });
		cpSync(join(unpacked, 'package/src'), join(project, 'src'), {
			recursive: true,
			filter: source => !/tsconfig[^/\\]*\.json$/.test(source),
		});
		writeFileSync(join(project, 'tsconfig.json'), `${JSON.stringify(TSCONFIG, null, '\t')}\n`);
	}
}

async function fetchPackage({ name, version, integrity }: SourcePackage, target: string): Promise<void> {
	await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', target], {
		cwd: target,
		env: environmentForNpm(process.env),
		shell: process.platform === 'win32',
	});
	const [tarball = ''] = readdirSync(target).filter(file => file.endsWith('.tgz'));
	const digest = createHash('sha512')
		.update(readFileSync(join(target, tarball)))
		.digest('base64');
	if (`sha512-${digest}` !== integrity) {
		throw new Error(`${name}@${version} is not the package that was pinned: sha512-${digest}`);
	}
	await run('tar', ['-xzf', tarball, 'package/src'], { cwd: target });
	rmSync(join(target, tarball));
}
