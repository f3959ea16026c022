import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { expect, onTestFinished, test } from 'vitest';
import {
	launchProcesses,
	listProcesses,
	parseStat,
	stillRunning,
	withDescendants,
} from '../../src/shared/processes.ts';
import { LAUNCH_MARK } from '../../src/shared/server-environment.ts';

test('a process may be called anything', () => {
	const stat = `42 (a) b (c) S 7 ${Array.from({ length: 17 }, () => '0').join(' ')} 123456 0 0`;
	expect(parseStat(stat)).toEqual({ state: 'S', parent: 7, startedAt: '123456' });
});

test('descendants are found in whatever order processes are listed', () => {
	const process = (pid: number, parent: number) => ({ pid, parent, startedAt: '0', command: '' });
	const all = [process(5, 4), process(4, 3), process(3, 2), process(2, 1), process(9, 1)];
	expect(withDescendants(all, [3]).map(({ pid }) => pid)).toEqual([5, 4, 3]);
});

test('the list has this process, and not one that ended', async () => {
	const { pid } = spawnSync(process.execPath, ['-e', '0']);
	const pids = (await listProcesses()).map(info => info.pid);
	expect(pids).toContain(process.pid);
	expect(pids).not.toContain(pid);
	expect(isProcessAlive(process.pid)).toBe(true);
	expect(isProcessAlive(pid)).toBe(false);
});

test('an id that was given away again is not the process that was written down', async () => {
	const own = (await listProcesses()).filter(({ pid }) => pid === process.pid);
	expect(await stillRunning(own)).toEqual(own);
	expect(await stillRunning(own.map(info => ({ ...info, startedAt: 'earlier' })))).toEqual([]);
});

test.runIf(process.platform === 'linux')('a process that lost its parent is found by its mark', async () => {
	const mark = `test-${process.pid}`;
	const middle = spawn(
		process.execPath,
		[
			'-e',
			"const c = require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }); c.unref();",
		],
		{ env: { ...process.env, [LAUNCH_MARK]: mark } },
	);
	await once(middle, 'exit');
	const found = await launchProcesses([], mark);
	onTestFinished(() => found.forEach(({ pid }) => process.kill(pid, 'SIGKILL')));
	expect(found.map(({ command }) => command)).toEqual(['sleep 600']);
});
