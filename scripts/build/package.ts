import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TYPESCRIPT_PLUGIN } from '../../packages/extension/src/settings/settings.ts';
import { ARTEFACTS, ROOT, VERSION } from './artefacts.ts';

/** Packs what users install: the VSIX and the tarball of the CLI. */
export function packageArtefacts(): void {
	const { vsix, cliTarball } = ARTEFACTS;
	mkdirSync(dirname(vsix), { recursive: true });
	for (const file of readdirSync(dirname(vsix)).filter(name => /\.(vsix|tgz)$/.test(name))) {
		rmSync(join(dirname(vsix), file));
	}
	packageExtension(vsix);
	const output = run('npm', ['pack', '--json', '--pack-destination', dirname(cliTarball)], 'packages/cli');
	const filename = /"filename":\s*"([^"]+)"/.exec(output)?.[1];
	if (filename === undefined) {
		throw new Error(`npm pack did not name the tarball: ${output}`);
	}
	renameSync(join(dirname(cliTarball), filename), cliTarball);
}

/**
 * From a folder that has nothing but what is shipped: of what the extension is built from, `vsce` could not tell which packages are
 * in the bundle already. English texts of the code are in the code, so of `l10n` only translations are shipped.
 */
function packageExtension(vsix: string): void {
	const source = join(ROOT, 'packages/extension');
	const shipped = join(ROOT, 'dist/extension');
	rmSync(shipped, { recursive: true, force: true });
	for (const name of [
		'dist',
		'media',
		...globSync(['package.nls*.json', 'l10n/bundle.l10n.*.json'], { cwd: source }),
		'icon.png',
		'README.md',
		'LICENSE',
		'.vscodeignore',
		`node_modules/${TYPESCRIPT_PLUGIN}`,
	]) {
		cpSync(join(source, name), join(shipped, name), { recursive: true });
	}
	const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as object;
	const own = { ...manifest, dependencies: { [TYPESCRIPT_PLUGIN]: VERSION } };
	writeFileSync(join(shipped, 'package.json'), JSON.stringify(own));
	// Where the pages of a repository are not known, there is nothing to make the links to pictures of.
	const links = 'repository' in manifest ? [] : ['--no-rewrite-relative-links'];
	run('vsce', ['package', '--allow-missing-repository', ...links, '--out', vsix], 'dist/extension', {
		NODE_OPTIONS: `--require ${JSON.stringify(join(ROOT, 'scripts/build/pack-tightly.cjs'))}`,
	});
}

/** Quiet unless it fails; then the error carries what the program said. */
function run(command: string, args: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}): string {
	return execFileSync(command, args, {
		env: { ...process.env, ...env },
		cwd: join(ROOT, folder),
		encoding: 'utf8',
		stdio: 'pipe',
		shell: process.platform === 'win32',
	});
}
