import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { callThroughFiles } from '../../src/file-bridge/bridge-client.ts';
import { bridgeFolder, hostFile, jobsFolder } from '../../src/file-bridge/layout.ts';
import { filesOfBridge, goodCommand, jobsIn, startHost, writeJob } from './bridge-under-test.ts';
import { echo, success } from './echo.ts';

describe('a call', () => {
	test('gets the answer of the tool, and leaves nothing behind', async () => {
		const { workspace } = await startHost();
		const inner = join(workspace, 'src', 'deep');
		mkdirSync(inner, { recursive: true });
		const { envelope, text } = await callThroughFiles(inner, { tool: 'echo', input: { a: 'ä', n: [1] } });
		expect(envelope).toMatchObject({ ok: true, data: { tool: 'echo', input: { a: 'ä', n: [1] } } });
		expect(text).toBe('{"tool":"echo","input":{"a":"ä","n":[1]}}');
		expect(jobsIn(workspace)).toEqual([]);
	});

	test('gets the failure of the tool with code and details', async () => {
		const { workspace } = await startHost();
		const { envelope, text } = await callThroughFiles(workspace, { tool: 'fail', input: {}, requestId: 'q7' });
		expect(envelope).toMatchObject({ error: { code: 'E_NO_SESSION', details: { a: 1 } }, meta: { requestId: 'q7' } });
		expect(text).toMatch(/^\[E_NO_SESSION\] no session\n/);
	});

	test('gets progress in order before its answer', async () => {
		const { workspace } = await startHost();
		const told: unknown[] = [];
		const { envelope } = await callThroughFiles(
			workspace,
			{ tool: 'steps', input: {} },
			{ onProgress: ({ message, done }) => told.push([message, done]) },
		);
		expect(envelope.ok).toBe(true);
		expect(told).toEqual([1, 2, 3, 4, 5].map(step => [`step ${step}`, step]));
	});

	test('is answered in whole with data beyond two mebibytes', async () => {
		const long = 'x'.repeat(3 * 1024 * 1024);
		const { workspace } = await startHost({ run: () => Promise.resolve(success({ long }, 'long')) });
		const { envelope } = await callThroughFiles(workspace, { tool: 'big', input: {} });
		expect(envelope).toMatchObject({ ok: true, data: { long } });
		expect(envelope).not.toHaveProperty('dataRef');
	});

	test('ten at a time, each gets its own answer', async () => {
		let running = 0;
		let most = 0;
		const { workspace } = await startHost({
			async run(command, given) {
				most = Math.max(most, ++running);
				await new Promise(resolve => setImmediate(resolve));
				running--;
				return echo(command, given);
			},
		});
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 10, maxLength: 30 }),
				async inputs => {
					const sent = inputs.map((input, index) => ({ ...(JSON.parse(JSON.stringify(input)) as object), index }));
					const replies = await Promise.all(sent.map(input => callThroughFiles(workspace, { tool: 'echo', input })));
					expect(replies.map(({ envelope }) => envelope)).toMatchObject(sent.map(input => ({ data: { input } })));
				},
			),
			{ numRuns: 20 },
		);
		expect(most).toBeLessThanOrEqual(10);
		await expect.poll(() => jobsIn(workspace)).toEqual([]);
	});

	test('stops the tool when it is cancelled, and the window clears the job away', async () => {
		const { workspace } = await startHost();
		const signal = createCancellation();
		const call = callThroughFiles(
			workspace,
			{ tool: 'wait', input: {} },
			{ signal, onProgress: () => signal.cancel() },
		);
		await expect(call).rejects.toMatchObject({ code: 'E_CANCELLED' });
		await expect.poll(() => jobsIn(workspace)).toEqual([]);
	});

	test('is not made when it is cancelled before it begins', async () => {
		const { workspace, ran } = await startHost();
		const signal = createCancellation();
		signal.cancel();
		await expect(callThroughFiles(workspace, { tool: 'echo', input: {} }, { signal })).rejects.toMatchObject({
			code: 'E_CANCELLED',
		});
		expect(ran).toEqual([]);
	});

	test('whose time is over is told to stop', async () => {
		let stopped = false;
		const { workspace } = await startHost({
			async run(command, given) {
				const reply = await echo(command, given);
				stopped = true;
				return reply;
			},
		});
		const call = callThroughFiles(workspace, { tool: 'wait', input: {}, timeout: 50 }, { timeLimit: 50 });
		await expect(call).rejects.toMatchObject({ code: 'E_TIMEOUT' });
		await expect.poll(() => stopped).toBe(true);
		await expect.poll(() => jobsIn(workspace)).toEqual([]);
	});

	test('hands the time limit and the agent to the tool', async () => {
		const seen: unknown[] = [];
		const { workspace } = await startHost({
			run({ clientId, timeout }) {
				seen.push(clientId, timeout);
				return Promise.resolve(success({}));
			},
		});
		await callThroughFiles(workspace, { tool: 'x', input: {}, agent: 'agent-1', timeout: 1234 });
		expect(seen).toEqual(['agent-1', 1234]);
	});

	test('beyond what can wait is refused', async () => {
		const { workspace } = await startHost();
		const signal = createCancellation();
		const calls = Array.from({ length: 10 + 256 + 5 }, () =>
			callThroughFiles(workspace, { tool: 'wait', input: {} }, { signal }).then(
				({ envelope }) => (envelope.ok ? 'ok' : envelope.error.code),
				(cause: unknown) => (cause as { code: string }).code,
			),
		);
		const first = await Promise.race(calls);
		expect(first).toBe('E_CAPACITY');
		signal.cancel();
		const codes = await Promise.all(calls);
		expect(codes.filter(code => code === 'E_CAPACITY')).toHaveLength(5);
		expect(codes.filter(code => code === 'E_CANCELLED')).toHaveLength(266);
		await expect.poll(() => jobsIn(workspace), { timeout: 30_000 }).toEqual([]);
	});
});

