/** `npm test`: checks, builds what users install, and runs every test against it. Arguments go to vitest. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UNIT_TESTS } from '../vitest.config.ts';
import { ROOT } from './build/artefacts.ts';
import { buildAll } from './build/build-all.ts';
import { prepareEditor } from './prepare-editor.ts';
import { runVitest } from './run-vitest.ts';

const RESULTS = join(ROOT, 'dist/test-results.json');
const filters = process.argv.slice(2);

if (filters.length === 0) {
	step('Checking', () => run('node', ['scripts/check.ts']));
}
if (!needsNoEditor(filters)) {
	console.log('\n== Building');
	await buildAll();
	console.log('\n== Preparing a real VS Code');
	await prepareEditor();
}
mkdirSync(join(ROOT, 'dist'), { recursive: true });
rmSync(RESULTS, { force: true });
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
step('Testing', () => runVitest(['run', ...reporters, ...filters]));

/** True when each filter is a path, or a part of one, that only unit tests have. Options and titles may mean any test. */
function needsNoEditor(words: readonly string[]): boolean {
	const all = globSync(['packages/*/test/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: ROOT });
	const unit = new Set(globSync(UNIT_TESTS.include, { cwd: ROOT, exclude: UNIT_TESTS.exclude }));
	return (
		words.length > 0 &&
		words.every(word => {
			const meant = all.filter(file => file.replaceAll('\\', '/').includes(word));
			return meant.length > 0 && meant.every(file => unit.has(file));
		})
	);
}

function step(title: string, work: () => number): void {
	console.log(`\n== ${title}`);
	const code = work();
	if (title === 'Testing') {
		printSummary();
	}
	if (code !== 0) {
		process.exit(code);
	}
}

function run(command: string, args: readonly string[]): number {
	const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
	return status ?? 1;
}

/** One plain line that any reader of the log understands. */
function printSummary(): void {
	const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<
		string,
		number
	>;
	console.log(
		`\n${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`,
	);
}
