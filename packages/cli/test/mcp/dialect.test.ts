import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { startFakeWindow } from '../fake-window.ts';
import { runCli } from '../run-cli.ts';

type Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>;

let cli: string;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
	cli = await buildCli();
});
afterEach(async () => {
	await Promise.all(closers.splice(0).map(close => close()));
});

async function stage() {
	const base = temporaryFolder('dialect');
	const folder = mkdtempSync(join(base, 'project-'));
	const home = join(base, 'home');
	const window = await startFakeWindow({
		home,
		folders: [folder],
		answer: () => ({ engine: 'sqlite', tables: [{ name: 'users', kind: 'table' }] }),
	});
	closers.push(() => window.close());
	const env = { ...(process.env as Record<string, string>), HAWSER_HOME: home, CLAUDE_PROJECT_DIR: '' };
	return { folder, window, env };
}

const MODES: readonly { name: string; mode: Mode }[] = [
	{ name: 'legacy', mode: 'legacy' },
	{ name: 'modern', mode: { pin: '2026-07-28' } },
];

describe.each(MODES)('hawser mcp --dialect devdb, $name', ({ mode }) => {
	test('introduces itself, lists and answers as DevDB does', async () => {
		const { folder, window, env } = await stage();
		const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
		await client.connect(
			new StdioClientTransport({
				command: process.execPath,
				args: [cli, 'mcp', '--dialect', 'devdb'],
				cwd: folder,
				env,
			}),
		);
		closers.push(() => client.close());
		expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
		const { tools } = await client.listTools();
		expect(client.getServerVersion()).toEqual({ name: 'DevDB', version: '1.1.0' });
		expect(tools.map(({ name, title, description }) => [name, title, description])).toEqual([
			['get-tables', 'Get tables', 'Get list of tables in database'],
			['get-schema', 'Get table schema', 'Get schema for specified table'],
			[
				'get-database-type',
				'Get database type',
				'Get database type (e.g. mysql2, postgres, mssql) to determine SQL syntax',
			],
			['run-query', 'Run a query', 'Run a SQL query'],
		]);
		const answered = await client.callTool({ name: 'get-tables', arguments: { projectRoot: folder } });
		expect(answered.content).toEqual([{ type: 'text', text: '["users"]' }]);
		expect(answered.structuredContent).toBeUndefined();
		expect(window.calls).toMatchObject([{ tool: 'get-tables', input: { projectRoot: folder }, surface: 'stdio' }]);
		const nowhere = tmpdir();
		expect(await client.callTool({ name: 'get-tables', arguments: { projectRoot: nowhere } })).toMatchObject({
			content: [{ type: 'text', text: `Error: MCP server not running for project: ${nowhere}` }],
			isError: true,
		});
		await expect(client.callTool({ name: 'file_read', arguments: { path: 'a' } })).rejects.toThrow(/file_read/);
	});
});

test('a dialect that does not exist is told before anything is served', async () => {
	const { env, folder } = await stage();
	const { code, stderr } = await runCli(cli, ['mcp', '--dialect', 'devbd'], { env, cwd: folder });
	expect(code).toBe(2);
	expect(stderr).toContain('There is no dialect "devbd".');
	expect(stderr).toContain('devdb');
});

test("hawser call passes another system's name on, with its arguments", async () => {
	const { env, folder, window } = await stage();
	const { code } = await runCli(cli, ['call', 'run-query', 'query=select 1'], { env, cwd: folder });
	expect(code).toBe(0);
	expect(window.calls).toMatchObject([{ tool: 'run-query', input: { query: 'select 1' } }]);
});
