import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	chownSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { callThroughFiles } from '../../src/file-bridge/bridge-client.ts';
import { bridgeFolder, hostFile, jobsFolder } from '../../src/file-bridge/layout.ts';
import { goodCommand, startHost, writeJob } from './bridge-under-test.ts';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Fills the folder of a job, which is given with a command that would be run. */
type Trick = (folder: string, command: string, outside: string) => void;

const TRICKS: readonly [string, Trick][] = [
	[
		'is a link to a folder outside',
		(folder, command, outside) => {
			writeFileSync(join(outside, 'command.json'), command);
			symlinkSync(outside, folder);
		},
	],
	[
		'has a link for a command',
		(folder, command, outside) => {
			writeFileSync(join(outside, 'command.json'), command);
			mkdirSync(folder);
			symlinkSync(join(outside, 'command.json'), join(folder, 'command.json'));
		},
	],
	[
		'has a hard link for a command',
		(folder, command, outside) => {
			writeFileSync(join(outside, 'command.json'), command);
			mkdirSync(folder);
			linkSync(join(outside, 'command.json'), join(folder, 'command.json'));
		},
	],
	[
		'has a pipe for a command',
		folder => {
			mkdirSync(folder);
			execFileSync('mkfifo', [join(folder, 'command.json')]);
		},
	],
	['has a folder for a command', folder => void mkdirSync(join(folder, 'command.json'), { recursive: true })],
	[
		'has a command of a gigabyte',
		(folder, command) => {
			mkdirSync(folder);
			writeFileSync(join(folder, 'command.json'), command);
			truncateSync(join(folder, 'command.json'), 1024 ** 3);
		},
	],
	['is a file', (folder, command) => writeFileSync(folder, command)],
	['is a pipe', folder => void execFileSync('mkfifo', [folder])],
	[
		'has a command that is no JSON',
		(folder, command) => {
			mkdirSync(folder);
			writeFileSync(join(folder, 'command.json'), command.slice(0, -1));
		},
	],
	[
		'has a command that is nested a million deep',
		folder => {
			mkdirSync(folder);
			writeFileSync(join(folder, 'command.json'), '['.repeat(1_000_000) + ']'.repeat(1_000_000));
		},
	],
	[
		'carries another nonce',
		(folder, command) => {
			mkdirSync(folder);
			const fields = JSON.parse(command) as object;
			writeFileSync(join(folder, 'command.json'), JSON.stringify({ ...fields, nonce: 'n'.repeat(43) }));
		},
	],
	[
		'has been claimed by a link',
		(folder, command, outside) => {
			mkdirSync(folder);
			symlinkSync(join(outside, 'claim'), join(folder, 'claimed.json'));
			writeFileSync(join(folder, 'command.json'), command);
		},
	],
	...(IS_ROOT
		? ([
				[
					'has a command of somebody else',
					(folder, command) => {
						mkdirSync(folder);
						writeFileSync(join(folder, 'command.json'), command);
						chownSync(join(folder, 'command.json'), NOBODY, NOBODY);
					},
				],
				[
					'belongs to somebody else',
					(folder, command) => {
						mkdirSync(folder);
						writeFileSync(join(folder, 'command.json'), command);
						chownSync(folder, NOBODY, NOBODY);
					},
				],
			] satisfies [string, Trick][])
		: []),
];

describe('a job that', () => {
	test.each(TRICKS)('%s is not run, and the window goes on', async (_what, trick) => {
		const { workspace, ran } = await startHost();
		const outside = temporaryFolder('outside');
		// Filled aside and moved in, so that the window sees the trick whole.
		const aside = join(jobsFolder(workspace), '.aside');
		trick(aside, JSON.stringify(goodCommand(workspace, { tool: 'trick' })), outside);
		const before = readdirSync(outside);
		renameSync(aside, join(jobsFolder(workspace), 'hostile'));
		expect((await callThroughFiles(workspace, { tool: 'echo', input: {} })).envelope.ok).toBe(true);
		// Two further looks around would have found it.
		await callAfterBeats(workspace);
		expect(new Set(ran)).toEqual(new Set(['echo']));
		expect(readdirSync(outside)).toEqual(before);
	});

	test('has a link where the answer goes is answered beside it, and nothing outside is written', async () => {
		const { workspace } = await startHost();
		const outside = temporaryFolder('outside');
		writeFileSync(join(outside, 'precious'), 'precious');
		const names = ['response.json', 'error.json', 'text.txt', 'events.ndjson', 'data.json'];
		const aside = join(jobsFolder(workspace), '.aside');
		mkdirSync(aside);
		for (const name of names) {
			symlinkSync(join(outside, name === 'text.txt' ? 'precious' : name), join(aside, name));
		}
		writeFileSync(join(aside, 'command.json'), JSON.stringify(goodCommand(workspace, { tool: 'steps' })));
		const folder = join(jobsFolder(workspace), 'hostile');
		renameSync(aside, folder);
		await expect.poll(() => existsSync(join(folder, 'done'))).toBe(true);
		expect(readdirSync(outside)).toEqual(['precious']);
		expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('precious');
		expect(lstatSync(join(folder, 'error.json')).isFile()).toBe(true);
		expect(readFileSync(join(folder, 'error.json'), 'utf8')).toContain('E_NO_RESPONSE');
	});

	test('is swapped for a link while the tool runs is answered where it was', async () => {
		const swapped = { to: '' };
		const { workspace } = await startHost({
			run({ input }) {
				renameSync(join(jobsFolder(workspace), 'job'), join(jobsFolder(workspace), '.moved'));
				symlinkSync(swapped.to, join(jobsFolder(workspace), 'job'));
				const meta = { requestId: 'r', timestamp: new Date().toISOString(), duration: 1 };
				return Promise.resolve({ envelope: { ok: true, type: 'success', data: input, meta }, text: 'x' });
			},
		});
		swapped.to = temporaryFolder('outside');
		writeJob(workspace, 'job', goodCommand(workspace));
		const moved = join(jobsFolder(workspace), '.moved');
		const reached = process.platform === 'linux' ? moved : swapped.to;
		await expect.poll(() => existsSync(join(reached, 'done'))).toBe(true);
		if (process.platform === 'linux') {
			expect(readdirSync(swapped.to)).toEqual([]);
		}
	});
});

