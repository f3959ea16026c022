import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_PROCESS } from '../../../node/test/no-process.ts';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { callThroughFiles } from '../../src/file-bridge/bridge-client.ts';
import { hostFile, jobsFolder } from '../../src/file-bridge/layout.ts';
import { goodCommand, jobsIn, nonceOf, startHost, writeJob } from './bridge-under-test.ts';
import { echo } from './echo.ts';

async function startProcess(
	script: string,
	...args: readonly string[]
): Promise<{ child: ChildProcess; said: unknown }> {
	const child = fork(join(import.meta.dirname, script), [...args]);
	onTestFinished(() => void child.kill('SIGKILL'));
	const [said] = (await once(child, 'message')) as [unknown];
	return { child, said };
}

async function kill(child: ChildProcess): Promise<void> {
	child.kill('SIGKILL');
	await once(child, 'exit');
}

const call = (workspace: string, tool = 'echo', silence = 15_000) =>
	callThroughFiles(workspace, { tool, input: {} }, { silence });

const bridgeIdIn = (workspace: string) =>
	(JSON.parse(readFileSync(hostFile(workspace), 'utf8')) as { bridgeId: string }).bridgeId;

describe('a window that is killed', () => {
	test('is noticed by the client that waits, and its job is cleared away', async () => {
		const workspace = temporaryFolder('bridge');
		const { child } = await startProcess('bridge-host-process.ts', workspace, 'killed');
		const waiting = callThroughFiles(
			workspace,
			{ tool: 'wait', input: {} },
			{ silence: 500, onProgress: () => child.kill('SIGKILL') },
		);
		await expect(waiting).rejects.toMatchObject({ code: 'E_WINDOW_GONE' });
		expect(jobsIn(workspace)).toEqual([]);
	});

	test('has its jobs answered by the next window', async () => {
		const workspace = temporaryFolder('bridge');
		const { child } = await startProcess('bridge-host-process.ts', workspace, 'killed');
		const waiting = callThroughFiles(
			workspace,
			{ tool: 'wait', input: {} },
			{ onProgress: () => child.kill('SIGKILL') },
		);
		await once(child, 'exit');
		await startHost({ workspace, windowId: 'next' });
		expect((await waiting).envelope).toMatchObject({ error: { code: 'E_WINDOW_GONE' } });
		expect(bridgeIdIn(workspace)).toBe('next');
	});

	test('is told at once when it has been silent for long', async () => {
		const workspace = temporaryFolder('bridge');
		const { child } = await startProcess('bridge-host-process.ts', workspace, 'killed');
		await kill(child);
		const longAgo = new Date(Date.now() - 60_000);
		utimesSync(hostFile(workspace), longAgo, longAgo);
		await expect(call(workspace)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
		expect(jobsIn(workspace)).toEqual([]);
	});

	test('costs the time for taking a job when it has just shown a sign of life, and the tool has certainly not run', async () => {
		const workspace = temporaryFolder('bridge');
		const { child } = await startProcess('bridge-host-process.ts', workspace, 'killed');
		await kill(child);
		const late = callThroughFiles(workspace, { tool: 'echo', input: {} }, { pickup: 300 });
		await expect(late).rejects.toMatchObject({ code: 'E_PICKUP_TIMEOUT' });
		expect(jobsIn(workspace)).toEqual([]);
	});
});

test('a window that closes answers the jobs that are under way', async () => {
	const workspace = temporaryFolder('bridge');
	const { child } = await startProcess('bridge-host-process.ts', workspace, 'closing');
	const waiting = callThroughFiles(workspace, { tool: 'wait', input: {} }, { onProgress: () => child.send('leave') });
	expect((await waiting).envelope).toMatchObject({ error: { code: 'E_WINDOW_GONE' } });
	expect(existsSync(hostFile(workspace))).toBe(false);
});

test('a client that is killed leaves a job that ends when it is told to, and is then removed', async () => {
	const { workspace, ran } = await startHost();
	const { child } = await startProcess('bridge-client-process.ts', workspace, 'wait');
	await kill(child);
	const [id = ''] = jobsIn(workspace);
	expect(ran).toEqual(['wait']);
	writeFileSync(join(jobsFolder(workspace), id, 'cancel'), '');
	await expect.poll(() => jobsIn(workspace)).toEqual([]);
});

describe('two windows on one folder', () => {
	test('each runs its own jobs, the newest is called, and the older takes over', async () => {
		const older = await startHost({ windowId: 'older' });
		const { workspace } = older;
		const nonceOfOlder = nonceOf(workspace);
		const newer = await startHost({ workspace, windowId: 'newer' });
		await call(workspace);
		expect([older.ran, newer.ran]).toEqual([[], ['echo']]);
		const forOlder = writeJob(workspace, 'for-older', goodCommand(workspace, { nonce: nonceOfOlder, tool: 'steps' }));
		await expect.poll(() => existsSync(join(forOlder, 'done'))).toBe(true);
		expect([older.ran, newer.ran]).toEqual([['steps'], ['echo']]);
		await newer.host.close();
		await expect.poll(() => existsSync(hostFile(workspace)) && bridgeIdIn(workspace)).toBe('older');
		expect(existsSync(join(forOlder, 'response.json'))).toBe(true);
		await call(workspace);
		expect(older.ran).toEqual(['steps', 'echo']);
	});

	test('take none of forty calls at a time twice, in processes of their own', async () => {
		const workspace = temporaryFolder('bridge');
		await startProcess('bridge-host-process.ts', workspace, 'one');
		await startProcess('bridge-host-process.ts', workspace, 'two');
		const replies = await Promise.all(Array.from({ length: 40 }, () => call(workspace)));
		expect(replies.every(({ envelope }) => envelope.ok)).toBe(true);
		expect(jobsIn(workspace)).toEqual([]);
	});

	test('a reload between two calls goes unnoticed', async () => {
		const first = await startHost({ windowId: 'before' });
		const { workspace } = first;
		// A job made for the window before, which the window after must not take.
		const stale = readFileSync(hostFile(workspace), 'utf8');
		await first.host.close();
		mkdirSync(join(workspace, '.hawser'), { recursive: true });
		const after = await startHost({ workspace, windowId: 'after', heartbeat: 600_000 });
		const present = readFileSync(hostFile(workspace), 'utf8');
		writeFileSync(hostFile(workspace), stale, { mode: 0o600 });
		const reply = call(workspace);
		await expect.poll(() => jobsIn(workspace).length).toBeGreaterThan(0);
		writeFileSync(hostFile(workspace), present, { mode: 0o600 });
		expect((await reply).envelope.ok).toBe(true);
		expect(after.ran).toEqual(['echo']);
	});
});

describe('garbage', () => {
	const hours = (count: number) => new Date(Date.now() - count * 60 * 60 * 1000);

	test('goes at the start: finished jobs after an hour, others after a day; nothing else does', async () => {
		const workspace = temporaryFolder('bridge');
		const make = (id: string, files: Record<string, Date>) => {
			const folder = join(jobsFolder(workspace), id);
			mkdirSync(folder, { recursive: true });
			for (const [name, time] of Object.entries(files)) {
				writeFileSync(join(folder, name), '{}');
				utimesSync(join(folder, name), time, time);
			}
		};
		make('finished-old', { 'command.json': hours(2), done: hours(2), 'response.json': hours(2) });
		make('finished-new', { 'command.json': hours(2), done: hours(0.5) });
		make('kept', { 'command.json': hours(99), done: hours(99), keep: hours(99) });
		make('with-more', { 'command.json': hours(99), done: hours(99), 'notes.md': hours(99) });
		make('unfinished-old', { 'command.json': hours(25) });
		make('unfinished-new', { 'command.json': hours(2) });
		make('.half-written', { 'command.json': hours(2) });
		await startHost({ workspace });
		expect(jobsIn(workspace).sort()).toEqual(['finished-new', 'kept', 'unfinished-new', 'with-more']);
		expect(existsSync(join(jobsFolder(workspace), 'kept/command.json'))).toBe(true);
		expect(existsSync(join(jobsFolder(workspace), 'with-more/notes.md'))).toBe(true);
	});

	test('a claim of a process that is no more is answered, one of a live process is not', async () => {
		const workspace = temporaryFolder('bridge');
		const { hostname } = await import('node:os');
		const claim = (id: string, pid: number) => {
			const folder = writeJob(workspace, id, {});
			writeFileSync(join(folder, 'claimed.json'), JSON.stringify({ pid, host: hostname() }));
			return folder;
		};
		const [dead, alive] = [claim('dead', NO_PROCESS), claim('alive', process.pid)];
		const silent = claim('silent', process.pid);
		utimesSync(join(silent, 'claimed.json'), hours(1), hours(1));
		await startHost({ workspace, run: echo });
		expect(existsSync(join(dead, 'done'))).toBe(true);
		expect(existsSync(join(silent, 'done'))).toBe(true);
		expect(existsSync(join(alive, 'done'))).toBe(false);
		expect(readFileSync(join(dead, 'error.json'), 'utf8')).toContain('E_WINDOW_GONE');
	});
});
