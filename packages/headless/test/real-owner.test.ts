import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createLaunchFolder, removeLaunchFolder } from '../src/launch-folder.ts';
import { type ProcessInfo, waitForEnd } from '../src/shared/processes.ts';

const PATIENCE_MS = 10 * 60_000;
/** Guard and watchdogs take up to about twenty seconds; a noisy machine takes longer. */
const END_MS = 5 * 60_000;

interface Owned {
	folder: string;
	processes: ProcessInfo[];
}

async function startOwner(deed = 'wait') {
	const folder = await mkdtemp(join(tmpdir(), 'headless-owner-test-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const owner = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/owner.ts'), folder, deed], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = once(owner, 'exit');
	let complaints = '';
	owner.stderr.on('data', (chunk: Buffer) => {
		complaints += chunk.toString();
	});
	const line = await Promise.race([
		once(createInterface(owner.stdout), 'line').then(([text]) => String(text)),
		ended.then(() => {
			throw new Error(complaints);
		}),
	]);
	return { owner, ended, owned: JSON.parse(line) as Owned };
}

test('an owner that gets SIGTERM stops its editor first', { timeout: PATIENCE_MS }, async () => {
	const { owner, ended, owned } = await startOwner();
	owner.kill('SIGTERM');
	expect(await ended).toEqual([null, 'SIGTERM']);
	expect(await waitForEnd(owned.processes, 0)).toEqual([]);
	expect(existsSync(owned.folder)).toBe(false);
});

test('an editor whose owner gets kill -9 ends by itself', { timeout: PATIENCE_MS }, async () => {
	const { owner, ended, owned } = await startOwner();
	owner.kill('SIGKILL');
	await ended;
	expect(await waitForEnd(owned.processes, END_MS)).toEqual([]);
	// Nobody was there to remove the folder; the next launch does.
	await removeLaunchFolder(await createLaunchFolder({}));
	expect(existsSync(owned.folder)).toBe(false);
});

test('an editor whose owner dies by an exception ends by itself', { timeout: PATIENCE_MS }, async () => {
	const { ended, owned } = await startOwner('throw');
	expect(await ended).toEqual([1, null]);
	expect(await waitForEnd(owned.processes, END_MS)).toEqual([]);
});
