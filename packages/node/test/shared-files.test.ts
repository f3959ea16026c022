import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensureHome, hawserHome } from '@hawser/link/home.ts';
import { projectTokens } from '@hawser/link/project-tokens.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryHome } from '../../link/test/temporary.ts';
import { withFileLock } from '../src/file-lock.ts';
import { jsonMapFile } from '../src/json-map-file.ts';
import { removeAbandonedTemporaries, writeFileAtomically } from '../src/write-file-atomically.ts';
import { NO_PROCESS } from './no-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const children: ChildProcess[] = [];
const POSIX = process.platform !== 'win32';

afterEach(() => {
	for (const child of children.splice(0)) {
		child.kill('SIGKILL');
	}
});

const isNumber = (value: unknown): value is number => typeof value === 'number';

describe('the home', () => {
	test('is where the environment says, else where the system keeps such things', () => {
		const folder = temporaryFolder();
		expect(hawserHome({ HAWSER_HOME: folder })).toBe(folder);
		expect(hawserHome({ HAWSER_HOME: '' }, 'linux')).toMatch(/\.hawser$/);
		expect(hawserHome({ LOCALAPPDATA: join('/', 'local') }, 'win32')).toBe(join('/', 'local', 'hawser'));
	});

	test.skipIf(!POSIX)('is closed to others, and closed again when somebody opened it', () => {
		const home = temporaryHome();
		chmodSync(join(home, 'windows'), 0o755);
		ensureHome(home);
		expect(statSync(home).mode & 0o777).toBe(0o700);
		expect(statSync(join(home, 'windows')).mode & 0o777).toBe(0o700);
	});
});

describe('an atomic write', () => {
	test('replaces the file and leaves nothing beside it', async () => {
		const folder = temporaryFolder();
		const path = join(folder, 'x.json');
		await Promise.all(Array.from({ length: 20 }, (_, index) => writeFileAtomically(path, `content ${index}`)));
		expect(readFileSync(path, 'utf8')).toMatch(/^content \d+$/);
		expect(readdirSync(folder)).toEqual(['x.json']);
		expect(!POSIX || (statSync(path).mode & 0o777) === 0o600).toBe(true);
	});

	test('leaves nothing behind when it fails', async () => {
		const folder = temporaryFolder();
		await expect(writeFileAtomically(join(folder, 'none', 'x'), 'y')).rejects.toMatchObject({ code: 'ENOENT' });
		expect(readdirSync(folder)).toEqual([]);
	});

	test('leaves a temporary file when its process is killed, and only such files are cleared away', () => {
		const folder = temporaryFolder();
		const names = [`.a.${NO_PROCESS}.0123456789ab.tmp`, `.a.${process.pid}.0123456789ab.tmp`, 'a.json', 'b.tmp'];
		for (const name of names) {
			writeFileSync(join(folder, name), '');
		}
		removeAbandonedTemporaries(folder);
		expect(readdirSync(folder).sort()).toEqual(names.slice(1).sort());
	});
});

describe('the lock', () => {
	test('lets one in at a time', async () => {
		const path = join(temporaryFolder(), 'lock');
		let inside = 0;
		const most: number[] = [];
		await Promise.all(
			Array.from({ length: 10 }, () =>
				withFileLock(path, async () => {
					most.push(++inside);
					await new Promise(resolve => setImmediate(resolve));
					inside--;
				}),
			),
		);
		expect(Math.max(...most)).toBe(1);
		expect(readdirSync(join(path, '..'))).toEqual([]);
	});

	test('is released when the work fails', async () => {
		const path = join(temporaryFolder(), 'lock');
		await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(await withFileLock(path, () => Promise.resolve('in'))).toBe('in');
	});

	test('is taken over from a dead process, even when the one who took over died too', async () => {
		const path = join(temporaryFolder(), 'lock');
		const holder = `${NO_PROCESS}.0123456789ab`;
		writeFileSync(path, holder);
		writeFileSync(`${path}.${holder}.claim1`, String(NO_PROCESS));
		let entered = 0;
		await Promise.all(
			Array.from({ length: 8 }, () =>
				withFileLock(path, () => {
					entered++;
					return Promise.resolve();
				}),
			),
		);
		expect(entered).toBe(8);
	});

	test('is taken over when its content is unknown and it is old', async () => {
		const path = join(temporaryFolder(), 'lock');
		writeFileSync(path, '');
		utimesSync(path, new Date(0), new Date(0));
		expect(await withFileLock(path, () => Promise.resolve('in'))).toBe('in');
	});

	test('is waited for while its process lives, but not for ever', async () => {
		const path = join(temporaryFolder(), 'lock');
		writeFileSync(path, `${process.pid}.0123456789ab`);
		await expect(withFileLock(path, () => Promise.resolve(), { wait: 30 })).rejects.toThrow(
			`held by process ${process.pid}`,
		);
	});
});

