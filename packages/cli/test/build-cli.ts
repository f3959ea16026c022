import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';

/** The program as users run it, in a folder of its own so that tests can run beside a real build. */
export async function buildCli(): Promise<string> {
	const folder = temporaryFolder('cli');
	const outfile = join(folder, 'hawser.js');
	writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
	await build({
		entryPoints: [join(import.meta.dirname, '../src/main.ts')],
		outfile,
		bundle: true,
		// jsonc-parser's CommonJS build cannot be bundled.
		mainFields: ['module', 'main'],
		// As in the real build: yaml's other build asks for Node's modules with require.
		alias: { yaml: join(import.meta.dirname, '../../../node_modules/yaml/browser/index.js') },
		format: 'esm',
		platform: 'node',
		target: 'node20',
		minify: true,
		logLevel: 'warning',
	});
	return outfile;
}

/** Modules of Node that the built program loads at start; each costs every start. */
export function importedModules(file: string): string[] {
	const found = readFileSync(file, 'utf8').matchAll(/from\s*"(node:[a-z/_]+)"/g);
	return [...new Set([...found].map(([, name]) => name ?? ''))].sort();
}
