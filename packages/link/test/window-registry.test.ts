import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_PROCESS } from '../../node/test/no-process.ts';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { parseWindowEntry } from '../src/window-entry.ts';
import { readWindowFolder, windowReader } from '../src/window-reader.ts';
import { removeWindowEntry, sweepHome, writeWindowEntry } from '../src/window-registry.ts';
import { anEntry, temporaryHome } from './temporary.ts';

const POSIX = process.platform !== 'win32';

describe('an entry', () => {
	test('is read as it was written, without what is unknown', () => {
		const entry = anEntry({ workspaceFile: '/a.code-workspace', remote: 'wsl', toolsets: ['debug'] });
		expect(parseWindowEntry(JSON.stringify({ ...entry, later: 'field' }))).toEqual(entry);
	});

	test.each<[string, object]>([
		['an id that leaves the folder', { id: '../x' }],
		['no process', { pid: 0 }],
		['a port out of range', { port: 70_000 }],
		['a token that would break a header', { token: 'abcdefghijklmnop\r\nX: y' }],
		['a short token', { token: 'abc' }],
		['relative folders', { folders: ['src'] }],
		['folders that are no list', { folders: '/a' }],
		['no times', { startedAt: 'now' }],
	])('with %s is refused', (_, changes) => {
		expect(parseWindowEntry(JSON.stringify({ ...anEntry(), ...changes }))).toBeUndefined();
	});

	test('is refused without a throw when it has any other shape', () => {
		fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => parseWindowEntry(text) === undefined));
	});
});

describe('the registry', () => {
	test('shows a window from its first entry to its removal', async () => {
		const home = join(temporaryFolder(), 'new');
		const reader = windowReader(home);
		expect(reader.read()).toEqual([]);
		await writeWindowEntry(home, anEntry());
		expect(reader.read()).toEqual([{ ...anEntry(), host: hostname() }]);
		await writeWindowEntry(home, anEntry({ port: 2, toolsets: ['git'] }));
		expect(reader.read()).toMatchObject([{ port: 2, toolsets: ['git'] }]);
		await writeWindowEntry(home, anEntry({ id: 'w2' }));
		expect(reader.read()).toHaveLength(2);
		removeWindowEntry(home, 'w1');
		removeWindowEntry(home, 'w1');
		expect(reader.read().map(({ id }) => id)).toEqual(['w2']);
	});

	test('misses no change, however fast they come', async () => {
		const home = temporaryHome();
		const reader = windowReader(home);
		for (let port = 1; port <= 200; port++) {
			await writeWindowEntry(home, anEntry({ port }));
			expect(reader.read()[0]?.port).toBe(port);
		}
	});

	test('gives the same array while nothing changes', async () => {
		const home = temporaryHome();
		await writeWindowEntry(home, anEntry());
		const reader = windowReader(home);
		// Within a tick of the clock of the file system the folder is read again.
		await expect.poll(() => reader.read() === reader.read()).toBe(true);
	});

	test('drops a window whose process is gone, without a change of the folder', async () => {
		const home = temporaryHome();
		const child = fork(join(import.meta.dirname, 'assign-port-process.ts'), [home, '/x', '{"kind":"system"}']);
		await once(child, 'message');
		await writeWindowEntry(home, anEntry({ pid: child.pid ?? 0 }));
		const reader = windowReader(home);
		expect(reader.read()).toHaveLength(1);
		child.kill('SIGKILL');
		await once(child, 'exit');
		expect(reader.read()).toEqual([]);
	});

	test('believes only files that the same user wrote for nobody else', async () => {
		const home = temporaryHome();
		const folder = join(home, 'windows');
		const write = (name: string, content: string, mode = 0o600) => {
			writeFileSync(join(folder, name), content);
			chmodSync(join(folder, name), mode);
		};
		await writeWindowEntry(home, anEntry({ id: 'good' }));
		write('other-name.json', JSON.stringify(anEntry()));
		write('broken.json', '{');
		write('.hidden.json', JSON.stringify(anEntry({ id: '.hidden' })));
		mkdirSync(join(folder, 'folder.json'));
		if (POSIX) {
			write('open.json', JSON.stringify(anEntry({ id: 'open' })), 0o644);
			symlinkSync(join(folder, 'good.json'), join(folder, 'link.json'));
		}
		const { found, refused, problem } = readWindowFolder(home);
		expect(problem).toBeUndefined();
		expect(found.map(({ file }) => file)).toEqual(['good.json']);
		expect(refused.map(({ file }) => file).sort()).toEqual(
			['broken.json', 'folder.json', 'other-name.json', ...(POSIX ? ['link.json', 'open.json'] : [])].sort(),
		);
	});

	test.skipIf(!POSIX)('believes nothing in a folder that others may write to', async () => {
		const home = temporaryHome();
		await writeWindowEntry(home, anEntry());
		chmodSync(join(home, 'windows'), 0o777);
		expect(windowReader(home).read()).toEqual([]);
		expect(readWindowFolder(home).problem).toContain('others may write');
	});

	test('is swept of what died on this machine', async () => {
		const home = temporaryHome();
		await writeWindowEntry(home, anEntry({ id: 'alive' }));
		await writeWindowEntry(home, anEntry({ id: 'dead', pid: NO_PROCESS }));
		const elsewhere = { ...anEntry({ id: 'elsewhere', pid: NO_PROCESS }), host: 'another-machine' };
		writeFileSync(join(home, 'windows', 'elsewhere.json'), JSON.stringify(elsewhere), { mode: 0o600 });
		writeFileSync(join(home, 'windows', `.x.json.${NO_PROCESS}.0123456789ab.tmp`), '');
		sweepHome(home);
		expect(readdirSync(join(home, 'windows')).sort()).toEqual(['alive.json', 'elsewhere.json']);
		expect(
			windowReader(home)
				.read()
				.map(({ id }) => id),
		).toEqual(['alive']);
	});

	test('files hold the token and are private', async () => {
		const home = temporaryHome();
		await writeWindowEntry(home, anEntry());
		const path = join(home, 'windows', 'w1.json');
		expect(existsSync(path)).toBe(true);
		expect(readFileSync(path, 'utf8')).toContain('"token"');
	});
});
