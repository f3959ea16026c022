import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ARTEFACTS, ROOT } from './artefacts.ts';

/** Packs what users install: the VSIX and the tarball of the CLI. */
export function packageArtefacts(): void {
	const { vsix, cliTarball } = ARTEFACTS;
	mkdirSync(dirname(vsix), { recursive: true });
	for (const file of readdirSync(dirname(vsix)).filter(name => /\.(vsix|tgz)$/.test(name))) {
		rmSync(join(dirname(vsix), file));
	}
	run('vsce', ['package', '--no-dependencies', '--allow-missing-repository', '--out', vsix], 'packages/extension');
	const output = run('npm', ['pack', '--json', '--pack-destination', dirname(cliTarball)], 'packages/cli');
	const filename = /"filename":\s*"([^"]+)"/.exec(output)?.[1];
	if (filename === undefined) {
		throw new Error(`npm pack did not name the tarball: ${output}`);
	}
	renameSync(join(dirname(cliTarball), filename), cliTarball);
}

/** Quiet unless it fails; then the error carries what the program said. */
function run(command: string, args: readonly string[], folder: string): string {
	return execFileSync(command, args, {
		cwd: join(ROOT, folder),
		encoding: 'utf8',
		stdio: 'pipe',
		shell: process.platform === 'win32',
	});
}
