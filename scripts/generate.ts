/** Writes everything that follows from the tools, the error table, the settings and the texts for users; `--check` only compares. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generatedFiles } from './generate/generated-files.ts';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const files = await generatedFiles(root);
const stale: string[] = [];

for (const { path, content } of files) {
	const file = join(root, path);
	if (readIfThere(file) !== content) {
		stale.push(path);
		if (!check) {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, content);
		}
	}
}

// A snapshot without its tool is as stale as a tool without its snapshot.
const snapshots = join(root, 'packages/core/tool-snapshots');
const wanted = new Set(files.map(file => join(root, file.path)));
for (const name of readdirSync(snapshots)) {
	const file = join(snapshots, name);
	if (!wanted.has(file)) {
		stale.push(relative(root, file));
		if (!check) {
			rmSync(file);
		}
	}
}

if (stale.length === 0) {
	console.log(`Generated files are current (${files.length}).`);
} else if (check) {
	console.error(`Not current, run "npm run generate":\n${stale.map(path => `  ${path}`).join('\n')}`);
	process.exitCode = 1;
} else {
	console.log(`Wrote:\n${stale.map(path => `  ${path}`).join('\n')}`);
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}
