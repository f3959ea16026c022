import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../node/test/temporary-folder.ts';
import { recentChanges } from '../../../src/editor/typescript/recent-changes.ts';

let root: string;

beforeEach(async () => {
	root = temporaryFolder();
	await mkdir(join(root, 'src'));
	await mkdir(join(root, 'node_modules'));
	await writeFile(join(root, 'src', 'old.ts'), '');
	await new Promise(resolve => setTimeout(resolve, 60));
});

const isScript = (name: string) => name.endsWith('.ts');

test('a new file is found, and so is the folder in which it was created', async () => {
	const since = Date.now() - 30;
	await writeFile(join(root, 'src', 'new.ts'), '');
	await writeFile(join(root, 'src', 'new.txt'), '');
	const changes = await recentChanges(root, since, isScript);
	expect(changes?.files.map(({ path }) => path)).toEqual([join(root, 'src', 'new.ts')]);
	expect(changes?.folders.map(({ path }) => path)).toEqual([join(root, 'src')]);
});

test('an edit in place leaves the folder alone', async () => {
	const since = Date.now() - 30;
	await writeFile(join(root, 'src', 'old.ts'), 'x');
	const changes = await recentChanges(root, since, isScript);
	expect(changes?.files).toHaveLength(1);
	expect(changes?.folders).toEqual([]);
});

test('a deletion shows in the folder', async () => {
	const since = Date.now() - 30;
	await rm(join(root, 'src', 'old.ts'));
	const changes = await recentChanges(root, since, isScript);
	expect(changes?.folders.map(({ path }) => path)).toEqual([join(root, 'src')]);
});

test('a file that claims to be old is found by the time of its change', async () => {
	const since = Date.now() - 30;
	await writeFile(join(root, 'src', 'old.ts'), 'x');
	await utimes(join(root, 'src', 'old.ts'), 1, 1);
	expect((await recentChanges(root, since, isScript))?.files).toHaveLength(1);
});

test('installed packages are not searched, and a missing folder has no changes', async () => {
	const since = Date.now() - 30;
	await writeFile(join(root, 'node_modules', 'a.ts'), '');
	expect(await recentChanges(root, since, isScript)).toEqual({ files: [], folders: [] });
	expect(await recentChanges(join(root, 'none'), since, isScript)).toEqual({ files: [], folders: [] });
});
