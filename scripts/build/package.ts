import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { ARTEFACTS, ROOT } from './artefacts.ts';

/** Packs what users install: the VSIX and the tarball of the CLI. */
export async function packageArtefacts(): Promise<void> {
	const { vsix, cliTarball } = ARTEFACTS;
	mkdirSync(dirname(vsix), { recursive: true });
	for (const file of readdirSync(dirname(vsix)).filter(name => /\.(vsix|tgz)$/.test(name))) {
		rmSync(join(dirname(vsix), file));
	}
	await createVSIX({
		cwd: join(ROOT, 'packages/extension'),
		packagePath: vsix,
		dependencies: false,
		allowMissingRepository: true,
	});
	const output = execFileSync('npm', ['pack', '--json', '--pack-destination', dirname(cliTarball)], {
		cwd: join(ROOT, 'packages/cli'),
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	const filename = /"filename":\s*"([^"]+)"/.exec(output)?.[1];
	if (filename === undefined) {
		throw new Error(`npm pack did not name the tarball: ${output}`);
	}
	renameSync(join(dirname(cliTarball), filename), cliTarball);
}
