import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { resolvePathArguments } from '../../src/input/resolve-path-arguments.ts';
import { manifest } from '../../src/tools/published-tools.ts';

const root = temporaryFolder('paths');
const shop = path.join(root, 'shop');
const other = path.join(root, 'other');
for (const file of ['shop/src/main.ts', 'shop/src/lib/tax.ts', 'shop/README.md', 'shop/test/main.ts', 'other/a.ts']) {
	mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
	writeFileSync(path.join(root, file), '');
}
symlinkSync(shop, path.join(root, 'link'), 'dir');

function resolved(value: unknown, from: string, folders: readonly string[] = [shop]): unknown {
	const place = { folders, workingDirectory: path.join(root, from) };
	return resolvePathArguments({ path: value }, ['path'], place)['path'];
}

test.each([
	// The working directory comes first.
	['main.ts', 'shop/src', 'src/main.ts'],
	['./lib/tax.ts', 'shop/src', 'src/lib/tax.ts'],
	['../test/main.ts', 'shop/src', 'test/main.ts'],
	['.', 'shop/src', 'src'],
	['..', 'shop/src', '.'],
	// Then the folder of the window.
	['README.md', 'shop/src', 'README.md'],
	['src/main.ts', 'shop/src', 'src/main.ts'],
	['src/new.ts', 'shop/src', 'src/new.ts'],
	// A new file is made where one is.
	['new.ts', 'shop/src', 'src/new.ts'],
	['lib/new.ts', 'shop/src', 'src/lib/new.ts'],
	['nowhere/new.ts', 'shop/src', 'src/nowhere/new.ts'],
	// In the folder itself both are the same.
	['src/main.ts', 'shop', 'src/main.ts'],
	['../other/a.ts', 'shop', '../other/a.ts'],
	// Elsewhere only the window knows.
	['main.ts', 'other', 'main.ts'],
	// A path that is absolute stays as it is.
	['file:///a.ts', 'shop/src', 'file:///a.ts'],
	['untitled:Untitled-1', 'shop/src', 'untitled:Untitled-1'],
	[path.join(shop, 'src/main.ts'), 'shop/src', path.join(shop, 'src/main.ts')],
	['', 'shop/src', ''],
	[7, 'shop/src', 7],
])('%j in %s is %j', (value, from, expected) => {
	expect(resolved(value, from)).toBe(expected);
});

test('a path that leads out of the folder stays what it is, for the window to refuse', () => {
	expect(resolved('../../other/a.ts', 'shop/src')).toBe(path.join(root, 'other/a.ts'));
});

test('a path names its folder when the window has several', () => {
	expect(resolved('a.ts', 'other', [shop, other])).toBe(path.join(other, 'a.ts'));
	expect(resolved('shop/README.md', 'other', [shop, other])).toBe('shop/README.md');
});

test('a folder that was opened through a link is the same folder', () => {
	expect(resolved('main.ts', 'shop/src', [path.join(root, 'link')])).toBe('src/main.ts');
});

test('lists of paths and only paths are resolved', () => {
	const place = { folders: [shop], workingDirectory: path.join(shop, 'src') };
	expect(resolvePathArguments({ paths: ['main.ts', 'README.md'], query: 'main.ts' }, ['paths'], place)).toEqual({
		paths: ['src/main.ts', 'README.md'],
		query: 'main.ts',
	});
});

test('which arguments are paths is said by the tools', () => {
	const named = Object.fromEntries(manifest.tools.map(({ name, pathArguments }) => [name, pathArguments]));
	expect(named).toMatchObject({
		file_read: ['path'],
		file_rename: ['from', 'to'],
		git_stage: ['paths'],
		git_diff: ['path', 'repository'],
		terminal_run: ['cwd'],
		debug_save_variable: ['outputPath'],
	});
});
