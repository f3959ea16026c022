import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARTEFACTS, ROOT } from './artefacts.ts';
import { bundleCli, bundleExtension } from './bundle.ts';
import { packageArtefacts } from './package.ts';

const STAMP = join(ROOT, 'dist/.built');

/** Bundles and packs, unless nothing has changed since the last time. */
export async function buildAll(): Promise<{ built: boolean }> {
	const hash = hashInputs();
	const current = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
	if (current && Object.values(ARTEFACTS).every(existsSync)) {
		return { built: false };
	}
	await bundleCli();
	await bundleExtension();
	packageArtefacts();
	writeFileSync(STAMP, hash);
	return { built: true };
}

function hashInputs(): string {
	const hash = createHash('sha256').update(process.env['HAWSER_SOURCE_MAPS'] ?? '');
	const inputs = globSync(
		[
			'packages/{core,node,link,agent-config,cli,extension,database,git,journal,manifests}/src/**/*',
			'packages/{cli,extension}/{package.json,README.md,.vscodeignore,icon.png}',
			'packages/extension/{package.nls*.json,l10n/*.json}',
			'scripts/build/*.{ts,cjs}',
			'package-lock.json',
			'LICENSE',
		],
		{ cwd: ROOT, withFileTypes: true },
	)
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name))
		.sort();
	for (const file of inputs) {
		hash.update(file).update(readFileSync(file));
	}
	return hash.digest('hex');
}
