import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLaunchFolder, ownerOf, removeLaunchFolder } from '../src/launch-folder.ts';

test('the name tells the owner', () => {
	expect(ownerOf('hawser-headless-4711-aBc123')).toBe(4711);
	expect(ownerOf('hawser-headless-tests')).toBeUndefined();
	expect(ownerOf('other-4711-aBc123')).toBeUndefined();
});

test('a launch gets a folder of its own, which tidies up after the dead', async () => {
	const { pid } = spawnSync(process.execPath, ['-e', '0']);
	const leftover = join(tmpdir(), `hawser-headless-${pid}-aBc123`);
	const foreign = join(tmpdir(), `hawser-headless-${pid}-dEf456`);
	onTestFinished(() => rm(foreign, { recursive: true }));
	for (const [path, host] of [
		[leftover, hostname()],
		[foreign, 'elsewhere'],
	] as const) {
		await mkdir(path);
		await writeFile(join(path, 'host'), host);
	}

	const folder = await createLaunchFolder({ 'editor.tabSize': 3 });
	onTestFinished(() => removeLaunchFolder(folder));
	expect(existsSync(leftover)).toBe(false);
	expect(existsSync(foreign)).toBe(true);
	expect((await stat(folder.root)).mode & 0o777).toBe(0o700);
	expect(JSON.parse(await readFile(join(folder.userData, 'User/settings.json'), 'utf8'))).toEqual({
		'editor.tabSize': 3,
	});

	await removeLaunchFolder(folder);
	expect(existsSync(folder.root)).toBe(false);
});
