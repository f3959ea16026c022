import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { windowFinder } from '@hawser/link/find-window.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();

async function connect({ port, token }: OpenWindow['entry'], dialect: string): Promise<Client> {
	const client = new Client({ name: 'test', version: '1' });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	const url = new URL(`http://127.0.0.1:${port}/dialects/${dialect}/mcp`);
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return client;
}

test('a window serves the tools of VSCode MCP Proxy and of VSC-Bridge alone, over HTTP', async () => {
	const { window, entry, folder, write } = await workbench().open(workbench().makeFolder('dialects'));
	write('old.txt', 'text\n');
	const proxy = await connect(entry, 'vscode-mcp-proxy');
	expect((await proxy.listTools()).tools.map(({ name }) => name)).toEqual([
		'rename_file',
		'rename_symbol',
		'get_setting',
		'set_setting',
	]);
	const uri = (name: string) => pathToFileURL(join(folder, name)).href;
	const renamed = await call(proxy, 'rename_file', { oldUri: uri('old.txt'), newUri: uri('new.txt') });
	expect(renamed.isError).not.toBe(true);
	expect(textOf(await call(proxy, 'get_setting', { key: 'editor.tabSize' }))).toBe(
		'{"key":"editor.tabSize","value":4,"scope":"workspace"}',
	);
	expect(textOf(await call(proxy, 'rename_file', { oldUri: uri('new.txt') }))).toMatch(/^Validation error: .*newUri/);
	await proxy.close();

	const bridge = await connect(entry, 'vsc-bridge');
	expect((await bridge.listTools()).tools.map(({ name }) => name)).toContain('symbol_navigate');
	expect((await call(bridge, 'breakpoint_list')).structuredContent).toMatchObject({ ok: true });
	await bridge.close();
	await window.close();
});

test('hawser.port null switches the server off, and another value on again', async () => {
	const folder = workbench().makeFolder('port-null');
	const set = (port: unknown) => {
		mkdirSync(join(folder, '.vscode'), { recursive: true });
		writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'hawser.port': port }));
	};
	const { window } = await workbench().open(folder);
	const isServed = () =>
		windowFinder(workbench().home)
			.all()
			.some(({ folders }) => folders.includes(folder));
	set(null);
	await eventually(() => expect(isServed()).toBe(false));
	set('auto');
	await eventually(() => expect(isServed()).toBe(true));
	await window.close();
});
