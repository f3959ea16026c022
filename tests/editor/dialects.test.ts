import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { windowFinder } from '@hawser/link/find-window.ts';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectStdio, textOf } from '../support/mcp-clients.ts';
import { PatientClient } from '../support/patient-client.ts';
import { agentlinkScript } from '../support/scripts/agentlink.ts';
import { DEVDB_TABLES, devdbScript } from '../support/scripts/devdb.ts';
import { runScript } from '../support/scripts/script.ts';
import { vscBridgeScript } from '../support/scripts/vsc-bridge.ts';
import { vscodeMcpProxyScript } from '../support/scripts/vscode-mcp-proxy.ts';
import { writeSqlite } from '../support/sqlite-file.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();

async function connect({ port, token }: OpenWindow['entry'], dialect: string): Promise<Client> {
	const client = new PatientClient({ name: 'test', version: '1' });
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

describe('scripts that were written for the other systems run unchanged', () => {
	test('AgentLink and VSCode MCP Proxy, over HTTP', async () => {
		const { window, entry, folder } = await workbench().open(workbench().copyProject('shop', 'scripted'));
		for (const [dialect, steps] of [
			['agentlink', agentlinkScript(folder)],
			['vscode-mcp-proxy', vscodeMcpProxyScript(folder)],
		] as const) {
			expect(steps.length).toBeGreaterThanOrEqual(20);
			const client = await connect(entry, dialect);
			await runScript(client, steps);
			await client.close();
		}
		await window.close();
	}, 300_000);

	test('VSC-Bridge and DevDB, over stdio', async () => {
		const folder = workbench().copyProject('debugging', 'scripted-debugging');
		writeSqlite(join(folder, 'shop.db'), ...DEVDB_TABLES);
		const { window } = await workbench().open(folder);
		for (const [dialect, steps] of [
			['vsc-bridge', vscBridgeScript],
			['devdb', devdbScript(folder)],
		] as const) {
			expect(steps.length).toBeGreaterThanOrEqual(20);
			const client = await connectStdio({ env: workbench().env, cwd: folder, args: ['--dialect', dialect] });
			await runScript(client, steps);
			await client.close();
		}
		await window.close();
	}, 300_000);
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
