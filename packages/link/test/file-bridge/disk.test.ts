import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { callThroughFiles } from '../../src/file-bridge/bridge-client.ts';
import { JobFolder } from '../../src/file-bridge/job-folder.ts';
import { filesOfBridge, jobsIn, startHost } from './bridge-under-test.ts';
import { echo, success } from './echo.ts';

const IS_ROOT = process.getuid?.() === 0;
const call = (workspace: string, tool = 'echo') => callThroughFiles(workspace, { tool, input: {} });

/** A disk of its own, as small as asked for; only root can have one. */
function smallDisk(options: string): string {
	const folder = temporaryFolder('disk');
	execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'hawser-test', folder]);
	onTestFinished(() => void execFileSync('umount', ['-l', folder]));
	return folder;
}

test('an answer that cannot be written is told instead, and the next one is written', async () => {
	const { workspace } = await startHost();
	const noRoom = Object.assign(new Error('no room'), { code: 'ENOSPC' });
	const original = JobFolder.prototype.create;
	const response = vi.spyOn(JobFolder.prototype, 'create').mockImplementation(function (
		this: JobFolder,
		name,
		content,
	) {
		if (name === 'response.json') {
			throw noRoom;
		}
		original.call(this, name, content);
	});
	expect((await call(workspace)).envelope).toMatchObject({
		error: { code: 'E_NO_RESPONSE', details: { code: 'ENOSPC' } },
	});
	response.mockRestore();
	expect((await call(workspace)).envelope.ok).toBe(true);
});

describe.runIf(IS_ROOT)('a disk', () => {
	test('that is full when the answer comes', async () => {
		const long = 'x'.repeat(400_000);
		const { workspace } = await startHost({
			workspace: smallDisk('size=256k'),
			run: (command, given) =>
				command.tool === 'long' ? Promise.resolve(success({ long }, 'long')) : echo(command, given),
		});
		expect((await call(workspace, 'long')).envelope).toMatchObject({
			error: { code: 'E_NO_RESPONSE', details: { code: 'ENOSPC' } },
		});
		expect((await call(workspace)).envelope.ok).toBe(true);
		expect(jobsIn(workspace)).toEqual([]);
	});

	test('that is full when the call comes', async () => {
		const { workspace } = await startHost({ workspace: smallDisk('size=256k') });
		const ballast = join(workspace, 'ballast');
		expect(() => writeFileSync(ballast, Buffer.alloc(1024 * 1024))).toThrow(/ENOSPC/);
		await expect(call(workspace)).rejects.toMatchObject({
			code: 'E_BRIDGE_UNAVAILABLE',
			details: { code: 'ENOSPC' },
		});
		rmSync(ballast);
		expect((await call(workspace)).envelope.ok).toBe(true);
		expect(jobsIn(workspace)).toEqual([]);
	});

	test('that has no room for another file name still says that the job is done', async () => {
		const workspace = smallDisk('size=1m,nr_inodes=32');
		await startHost({
			workspace,
			run() {
				for (let index = 0; index < 100; index++) {
					try {
						writeFileSync(join(workspace, `file-${index}`), '');
					} catch {
						break;
					}
				}
				return Promise.resolve(success({}));
			},
		});
		await expect(call(workspace)).rejects.toMatchObject({ code: 'E_NO_RESPONSE' });
	});

	test('that is read-only is told to the user and to the agent, and works when it no longer is', async () => {
		const workspace = smallDisk('size=256k,ro');
		const { problems } = await startHost({ workspace });
		expect(problems[0]).toContain('EROFS');
		await expect(call(workspace)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
		execFileSync('mount', ['-o', 'remount,rw', workspace]);
		await expect.poll(() => problems.at(-1)).toBeUndefined();
		expect((await call(workspace)).envelope.ok).toBe(true);
		execFileSync('mount', ['-o', 'remount,ro', workspace]);
		await expect(call(workspace)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE', details: { code: 'EROFS' } });
	});

	test('with another user: root in a container gives its jobs to the user at the window', async () => {
		const workspace = temporaryFolder('bridge');
		execFileSync('chown', ['65534:65534', workspace]);
		await startAsNobody(workspace);
		expect((await call(workspace)).envelope).toMatchObject({ ok: true, data: { tool: 'echo' } });
		expect(jobsIn(workspace)).toEqual([]);
	});

	test('with another user: root believes only the owner of the folder', async () => {
		const workspace = temporaryFolder('bridge');
		mkdirSync(join(workspace, '.hawser'));
		execFileSync('chown', ['65534:65534', join(workspace, '.hawser')]);
		chmodSync(workspace, 0o755);
		const fake = {
			version: 1,
			bridgeId: 'x',
			nonce: 'n'.repeat(43),
			pid: 1,
			platform: 'linux',
			workspace,
			startedAt: 1,
		};
		writeFileSync(join(workspace, '.hawser/host.json'), JSON.stringify(fake));
		execFileSync('chown', ['65534:65534', join(workspace, '.hawser/host.json')]);
		await expect(call(workspace)).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
	});

	test('where this user may not write: the window says so', async () => {
		const workspace = temporaryFolder('bridge');
		chmodSync(workspace, 0o755);
		expect(await startAsNobody(workspace)).toMatchObject({ problem: expect.stringContaining('EACCES') as string });
		expect(() => filesOfBridge(workspace)).toThrow(/ENOENT/);
	});
});

async function startAsNobody(workspace: string): Promise<unknown> {
	const child = fork(join(import.meta.dirname, 'bridge-host-process.ts'), [workspace, 'nobody'], {
		uid: 65_534,
		gid: 65_534,
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const [said] = (await once(child, 'message')) as [unknown];
	return said;
}
