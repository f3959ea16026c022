import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isProcessAlive } from '../src/process-alive.ts';

test('a process is alive until it ends', async () => {
	const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
	const pid = child.pid ?? 0;
	expect(isProcessAlive(pid)).toBe(true);
	child.kill('SIGKILL');
	await once(child, 'exit');
	expect(isProcessAlive(pid)).toBe(false);
});

test.runIf(process.platform === 'linux')('one whose parent has not asked how it ended is not alive', async () => {
	// A shell that starts a program and becomes another one, which never asks.
	const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
	const [line] = (await once(parent.stdout, 'data')) as [Buffer];
	const pid = Number(line.toString());
	const state = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0];
	while (state() !== 'Z') {
		await new Promise(resolve => setTimeout(resolve, 5));
	}
	expect(isProcessAlive(pid)).toBe(false);
	parent.kill('SIGKILL');
});
