/** Runs every check, or those whose names contain one of the words that are given. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build/artefacts.ts';

interface Check {
	name: string;
	command: string;
	args: readonly string[];
}

const TYPE_CHECKED = [
	'core',
	'node',
	'link',
	'agent-config',
	'cli',
	'extension',
	'headless',
	'database',
	'git',
	'manifests',
	'journal',
].filter(name => existsSync(join(ROOT, 'packages', name)));

const CHECKS: readonly Check[] = [
	{ name: 'lint', command: 'eslint', args: ['.', '--max-warnings', '0'] },
	{ name: 'lint that needs types', command: 'oxlint', args: ['--deny-warnings'] },
	...TYPE_CHECKED.map(name => typesIn(`types of ${name}`, `packages/${name}`)),
	...['editor/questions/page', 'activity/page'].map(page =>
		typesIn(`types of the pages in ${page}`, `packages/extension/src/${page}`),
	),
	typesIn('types of tests and scripts', '.'),
	{ name: 'format', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
	{ name: 'layers', command: 'depcruise', args: ['packages', '--config', '.dependency-cruiser.cjs'] },
	{ name: 'generated files', command: 'node', args: ['scripts/generate.ts', '--check'] },
	{ name: 'unused code', command: 'knip', args: [] },
	{ name: 'folders', command: 'node', args: ['scripts/check-folders.ts'] },
	{ name: 'links', command: 'node', args: ['scripts/check-links.ts'] },
	{ name: 'workflows', command: 'node', args: ['scripts/check-workflows.ts'] },
];

const words = process.argv.slice(2);
const pending = CHECKS.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)));
if (pending.length === 0) {
	console.error(`No check has such a name. There are: ${CHECKS.map(({ name }) => name).join(', ')}.`);
	process.exitCode = 1;
}
const failed: string[] = [];
// The first one takes as long as all others together, so two at a time fill two cores.
await Promise.all([worker(), worker()]);
if (failed.length > 0) {
	console.error(`Failed: ${failed.join(', ')}`);
	process.exitCode = 1;
}

/** By the compiler of TypeScript 7, for its speed; the linter and what is shipped need the one that is written in JavaScript. */
function typesIn(name: string, folder: string): Check {
	return { name, command: 'node', args: ['node_modules/typescript-7/bin/tsc', '-p', folder] };
}

async function worker(): Promise<void> {
	for (let check = pending.shift(); check; check = pending.shift()) {
		const startedAt = Date.now();
		const { code, output } = await run(check);
		console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${check.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
		if (code !== 0) {
			failed.push(check.name);
			console.log(output);
		}
	}
}

function run({ command, args }: Check): Promise<{ code: number | null; output: string }> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: ROOT, shell: process.platform === 'win32' });
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
		child.on('error', reject);
		child.on('close', code => resolve({ code, output }));
	});
}
