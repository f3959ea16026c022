import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { installedCli } from '../support/installed-cli.ts';
import { call, connectStdio, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import { type Isolation, withoutNetwork } from '../support/without-network.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();

const hostFile = (folder: string) => join(folder, '.hawser/host.json');
const jobsOf = (folder: string) => readdirSync(join(folder, '.hawser/execute'));
const untilOpen = (folder: string) => eventually(() => expect(existsSync(hostFile(folder))).toBe(true));
const untilClosed = (folder: string) => eventually(() => expect(existsSync(join(folder, '.hawser'))).toBe(false));

const SET = `await vscode.workspace.getConfiguration().update('hawser.fileBridge', args, vscode.ConfigurationTarget.Global)`;

async function openWithBridge(folder: string): Promise<OpenWindow> {
	const opened = await workbench().open(folder);
	await opened.window.evaluate(SET, [folder]);
	await untilOpen(folder);
	return opened;
}

/** Finds no window over the network: its home is an empty one. */
const apart = () => ({ ...workbench().env, HAWSER_HOME: workbench().makeFolder('no-windows') });

/** Not with spawnSync: while that waits, nobody here answers the browser, and windows that are opening stand still. */
function runCli(
	args: readonly string[],
	cwd: string,
	{ prefix, env }: Pick<Isolation, 'prefix' | 'env'>,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
	const [command = '', ...rest] = [...prefix, process.execPath, installedCli(), ...args];
	return new Promise(resolve => {
		const child = execFile(command, rest, { cwd, env }, (_failure, stdout, stderr) =>
			resolve({ status: child.exitCode, stdout, stderr }),
		);
	});
}

describe('until the user allows it', () => {
	test('no folder is made, nothing of a repository is run, and agents are told what to do', async () => {
		const folder = workbench().makeFolder('not-allowed');
		const { window } = await workbench().open(folder);
		expect(await window.evaluate(`return vscode.workspace.getConfiguration().get('hawser.fileBridge')`)).toEqual([]);
		expect(readdirSync(folder)).not.toContain('.hawser');
		const client = await connectStdio({ env: apart(), cwd: folder, args: ['--transport', 'files'] });
		expect((await client.listTools()).tools.length).toBeGreaterThan(10);
		expect(textOf(await call(client, 'window_status'))).toMatch(
			/^\[E_BRIDGE_UNAVAILABLE\] .*\n.*Allow the File Bridge in This Folder/,
		);
		await client.close();
		expect(readdirSync(folder)).not.toContain('.hawser');
		await window.close();
	});

	test('the settings of the folder do not count', async () => {
		const folder = workbench().makeFolder('by-workspace');
		mkdirSync(join(folder, '.vscode'));
		writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'hawser.fileBridge': [folder] }));
		const { window } = await workbench().open(folder);
		expect(await window.evaluate(`return vscode.workspace.getConfiguration().get('hawser.fileBridge')`)).toEqual([]);
		expect(existsSync(join(folder, '.hawser'))).toBe(false);
		await window.close();
	});

	test('the command asks, opens the bridge, and its counterpart closes it without a trace', async () => {
		const folder = workbench().makeFolder('by-command');
		const { window } = await workbench().open(folder);
		const asked = window.executeCommand('hawser.allowFileBridge');
		await window.answerDialog('Allow');
		await asked;
		await untilOpen(folder);
		await window.executeCommand('hawser.endFileBridge');
		await untilClosed(folder);
		await window.close();
	});

	test('a workspace that is not trusted has none, though its folder is allowed', async () => {
		const other = await workbench().open(workbench().makeFolder('trusted'));
		const folder = workbench().makeFolder('untrusted');
		await other.window.evaluate(SET, [folder]);
		const window = await workbench().editor.openWindow(folder, { trust: 'ask' });
		const entry = await workbench().entryOf(folder);
		expect((await callWindow(entry, 'window_status')).envelope).toMatchObject({ data: { trusted: false } });
		expect(existsSync(join(folder, '.hawser'))).toBe(false);
		await window.close();
		await other.window.close();
	});
});

