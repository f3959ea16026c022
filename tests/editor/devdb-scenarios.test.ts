import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { writeSqlite } from '../support/sqlite-file.ts';
import { type OpenWindow, startWorkbench, type Workbench } from '../support/workbench.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/**
 * The manual scenarios of DevDB's design, step by step. Ports are compared with each other and not with 50001: other programs on the machine
 * take and leave such ports, and whichever is the first free one at that moment is right.
 */
let workbench: Workbench;
let a: OpenWindow;
let b: OpenWindow;
let agent: Client;
beforeAll(async () => {
	workbench = await startWorkbench();
	a = await workbench.open(projectWith('project-a', 'basket'));
	agent = await connectStdio({ env: workbench.env, cwd: a.folder, args: ['--dialect', 'devdb'] });
});
afterAll(async () => {
	await agent.close();
	await workbench[Symbol.asyncDispose]();
});

const rememberedPorts = () =>
	JSON.parse(readFileSync(join(workbench.home, 'ports.json'), 'utf8')) as Record<string, number>;
const get = async (tool: string, projectRoot: string, more: Record<string, unknown> = {}) => {
	const { content, isError } = await call(agent, tool, { projectRoot, ...more });
	return { text: content.map(part => (part.type === 'text' ? part.text : '')), isError };
};

function projectWith(name: string, table: string): string {
	const folder = workbench.copyProject('shop', name);
	writeSqlite(
		join(folder, 'data.db'),
		`create table ${table} (id integer primary key, note text)`,
		`insert into ${table} values (1, '${name}')`,
	);
	return folder;
}

test('project A in instance 1: the server starts on the first free port from 50001', () => {
	expect(a.entry.port).toBeGreaterThanOrEqual(50_001);
	expect(rememberedPorts()).toEqual({ [a.folder]: a.entry.port });
});

test("an agent connected over stdio sees DevDB's server with its four tools and no others", async () => {
	expect(agent.getServerVersion()).toEqual({ name: 'DevDB', version: '1.1.0' });
	expect(agent.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
	expect(agent.getInstructions()).toBeUndefined();
	const { tools } = await agent.listTools();
	expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
		['get-tables', ['projectRoot']],
		['get-schema', ['projectRoot', 'table']],
		['get-database-type', ['projectRoot']],
		['run-query', ['projectRoot', 'query']],
	]);
	expect(tools.flatMap(({ outputSchema }) => outputSchema ?? [])).toEqual([]);
	await expect(call(agent, 'database_tables', { projectRoot: a.folder })).rejects.toThrow(/database_tables/);
});

test('the agent gets answers of project A, as DevDB words them', async () => {
	expect(await get('get-tables', a.folder)).toEqual({ text: ['["basket"]'] });
	expect(await get('get-schema', a.folder, { table: 'basket' })).toEqual({
		text: ['CREATE TABLE basket (id integer primary key, note text)'],
	});
	expect(await get('get-database-type', a.folder)).toEqual({ text: ['sqlite'] });
	expect(await get('run-query', a.folder, { query: 'select * from basket' })).toEqual({
		text: ['[{"id":1,"note":"project-a"}]'],
	});
	expect(await get('get-tables', join(a.folder, 'src'))).toEqual({ text: ['["basket"]'] });
});

test('project B in instance 2: the server starts on another free port', async () => {
	const folder = projectWith('project-b', 'post');
	// Of its own, because a window of another test may take a port of the common ones while this project is closed.
	writeFileIn(folder, '.vscode/settings.json', '{ "hawser.port": "30101-30199" }\n');
	b = await workbench.open(folder);
	expect(b.entry.port).not.toBe(a.entry.port);
	expect(rememberedPorts()).toEqual({ [a.folder]: a.entry.port, [b.folder]: b.entry.port });
});

