import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodingArgument } from '../../../src/editor/search/encoding-argument.ts';
import { findRipgrep } from '../../../src/editor/search/find-ripgrep.ts';

const PROGRAM = process.platform === 'win32' ? 'rg.exe' : 'rg';
let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'hawser-rg-'));
	vi.stubEnv('PATH', '');
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(root, { recursive: true });
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
])('the one in %s', async folder => {
	const program = makeProgram(folder);
	expect(await findRipgrep(root)).toBe(program);
});

test('the one on the PATH where the editor has none, but never one in the working directory', async () => {
	const program = makeProgram('bin');
	vi.stubEnv('PATH', ['.', 'bin', dirname(program)].join(delimiter));
	expect(await findRipgrep(root)).toBe(program);
});

test('none at all is E_NO_RIPGREP', async () => {
	vi.stubEnv('PATH', join(root, 'nothing'));
	await expect(findRipgrep(root)).rejects.toMatchObject({ code: 'E_NO_RIPGREP' });
});

test.each([
	['utf8', []],
	['utf8bom', []],
	['windows1252', ['--encoding=windows-1252']],
	['iso88591', ['--encoding=iso88591']],
	['shiftjis', ['--encoding=shift_jis']],
	['made-up', []],
	[undefined, []],
])('files.encoding %s', (setting, args) => {
	expect(encodingArgument(setting)).toEqual(args);
});
