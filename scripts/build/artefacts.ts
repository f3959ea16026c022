import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

export const VERSION = manifest.version;

/** The files that users install, and that tests and benchmarks therefore run. */
export const ARTEFACTS = {
	vsix: join(ROOT, 'dist', `hawser-${VERSION}.vsix`),
	cliTarball: join(ROOT, 'dist', `hawser-${VERSION}.tgz`),
	/** The same file that is in the tarball. */
	cli: join(ROOT, 'packages/cli/dist/hawser.js'),
};
