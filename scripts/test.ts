/** `npm test`: checks, builds what users install, and runs every test against it. Arguments go to vitest. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { ALONE_VARIABLE, RESULT_FILE, type TestResults } from '../tests/support/result-file.ts';
import { UNIT_TESTS } from '../vitest.config.ts';
import { ROOT } from './build/artefacts.ts';
import { buildAll } from './build/build-all.ts';
import { prepareEditor } from './prepare-editor.ts';
import { runVitest } from './run-vitest.ts';

/** More files than these do not fail by chance. */
const MAX_AGAIN = 10;

const filters = process.argv.slice(2);

if (filters.length === 0) {
	console.log('\n== Checking');
	exitUnlessZero(run('node', ['scripts/check.ts']));
}
if (!needsNoEditor(filters)) {
	console.log('\n== Building');
	await buildAll();
	console.log('\n== Preparing a real VS Code');
	await prepareEditor();
}
console.log('\n== Testing');
const { code, results } = runTests(filters);
if (code !== 0 && process.env['CI'] !== undefined && mayRunAgain(results)) {
	runAgain(results);
} else {
	printSummary(results);
	process.exitCode = code;
}

function runTests(words: readonly string[]): { code: number; results: TestResults } {
	rmSync(RESULT_FILE, { force: true });
	const code = runVitest(['run', ...words]);
	return { code, results: JSON.parse(readFileSync(RESULT_FILE, 'utf8')) as TestResults };
}

/** True when only a few files failed, and nothing that belongs to none of them. */
function mayRunAgain({ failedFiles }: TestResults): boolean {
	return failedFiles.length <= MAX_AGAIN && !failedFiles.includes('');
}

/**
 * On a machine that many share, a program may be held up for longer than VS Code itself waits for it. There a file that failed beside
 * others runs once more, alone and from nothing, and the log says so; who works on the code sees it fail at once.
 */
function runAgain(first: TestResults): void {
	console.log(`\n== Testing once more, one file at a time: ${first.failedFiles.join(', ')}`);
	process.env[ALONE_VARIABLE] = '1';
	const again = runTests(first.failedFiles);
	printSummary({ ...first, passed: first.passed + first.failed - again.results.failed, failed: again.results.failed });
	process.exitCode = again.code;
}

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

function exitUnlessZero(code: number): void {
	if (code !== 0) {
		process.exit(code);
	}
}

function run(command: string, args: readonly string[]): number {
	const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
	return status ?? 1;
}

/** One plain line that any reader of the log understands. */
function printSummary({ passed, failed, skipped }: TestResults): void {
	console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
}
