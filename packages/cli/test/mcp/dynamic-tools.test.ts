import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { behaviourHints } from '@hawser/core/contract/effects.ts';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { type FakeWindow, startFakeWindow } from '../fake-window.ts';
import { runCli, startCli, until } from '../run-cli.ts';

let cli: string;
let home: string;
let folder: string;
let window: FakeWindow;
let tools: object[];

const tool = (name: string) => ({
	...{ name, title: 'Greet', description: 'Greets.', thing: 'relay', effect: 'runs', listed: true },
	...{ timeout: 60_000, aliases: [], plainText: true, annotations: behaviourHints('runs') },
	inputSchema: { type: 'object', properties: { times: { type: 'integer' } } },
});

beforeAll(async () => {
	cli = await buildCli();
});

beforeEach(async () => {
	const base = temporaryFolder('dynamic');
	home = join(base, 'home');
	folder = mkdtempSync(join(base, 'project-'));
	tools = [tool('relay_greet')];
	window = await startFakeWindow({ home, folders: [folder], entry: { dynamicTools: '1' }, dynamicTools: () => tools });
});

afterEach(async () => {
	await window.close();
});

const run = (...args: string[]) => runCli(cli, args, { cwd: folder, env: { HAWSER_HOME: home }, stdin: '' });

test('tools that only a window has are listed, explained and called in the shell', async () => {
	const { stdout: list } = await run('tools');
	expect(list).toMatch(/Tools of other extensions \(relay\)\n {2}relay_greet\s+Greets\./);
	expect((await run('tools', 'relay_greet')).stdout).toContain('hawser call relay_greet');
	expect((await run('call', 'relay_greet', 'times=3')).code).toBe(0);
	expect(window.calls[0]).toMatchObject({ tool: 'relay_greet', input: { times: 3 } });
	expect(await run('call', 'relay_gret')).toMatchObject({ code: 2 });
});

function startMcp() {
	const child = startCli(cli, ['mcp'], { cwd: folder, env: { HAWSER_HOME: home } });
	const lines: string[] = [];
	let rest = '';
	child.stdout.on('data', (bytes: Buffer) => {
		const parts = (rest + bytes.toString()).split('\n');
		rest = parts.pop() ?? '';
		lines.push(...parts);
	});
	const answer = async (id: number, method: string, params: object = {}) => {
		child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
		return until(() => lines.find(line => line.includes(`"id":${id},`)));
	};
	return { child, lines, answer };
}

test('an agent on stdio sees them, calls them and hears when there are others', async () => {
	const { child, lines, answer } = startMcp();
	try {
		await answer(1, 'initialize', { protocolVersion: '2025-11-25' });
		const first = await answer(2, 'tools/list');
		expect(first).toContain('"symbol_references"');
		expect(first).toContain('"relay_greet"');
		expect(await answer(3, 'tools/call', { name: 'relay_greet', arguments: {} })).toContain('text of relay_greet');
		tools = [tool('relay_wave')];
		await window.change({ dynamicTools: '2' });
		await until(() => lines.some(line => line.includes('notifications/tools/list_changed')));
		const second = await answer(4, 'tools/list');
		expect(second).toContain('"relay_wave"');
		expect(second).not.toContain('"relay_greet"');
	} finally {
		child.kill();
	}
});

test.each([
	{ chat: 'tools', client: 'Fake Code', lists: false },
	{ chat: 'mcp', client: 'Fake Code', lists: false },
	{ chat: 'off', client: 'Fake Code', lists: true },
	{ chat: 'tools', client: 'Another Client', lists: true },
	{ chat: 'tools', client: 'Fake', lists: true },
] as const)('$client with chat $chat: lists $lists', async ({ chat, client, lists }) => {
	await window.change({ app: 'Fake Code 1.2.3', chat });
	const { child, answer } = startMcp();
	try {
		const clientInfo = { name: client, version: '1.2.3' };
		await answer(1, 'initialize', { protocolVersion: '2025-11-25', clientInfo });
		expect((await answer(2, 'tools/list')).includes('"symbol_references"')).toBe(lists);
	} finally {
		child.kill();
	}
});
