import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { type FakeWindow, startFakeWindow } from '../fake-window.ts';
import { until } from '../run-cli.ts';

type Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>;

const MODES: readonly { name: string; mode: Mode; era: 'legacy' | 'modern' }[] = [
	{ name: 'legacy', mode: 'legacy', era: 'legacy' },
	{ name: 'auto', mode: 'auto', era: 'modern' },
	{ name: 'pinned', mode: { pin: '2026-07-28' }, era: 'modern' },
];

let cli: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
	cli = await buildCli();
});

afterEach(async () => {
	await Promise.all(closers.splice(0).map(close => close()));
});

function place(): { home: string; folder: string } {
	const base = temporaryFolder('mcp');
	return { home: join(base, 'home'), folder: mkdtempSync(join(base, 'project-')) };
}

async function openWindow(options: Parameters<typeof startFakeWindow>[0]): Promise<FakeWindow> {
	const window = await startFakeWindow(options);
	closers.push(() => window.close().catch(() => undefined));
	return window;
}

async function connect(mode: Mode, home: string, folder: string, onToolsChanged?: () => void): Promise<Client> {
	const client = new Client(
		{ name: 'test', version: '1' },
		{
			versionNegotiation: { mode },
			...(onToolsChanged && {
				listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged, debounceMs: 0 } },
			}),
		},
	);
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [cli, 'mcp'],
			cwd: folder,
			env: { ...(process.env as Record<string, string>), HAWSER_HOME: home, CLAUDE_PROJECT_DIR: '' },
		}),
	);
	closers.push(() => client.close());
	return client;
}

describe.each(MODES)('the SDK client, $name', ({ mode, era }) => {
	test('is announced to the window before its first call, and to one that opens later', async () => {
		const { home, folder } = place();
		const first = await openWindow({ home, folders: [folder], id: 'first' });
		const client = await connect(mode, home, folder);
		await client.listTools();
		await until(() => first.connected.length === 1);
		expect(first.connected).toMatchObject([{ client: { name: 'test', version: '1', folder } }]);
		await first.close();
		const later = await openWindow({ home, folders: [folder], id: 'later' });
		await until(() => later.connected.length === 1);
		expect(later.connected[0]?.agent).toBe(first.connected[0]?.agent);
	});

	test('lists and calls tools', async () => {
		const { home, folder } = place();
		const window = await openWindow({ home, folders: [folder], answer: () => ({ windows: [] }) });
		const client = await connect(mode, home, folder);
		expect(client.getProtocolEra()).toBe(era);
		expect(client.getServerVersion()?.name).toBe('hawser');
		expect(client.getInstructions()).toContain('VS Code');
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toContain('symbol_references');

		const result = await client.callTool({ name: 'window_list', arguments: {} });
		expect(result.content).toEqual([{ type: 'text', text: 'text of window_list ü' }]);
		expect(result.structuredContent).toMatchObject({ ok: true, type: 'success', data: { windows: [] } });
		expect(window.calls[0]).toMatchObject({ tool: 'window_list', input: {}, surface: 'stdio' });

		const plain = await client.callTool({ name: 'file_read', arguments: { path: 'a' } });
		expect(plain.structuredContent).toBeUndefined();
	});

	test('is told what to do when there is no window, and needs no restart when one opens', async () => {
		const { home, folder } = place();
		const client = await connect(mode, home, folder);
		expect((await client.listTools()).tools.length).toBeGreaterThan(0);
		const without = await client.callTool({ name: 'file_read', arguments: { path: 'a' } });
		expect(without.isError).toBe(true);
		expect(without.content).toEqual([
			{
				type: 'text',
				text: expect.stringContaining(
					`[E_NO_WINDOW] No VS Code window with Hawser is open, so none has ${folder}.`,
				) as string,
			},
		]);
		await openWindow({ home, folders: [folder] });
		expect((await client.callTool({ name: 'file_read', arguments: { path: 'a' } })).isError).toBeUndefined();
	});

	test('gets a protocol error for a tool that does not exist', async () => {
		const { home, folder } = place();
		const client = await connect(mode, home, folder);
		await expect(client.callTool({ name: 'file_raed' })).rejects.toMatchObject({
			code: -32_602,
			message: expect.stringContaining('did you mean "file_read"?') as string,
			data: { ok: false, error: { code: 'E_UNKNOWN_TOOL' } },
		});
	});

	test('hears of progress', async () => {
		const { home, folder } = place();
		const progress = [{ message: 'one' }, { message: 'two', done: 2, total: 3 }];
		const heard: unknown[] = [];
		// The client forgets reports that come in one piece with the answer, so the answer waits for them.
		const answer = () => ({ progress, until: until(() => heard.length === 2), data: {} });
		await openWindow({ home, folders: [folder], answer });
		const client = await connect(mode, home, folder);
		await client.callTool({ name: 'file_read', arguments: { path: 'a' } }, { onprogress: step => heard.push(step) });
		expect(heard).toEqual([
			{ message: 'one', progress: 0 },
			{ message: 'two', progress: 2, total: 3 },
		]);
	});

	test('cancels a call in the window', async () => {
		const { home, folder } = place();
		const window = await openWindow({
			home,
			folders: [folder],
			answer: ({ tool }) => (tool === 'file_read' ? 'hang' : { windows: [] }),
		});
		const client = await connect(mode, home, folder);
		const abort = new AbortController();
		const call = client.callTool({ name: 'file_read', arguments: { path: 'a' } }, { signal: abort.signal });
		await until(() => window.calls.length === 1);
		abort.abort();
		await expect(call).rejects.toThrow();
		await until(() => window.cancelled.includes('file_read'));
		expect((await client.callTool({ name: 'window_list' })).isError).toBeUndefined();
	});

	test('is told when the window chooses other toolsets', async () => {
		const { home, folder } = place();
		const window = await openWindow({ home, folders: [folder] });
		let changes = 0;
		const client = await connect(mode, home, folder, () => changes++);
		await client.listTools();
		// The watch is set up after the first answers, so the choice is written until it has been seen.
		for (let turn = 0; changes === 0; turn++) {
			await window.change({ toolsets: turn % 2 === 0 ? ['file'] : ['file', 'symbol'] });
			await new Promise(resolve => setTimeout(resolve, 100));
		}
		await window.change({ toolsets: ['file'] });
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name.split('_')[0])).toEqual(tools.map(() => 'file'));
	});
});