test('a call to instance 1 for project B is proxied to instance 2', async () => {
	const viaHttp = await connectHttp(a.entry);
	// On our own surfaces the names are there too, and answer in our envelope.
	expect((await call(viaHttp, 'get-tables', { projectRoot: b.folder })).structuredContent).toMatchObject({
		ok: true,
		data: { database: 'data.db', tables: [{ name: 'post' }] },
	});
	await viaHttp.close();
	const fromB = await connectStdio({ env: workbench.env, cwd: b.folder, args: ['--dialect', 'devdb'] });
	for (const client of [agent, fromB]) {
		expect(textOf(await call(client, 'get-tables', { projectRoot: a.folder }))).toBe('["basket"]');
		expect(textOf(await call(client, 'get-tables', { projectRoot: b.folder }))).toBe('["post"]');
	}
	expect(await get('run-query', b.folder, { query: 'select note from post' })).toEqual({
		text: ['[{"note":"project-b"}]'],
	});
	await fromB.close();
});

describe('errors', () => {
	test.each([
		['a relative projectRoot', 'relative/path', 'projectRoot must be an absolute path'],
		['a projectRoot that does not exist', '/does/not/exist', 'projectRoot does not exist'],
	])('%s is refused', async (_what, projectRoot, text) => {
		expect(await get('get-tables', projectRoot)).toEqual({ text: [`Error: ${text}`], isError: true });
		const viaHttp = await connectHttp(a.entry);
		const result = await call(viaHttp, 'get-tables', { projectRoot });
		expect(result.isError).toBe(true);
		expect(textOf(result)).toMatch(`[E_INVALID_PARAMS] ${text}`);
		await viaHttp.close();
	});

	test('a call without projectRoot is refused', async () => {
		const { content, isError } = await call(agent, 'get-tables');
		expect({ content, isError }).toEqual({
			content: [{ type: 'text', text: 'Error: projectRoot must be an absolute path' }],
			isError: true,
		});
	});

	test('a table that is not there, a query that is wrong and a statement that writes are refused', async () => {
		expect(await get('get-schema', a.folder, { table: 'baskte' })).toEqual({
			text: ['Error: There is no table or view "baskte". Did you mean basket?'],
			isError: true,
		});
		const [wrong] = (await get('run-query', a.folder, { query: 'select colour from basket' })).text;
		expect(wrong).toMatch(/^Error: no such column: colour\. /);
		const refused = await get('run-query', a.folder, { query: 'delete from basket' });
		expect(refused.isError).toBe(true);
		expect(await get('run-query', a.folder, { query: 'select count(*) as n from basket' })).toEqual({
			text: ['[{"n":1}]'],
		});
	});

	test('the projectRoot of a closed project is refused, and instance 2 is no longer listed', async () => {
		await b.window.close();
		const viaHttp = await connectHttp(a.entry);
		await eventually(async () => {
			expect(await get('get-tables', b.folder)).toEqual({
				text: [`Error: MCP server not running for project: ${b.folder}`],
				isError: true,
			});
			const result = await call(viaHttp, 'get-tables', { projectRoot: b.folder });
			expect(result.isError).toBe(true);
			expect(textOf(result)).toContain(`[E_NO_WINDOW] No open window has the folder ${b.folder}; `);
		});
		expect((await call(viaHttp, 'window_list')).structuredContent).toMatchObject({
			data: { windows: [{ id: a.entry.id }] },
		});
		await viaHttp.close();
	});
});

test('project B opened again gets the port that it had', async () => {
	const again = await workbench.open(b.folder);
	expect(again.entry.port).toBe(b.entry.port);
	await again.window.close();
});

test('a port that somebody else has taken meanwhile is passed, and the map is updated', async () => {
	const blocker = createServer();
	await eventually(
		() =>
			new Promise<void>((listening, refused) => {
				blocker.once('error', refused).listen(b.entry.port, '127.0.0.1', listening);
			}),
	);
	const moved = await workbench.open(b.folder);
	expect(moved.entry.port).not.toBe(b.entry.port);
	expect(rememberedPorts()[b.folder]).toBe(moved.entry.port);
	blocker.close();
	await moved.window.close();
});