describe('hawser mcp --transport files', () => {
	let opened: OpenWindow;
	let client: Client;
	beforeAll(async () => {
		opened = await openWithBridge(workbench().copyProject('shop'));
		client = await connectStdio({ env: apart(), cwd: opened.folder, args: ['--transport', 'files'] });
	});
	afterAll(async () => {
		await client.close();
		await opened.window.close();
	});

	test('lists the tools and answers as over the network', async () => {
		const overNetwork = await connectStdio({ env: workbench().env, cwd: opened.folder });
		expect(await client.listTools()).toEqual(await overNetwork.listTools());
		const calls: [string, Record<string, unknown>][] = [
			['file_read', { path: 'src/checkout.ts', startLine: 1, endLine: 3 }],
			['symbol_references', { symbol: 'total', path: 'src/checkout.ts' }],
			['file_read', { path: 'missing.ts' }],
			['file_read', { pth: 'src/checkout.ts' }],
			['file_read', { path: '/etc/passwd' }],
		];
		for (const [tool, input] of calls) {
			const byNetwork = withoutMeta(await call(overNetwork, tool, input));
			expect(withoutMeta(await call(client, tool, input))).toEqual(byNetwork);
		}
		expect((await call(client, 'window_status')).structuredContent).toMatchObject({ data: { id: opened.entry.id } });
		await overNetwork.close();
		expect(jobsOf(opened.folder)).toEqual([]);
	});

	test('a hundred calls at once each get their own answer', async () => {
		const lines = Array.from({ length: 100 }, (_, index) => (index % 10) + 1);
		const texts = await Promise.all(
			lines.map(async line =>
				textOf(await call(client, 'file_read', { path: 'src/checkout.ts', startLine: line, endLine: line })),
			),
		);
		expect(lines.filter((line, index) => texts[index]?.startsWith(`line ${line} of 10`) !== true)).toEqual([]);
		expect(jobsOf(opened.folder)).toEqual([]);
	});

	test('progress arrives, and a cancellation reaches the tool that runs', async () => {
		const proposals = `return vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input.modified?.scheme === 'hawser-proposal').length`;
		const abort = new AbortController();
		const messages: string[] = [];
		const pending = client.callTool(
			{ name: 'editor_show_diff', arguments: { path: 'src/checkout.ts', proposed: 'nothing\n' } },
			{
				signal: abort.signal,
				timeout: 150_000,
				onprogress: ({ message = '' }) => messages.push(message),
			},
		);
		pending.catch(() => undefined);
		await eventually(() => expect(messages).toContain('Waiting for the user to decide on src/checkout.ts'));
		await eventually(async () => expect(await opened.window.evaluate(proposals)).toBe(1));
		abort.abort();
		await expect(pending).rejects.toThrow();
		await eventually(async () => expect(await opened.window.evaluate(proposals)).toBe(0));
		await eventually(() => expect(jobsOf(opened.folder)).toEqual([]));
	});

	test('a time limit of the call is one of the tool', async () => {
		const args = ['call', 'editor_show_diff', 'path=src/checkout.ts', 'proposed=x', '--timeout', '500', '--json'];
		const isolation = { prefix: [], env: apart() };
		const { status, stdout } = await runCli([...args, '--transport', 'files'], opened.folder, isolation);
		expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'E_TIMEOUT' } });
		expect(status).toBe(3);
	});

	test('the bridge does not lead to the windows of other folders', async () => {
		const other = await workbench().open(workbench().makeFolder('neighbour'));
		const command = {
			version: 1,
			id: 'neighbour',
			nonce: (JSON.parse(readFileSync(hostFile(opened.folder), 'utf8')) as { nonce: string }).nonce,
			tool: 'window_status',
			input: { projectRoot: other.folder },
		};
		const job = join(opened.folder, '.hawser/execute/neighbour');
		mkdirSync(job);
		writeFileSync(join(job, 'command.json'), JSON.stringify(command));
		await eventually(() => expect(existsSync(join(job, 'done'))).toBe(true));
		expect(JSON.parse(readFileSync(join(job, 'error.json'), 'utf8'))).toMatchObject({ error: { code: 'E_FORBIDDEN' } });
		await other.window.close();
	});

	test('hawser doctor knows the bridge', async () => {
		const { status, stdout } = await runCli(['doctor'], opened.folder, { prefix: [], env: apart() });
		expect(stdout).toContain(`File bridge in ${opened.folder}: served by window ${opened.entry.id}`);
		expect(status).toBe(0);
	});

	test('a reload of the window goes unnoticed, and one that was asked for is followed', async () => {
		const answer = await call(client, 'window_reload');
		expect(answer.structuredContent).toMatchObject({ ok: true, data: { windowId: opened.entry.id } });
		const after = await workbench().entryOf(opened.folder);
		expect(after.id).not.toBe(opened.entry.id);
		expect((await call(client, 'window_status')).structuredContent).toMatchObject({ data: { id: after.id } });
	});
});

