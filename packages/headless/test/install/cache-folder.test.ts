import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	buildFolderName,
	cacheFolder,
	installOnce,
	parseBuildFolderName,
	removeLeftovers,
} from '../../src/install/cache-folder.ts';

let cache: string;
let target: string;

beforeEach(async () => {
	cache = await mkdtemp(join(tmpdir(), 'headless-cache-test-'));
	target = join(cache, 'program-1.0');
});

afterEach(async () => {
	await rm(cache, { recursive: true, force: true });
});

describe('cacheFolder', () => {
	test.each([
		[{ HAWSER_EDITOR_CACHE: '/own', XDG_CACHE_HOME: '/xdg' }, /^\/own$/],
		[{ HAWSER_EDITOR_CACHE: '', XDG_CACHE_HOME: '/xdg' }, /^\/xdg\/hawser-headless$/],
		[{ XDG_CACHE_HOME: '' }, /\/\.cache\/hawser-headless$/],
		[{}, /\/\.cache\/hawser-headless$/],
	])('%j', (environment, expected) => {
		expect(cacheFolder(environment)).toMatch(expected);
	});
});

test('the name of a build folder says whose it is', () => {
	const build = { host: 'box-7.example', pid: 4711, order: '1700000000000_0123abcd' };
	expect(parseBuildFolderName(target, buildFolderName(target, build))).toEqual(build);
	expect(parseBuildFolderName(target, 'program-1.0')).toBeUndefined();
	expect(parseBuildFolderName(target, buildFolderName(join(cache, 'program-1.0-other'), build))).toBeUndefined();
});

describe('installOnce', () => {
	test('builds once, then finds it', async () => {
		const build = (folder: string) => writeFile(join(folder, 'program'), 'done');
		expect(await installOnce(target, build)).toEqual({ cached: false });
		expect(await installOnce(target, () => Promise.reject(new Error('must not build')))).toEqual({ cached: true });
		expect(await readdir(cache)).toEqual(['program-1.0']);
	});

	test('lets one of several callers build and the others wait', async () => {
		let builds = 0;
		const build = async (folder: string) => {
			builds++;
			await sleep(300);
			await writeFile(join(folder, 'program'), 'done');
		};
		const first = installOnce(target, build);
		// The order is decided by when the folder of a build was made.
		await expect.poll(() => readdir(cache)).toHaveLength(1);
		const results = await Promise.all([first, installOnce(target, build), installOnce(target, build)]);
		expect(results.filter(({ cached }) => !cached)).toHaveLength(1);
		expect(builds).toBe(1);
		expect(await readdir(cache)).toEqual(['program-1.0']);
	});

	test('a build that fails leaves nothing', async () => {
		await expect(installOnce(target, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
		expect(await readdir(cache)).toEqual([]);
	});
});

describe('removeLeftovers', () => {
	const order = '1700000000000_0123abcd';
	const host = hostname().replaceAll(/[^\w.]/g, '_');

	async function leave(build: { host: string; pid: number }): Promise<string> {
		const name = buildFolderName(target, { ...build, order });
		await mkdir(join(cache, name));
		await writeFile(join(cache, name, 'half'), 'a program');
		return name;
	}

	test('removes the build of a process that died', async () => {
		const { pid } = spawnSync(process.execPath, ['-e', '0']);
		const name = await leave({ host, pid });
		expect(await removeLeftovers(target)).toEqual([name]);
		expect(await readdir(cache)).toEqual([]);
	});

	test('keeps the build of a process that lives, or of another machine', async () => {
		const names = [await leave({ host, pid: process.pid }), await leave({ host: 'elsewhere', pid: 1 })];
		expect(await removeLeftovers(target)).toEqual([]);
		expect((await readdir(cache)).sort()).toEqual(names.sort());
	});

	test('removes the build of another machine after a day', async () => {
		const name = await leave({ host: 'elsewhere', pid: 1 });
		const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000);
		await utimes(join(cache, name), longAgo, longAgo);
		expect(await removeLeftovers(target)).toEqual([name]);
	});
});
