import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../node/test/temporary-folder.ts';
import { findRipgrep } from '../../../src/editor/search/find-ripgrep.ts';

const PROGRAM = process.platform === 'win32' ? 'rg.exe' : 'rg';
let root: string;
beforeEach(() => {
	root = temporaryFolder();
	vi.stubEnv('PATH', '');
});
afterEach(() => {
	vi.unstubAllEnvs();
});

function makeProgram(folder: string): string {
	const path = join(root, folder, PROGRAM);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, '');
	chmodSync(path, 0o755);
	return path;
}

test.each([
	`node_modules/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}`,
	'node_modules/@vscode/ripgrep/bin',
	'node_modules.asar.unpacked/@vscode/ripgrep/bin',
])('the ripgrep in %s of the editor is found', async folder => {
	const program = makeProgram(folder);
	expect(await findRipgrep(root)).toBe(program);
});

test('the ripgrep on the PATH is found when the editor has none, but never one in the working directory', async () => {
	const program = makeProgram('bin');
	vi.stubEnv('PATH', ['.', 'bin', dirname(program)].join(delimiter));
	expect(await findRipgrep(root)).toBe(program);
});

test('without any ripgrep the error is E_NO_RIPGREP', async () => {
	vi.stubEnv('PATH', join(root, 'nothing'));
	await expect(findRipgrep(root)).rejects.toMatchObject({ code: 'E_NO_RIPGREP' });
});