test('neither a job nor a host file that a repository brings counts, whatever they say', async () => {
	const folder = workbench().makeFolder('hostile');
	const nonce = 'committed'.repeat(5);
	const job = join(folder, '.hawser/execute/evil');
	mkdirSync(job, { recursive: true });
	writeFileSync(join(folder, 'victim.txt'), 'unharmed\n');
	writeFileSync(
		hostFile(folder),
		JSON.stringify({ version: 1, bridgeId: 'w', nonce, pid: 1, platform: 'linux', workspace: folder, startedAt: 1 }),
	);
	const input = { path: 'victim.txt', content: 'harmed\n' };
	writeFileSync(
		join(job, 'command.json'),
		JSON.stringify({ version: 1, id: 'evil', nonce, tool: 'file_write', input }),
	);
	const { window } = await workbench().open(folder);
	await window.evaluate(SET, [folder]);
	await eventually(() => expect(readFileSync(hostFile(folder), 'utf8')).not.toContain(nonce));
	const client = await connectStdio({ env: apart(), cwd: folder, args: ['--transport', 'files'] });
	expect((await call(client, 'window_status')).isError).toBeFalsy();
	await client.close();
	expect(readdirSync(job)).toEqual(['command.json']);
	expect(readFileSync(join(folder, 'victim.txt'), 'utf8')).toBe('unharmed\n');
	await window.close();
});

test('the newest of two windows on one folder is called, and the other when that has gone', {
	timeout: 600_000,
}, async () => {
	const folder = workbench().makeFolder('twice');
	const first = await openWithBridge(folder);
	const second = await workbench().editor.openWindow(folder);
	const idOf = async () => {
		const { stdout } = await runCli(['call', 'window_status', '--transport', 'files', '--json'], folder, {
			prefix: [],
			env: apart(),
		});
		return (JSON.parse(stdout) as { data?: { id: string } }).data?.id;
	};
	await eventually(async () => {
		const id = await idOf();
		expect(id).toBeDefined();
		expect(id).not.toBe(first.entry.id);
	});
	await second.close();
	await eventually(async () => expect(await idOf()).toBe(first.entry.id));
	await first.window.close();
	await untilClosed(folder);
});

describe('without a network to the window', () => {
	let opened: OpenWindow;
	let isolation: Isolation;
	beforeAll(async () => {
		opened = await openWithBridge(workbench().copyProject('shop', 'sandboxed'));
		isolation = withoutNetwork(workbench().env);
	});
	afterAll(() => opened.window.close());

	test('the network is really not there', async () => {
		const { status, stdout } = await runCli(
			['call', 'window_status', '--transport', 'http', '--json'],
			opened.folder,
			isolation,
		);
		expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'E_NO_WINDOW' } });
		expect(status).toBe(4);
	});

	test('hawser mcp works by files, without being told', async () => {
		const client = await connectStdio({ ...isolation, cwd: opened.folder });
		expect((await client.listTools()).tools.map(({ name }) => name)).toContain('symbol_references');
		expect((await call(client, 'window_status')).structuredContent).toMatchObject({ data: { id: opened.entry.id } });
		const edited = await call(client, 'file_edit', {
			path: 'src/checkout.ts',
			edits: [{ oldText: "name: 'rope'", newText: "name: 'cable'" }],
		});
		expect(textOf(edited)).toMatch(/^Edited line/);
		expect(readFileSync(join(opened.folder, 'src/checkout.ts'), 'utf8')).toContain("name: 'cable'");
		await client.close();
	});

	test('hawser call and hawser doctor work by files too', async () => {
		expect(await runCli(['call', 'window_status', '--json'], opened.folder, isolation)).toMatchObject({ status: 0 });
		const { status, stdout } = await runCli(['doctor'], opened.folder, isolation);
		expect(stdout).toContain('calls go by files');
		expect(status).toBe(0);
	});

	test('paths of a folder that is mounted elsewhere are understood as the sandbox knows them', async () => {
		const mount = workbench().makeFolder('mounted-here');
		const script = 'mount --bind "$0" "$1" && cd "$1" && shift && exec "$@"';
		const prefix = ['unshare', '--mount', '--net', 'sh', '-c', script, opened.folder, mount];
		if (spawnSync('unshare', ['--mount', '--net', 'true']).status !== 0) {
			console.warn('Folders may not be mounted here: only the translation of paths is tested, beside the link.');
			return;
		}
		const client = await connectStdio({ env: isolation.env, cwd: mount, prefix, args: ['--workspace', mount] });
		const read = await call(client, 'file_read', { path: join(mount, 'src/checkout.ts'), projectRoot: mount });
		expect(textOf(read)).toMatch(/^lines 1 to 10 of 10/);
		expect(read.isError).toBeFalsy();
		await client.close();
	});
});

/** Requests have their own ids and times, whichever way they go. */
function withoutMeta({ structuredContent, content, isError }: Awaited<ReturnType<typeof call>>): unknown {
	const { meta: _, ...envelope } = (structuredContent ?? {}) as Record<string, unknown>;
	return { envelope, content, isError };
}