describe('a job that a script wrote', () => {
	test('is run though its folder came before its command', async () => {
		const { workspace } = await startHost();
		const folder = writeJob(workspace, 'by-hand', goodCommand(workspace, { input: { a: 1 } }));
		await expect.poll(() => existsSync(join(folder, 'done'))).toBe(true);
		expect(JSON.parse(readFileSync(join(folder, 'response.json'), 'utf8'))).toMatchObject({
			ok: true,
			type: 'success',
			data: { input: { a: 1 } },
		});
		expect(readFileSync(join(folder, 'text.txt'), 'utf8')).toContain('"a":1');
		expect(JSON.parse(readFileSync(join(folder, 'claimed.json'), 'utf8'))).toMatchObject({
			bridgeId: 'w1',
			pid: process.pid,
		});
	});

	test.each([
		['of another version', { version: 2 }],
		['without a tool', { tool: 7 }],
		['with arguments that are no object', { input: [] }],
	])('%s is answered with what is wrong', async (_what, fields) => {
		const { workspace, ran } = await startHost();
		const folder = writeJob(workspace, 'wrong', goodCommand(workspace, fields));
		await expect.poll(() => existsSync(join(folder, 'done'))).toBe(true);
		expect(JSON.parse(readFileSync(join(folder, 'error.json'), 'utf8'))).toMatchObject({
			error: { code: 'E_INVALID_REQUEST' },
		});
		expect(ran).toEqual([]);
	});
});

describe('the folder', () => {
	test('is for this user only, ignored by git, and goes with the window', async () => {
		const { host, workspace } = await startHost();
		expect(filesOfBridge(workspace)).toEqual(['.gitignore', 'execute', 'host.json']);
		expect(statSync(hostFile(workspace)).mode & 0o777).toBe(0o600);
		expect(statSync(jobsFolder(workspace)).mode & 0o777).toBe(0o700);
		expect(JSON.parse(readFileSync(hostFile(workspace), 'utf8'))).toMatchObject({
			version: 1,
			bridgeId: 'w1',
			pid: process.pid,
			workspace,
			nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
		});
		await host.close();
		expect(existsSync(bridgeFolder(workspace))).toBe(false);
	});

	test('leaves nothing behind when it is closed while it gives a sign of life', async () => {
		for (let round = 0; round < 40; round++) {
			const { workspace, host } = await startHost({ heartbeat: 1 });
			await new Promise(resolve => setTimeout(resolve, round % 8));
			await host.close();
			expect(existsSync(bridgeFolder(workspace))).toBe(false);
		}
	});

	test('keeps what else is in it', async () => {
		const workspace = temporaryFolder('bridge');
		mkdirSync(join(workspace, '.hawser/tools'), { recursive: true });
		writeFileSync(join(workspace, '.hawser/.gitignore'), 'mine\n');
		const { host } = await startHost({ workspace });
		await host.close();
		expect(filesOfBridge(workspace)).toEqual(['.gitignore', 'tools']);
		expect(readFileSync(join(workspace, '.hawser/.gitignore'), 'utf8')).toBe('mine\n');
	});

	test('is made again when somebody removes it', async () => {
		const { workspace } = await startHost();
		rmSync(bridgeFolder(workspace), { recursive: true });
		await expect.poll(() => existsSync(hostFile(workspace))).toBe(true);
		expect((await callThroughFiles(workspace, { tool: 'echo', input: {} })).envelope.ok).toBe(true);
	});

	test('is reported at once when it has no window', async () => {
		const workspace = temporaryFolder('bridge');
		const call = callThroughFiles(workspace, { tool: 'echo', input: {} });
		await expect(call).rejects.toMatchObject({ code: 'E_BRIDGE_UNAVAILABLE' });
	});
});

test('a folder that is elsewhere in the container: absolute paths are those of the window', async () => {
	const { workspace } = await startHost();
	const told = JSON.parse(readFileSync(hostFile(workspace), 'utf8')) as Record<string, unknown>;
	writeFileSync(hostFile(workspace), JSON.stringify({ ...told, workspace: '/home/me/shop' }), { mode: 0o600 });
	const input = {
		path: join(workspace, 'a.ts'),
		projectRoot: workspace,
		edits: [{ path: `file://${workspace}/b.ts`, newText: join(workspace, 'kept') }],
		paths: ['c.ts', `${workspace}-other`],
	};
	const { envelope } = await callThroughFiles(workspace, { tool: 'echo', input });
	expect(envelope).toMatchObject({
		data: {
			input: {
				path: '/home/me/shop/a.ts',
				projectRoot: '/home/me/shop',
				edits: [{ path: '/home/me/shop/b.ts', newText: join(workspace, 'kept') }],
				paths: ['c.ts', `${workspace}-other`],
			},
		},
	});
});