test('a repository that brings jobs and a host file gets none of them run', async () => {
	const workspace = temporaryFolder('bridge');
	mkdirSync(bridgeFolder(workspace));
	const nonce = 'committed'.repeat(5);
	const facts = {
		version: 1,
		bridgeId: 'fake',
		nonce,
		pid: 1,
		platform: 'linux',
		workspace,
		startedAt: Date.now() + 1e9,
	};
	writeFileSync(hostFile(workspace), JSON.stringify(facts));
	writeJob(workspace, 'committed', { version: 1, id: 'committed', nonce, tool: 'evil', input: {} });
	chmodSync(jobsFolder(workspace), 0o777);
	const { ran } = await startHost({ workspace });
	expect(lstatSync(jobsFolder(workspace)).mode & 0o777).toBe(0o700);
	await callThroughFiles(workspace, { tool: 'echo', input: {} }, { pickup: 60_000 });
	expect(new Set(ran)).toEqual(new Set(['echo']));
});

describe('folders that are links', () => {
	test.each([['.hawser'], ['.hawser/execute']])('%s: nothing is written through it, and it is told', async name => {
		const workspace = temporaryFolder('bridge');
		const outside = temporaryFolder('outside');
		if (name !== '.hawser') {
			mkdirSync(join(workspace, '.hawser'));
		}
		symlinkSync(outside, join(workspace, name));
		const { problems, host } = await startHost({ workspace });
		expect(problems[0]).toContain('is a link or a file');
		expect(readdirSync(outside)).toEqual([]);
		await host.close();
		await expect(callThroughFiles(workspace, { tool: 'echo', input: {} })).rejects.toMatchObject({
			code: 'E_BRIDGE_UNAVAILABLE',
		});
		expect(readdirSync(outside)).toEqual([]);
	});

	test('host.json as a link is replaced, and not written through', async () => {
		const workspace = temporaryFolder('bridge');
		const outside = join(temporaryFolder('outside'), 'file');
		writeFileSync(outside, 'precious');
		mkdirSync(bridgeFolder(workspace));
		symlinkSync(outside, hostFile(workspace));
		await startHost({ workspace });
		expect(readFileSync(outside, 'utf8')).toBe('precious');
		expect((await callThroughFiles(workspace, { tool: 'echo', input: {} })).envelope.ok).toBe(true);
	});
});

test('five thousand folders do not keep a job from being run', async () => {
	const workspace = temporaryFolder('bridge');
	for (let index = 0; index < 5000; index++) {
		mkdirSync(join(jobsFolder(workspace), `flood-${index}`), { recursive: true });
	}
	const { ran } = await startHost({ workspace });
	await callThroughFiles(workspace, { tool: 'echo', input: {} }, { pickup: 60_000 });
	await callAfterBeats(workspace);
	expect(ran.length).toBe(3);
});

/** The window shows a sign of life at every beat, and looks around after it. */
async function callAfterBeats(workspace: string): Promise<void> {
	for (let beat = 0; beat < 2; beat++) {
		const { mtimeMs } = lstatSync(hostFile(workspace));
		await expect.poll(() => lstatSync(hostFile(workspace)).mtimeMs, { timeout: 60_000 }).not.toBe(mtimeMs);
		await callThroughFiles(workspace, { tool: 'echo', input: {} }, { pickup: 60_000 });
	}
}