describe('a lock that is held for long', () => {
	const age = (path: string) => Date.now() - statSync(path).mtimeMs;

	test('is renewed while the work runs, so that nobody takes it over', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		try {
			const path = join(temporaryFolder(), 'lock');
			await withFileLock(path, async () => {
				utimesSync(path, new Date(0), new Date(0));
				await vi.advanceTimersByTimeAsync(5000);
				expect(age(path)).toBeLessThan(5000);
				await expect(withFileLock(path, () => Promise.resolve(), { wait: 30 })).rejects.toThrow('does not release it');
			});
			expect(vi.getTimerCount()).toBe(0);
		} finally {
			vi.useRealTimers();
		}
	});

	test('is new for one who has waited for it long', async () => {
		const folder = temporaryFolder();
		const path = join(folder, 'lock');
		writeFileSync(path, `${process.pid}.0123456789ab`);
		const waiting = withFileLock(path, () => Promise.resolve(age(path)));
		for (const name of readdirSync(folder).filter(each => each.endsWith('.tmp'))) {
			utimesSync(join(folder, name), new Date(0), new Date(0));
		}
		await new Promise(resolve => setTimeout(resolve, 30));
		rmSync(path);
		expect(await waiting).toBeLessThan(5000);
	});

	test('is lost to another when its holder stands still; then the work is done anew before it writes', async () => {
		const path = join(temporaryFolder(), 'lock');
		const done: string[] = [];
		let runs = 0;
		await withFileLock(path, async ({ requireHeld }) => {
			runs++;
			if (runs === 1) {
				utimesSync(path, new Date(0), new Date(0));
				await withFileLock(path, () => Promise.resolve(done.push('other')));
			}
			requireHeld();
			done.push('own');
		});
		expect(done).toEqual(['other', 'own']);
		expect(runs).toBe(2);
	});

	test('is given up by work that loses it each time', async () => {
		const path = join(temporaryFolder(), 'lock');
		const losing = withFileLock(path, ({ requireHeld }) => {
			rmSync(path);
			requireHeld();
			return Promise.resolve();
		});
		await expect(losing).rejects.toThrow('was lost to another process');
		expect(readdirSync(join(path, '..'))).toEqual([]);
	});
});

describe('a map in a file', () => {
	test('keeps what another has written while its writer stood still', async () => {
		const path = join(temporaryHome(), 'map.json');
		let runs = 0;
		await jsonMapFile(path, isNumber).change(map => {
			if (runs++ === 0) {
				rmSync(`${path}.lock`);
				writeFileSync(path, '{"other":1}', { mode: 0o600 });
			}
			return map.set('own', 2).size > 0;
		});
		expect(Object.fromEntries(jsonMapFile(path, isNumber).read())).toEqual({ other: 1, own: 2 });
	});

	test('survives writers that are killed while they write', async () => {
		const path = join(temporaryHome(), 'map.json');
		const file = jsonMapFile(path, isNumber);
		for (let round = 0; round < 5; round++) {
			const writers = Array.from({ length: 4 }, (_, index) =>
				fork(join(import.meta.dirname, 'change-map-process.ts'), [path, `w${index}`]),
			);
			children.push(...writers);
			await Promise.all(writers.map(writer => once(writer, 'message')));
			const exits = writers.map(writer => once(writer, 'exit'));
			for (const writer of writers) {
				writer.kill('SIGKILL');
			}
			await Promise.all(exits);
			const written: unknown = JSON.parse(readFileSync(path, 'utf8'));
			expect(Object.keys(written as object).sort()).toEqual(['w0', 'w1', 'w2', 'w3']);
			await file.change(map => map.set('own', round).size > 0);
			expect(file.read().get('own')).toBe(round);
			await file.change(map => map.delete('own'));
		}
	});

	test('reads what is there and right, and takes the rest for empty', () => {
		const folder = temporaryHome();
		const read = (content: string, mode = 0o600) => {
			const path = join(folder, `${Math.random()}.json`);
			writeFileSync(path, content);
			chmodSync(path, mode);
			return Object.fromEntries(jsonMapFile(path, isNumber).read());
		};
		expect(read('{"a":1,"b":"two"}')).toEqual({ a: 1 });
		expect(read('[1,2]')).toEqual({ 0: 1, 1: 2 });
		expect(read('nonsense')).toEqual({});
		expect(read('null')).toEqual({});
		expect(read('{"a":1}', POSIX ? 0o644 : 0o600)).toEqual(POSIX ? {} : { a: 1 });
	});

	test.skipIf(!POSIX)('does not follow a link', () => {
		const folder = temporaryHome();
		writeFileSync(join(folder, 'real.json'), '{"a":1}', { mode: 0o600 });
		symlinkSync(join(folder, 'real.json'), join(folder, 'link.json'));
		expect(jsonMapFile(join(folder, 'link.json'), isNumber).read().size).toBe(0);
	});
});

describe('tokens', () => {
	test('stay the same until they are renewed, and are nobody else’s business', async () => {
		const home = temporaryHome();
		const tokens = projectTokens(home);
		const all = await Promise.all([tokens.get('/a'), projectTokens(home).get('/a'), tokens.get('/a')]);
		expect(new Set(all).size).toBe(1);
		expect(all[0]).toMatch(/^[\w-]{43}$/);
		expect(await tokens.get('/b')).not.toBe(all[0]);
		const renewed = await tokens.renew('/a');
		expect(renewed).not.toBe(all[0]);
		expect(await tokens.get('/a')).toBe(renewed);
		expect(!POSIX || (statSync(join(home, 'tokens.json')).mode & 0o777) === 0o600).toBe(true);
	});
});
