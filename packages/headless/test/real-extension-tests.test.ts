import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runExtensionTests } from '../src/run-extension-tests.ts';
import { writeExtension } from './fixtures/extension.ts';

const PATIENCE_MS = 10 * 60_000;

const SUITE = `const vscode = require('vscode');
exports.run = async () => {
	const answer = await vscode.commands.executeCommand('tests.developed', 6);
	console.log('the answer is %d', answer);
	if (answer !== EXPECTED) {
		throw new Error('wrong answer');
	}
};`;

test.each([
	[42, 0],
	[43, 1],
])('a suite that expects %d ends with %d', { timeout: PATIENCE_MS }, async (expected, exitCode) => {
	const folder = await mkdtemp(join(tmpdir(), 'headless-suite-test-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const extension = await writeExtension(join(folder, 'developed'), 'question => question * 7');
	const tests = join(folder, 'suite.js');
	await writeFile(tests, SUITE.replace('EXPECTED', String(expected)));

	const output: string[] = [];
	const run = runExtensionTests({ extension, tests, folder, onOutput: line => output.push(line) });
	expect(await run, output.join('\n')).toBe(exitCode);
	expect(output).toContain('the answer is 42');
});
