import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRedis, REDIS_PASSWORD, startRedis } from '../../packages/database/test/support/redis-server.ts';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, findQuestion } from '../support/questions.ts';
import { sendRaw } from '../support/raw-http.ts';
import { rowsOf, writeSqlite } from '../support/sqlite-file.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();
let shop: OpenWindow;
let client: Client;
beforeAll(async () => {
	const folder = workbench().makeFolder('shop');
	fillShop(join(folder, 'shop.db'));
	shop = await workbench().open(folder);
	client = await connectHttp(shop.entry);
});
afterAll(() => client.close());

function fillShop(file: string): void {
	writeSqlite(
		file,
		'create table artist (id integer primary key, name text not null)',
		'create table album (id integer primary key, title text, artist_id integer references artist(id))',
		"insert into artist values (1, 'Ane'), (2, 'Bo')",
		"insert into album values (1, 'First', 1), (2, 'Second', 2)",
	);
}

const shopFile = () => join(shop.folder, 'shop.db');
const ask = async (tool: string, input: Record<string, unknown> = {}, from = client) => {
	const { structuredContent } = await call(from, tool, input);
	return structuredContent as { ok: boolean; data: Record<string, unknown>; error: { code: string; message: string } };
};

describe('a project with a SQLite file, without any configuration', () => {
	test('the file is found', async () => {
		expect((await ask('database_list')).data).toMatchObject({
			total: 1,
			databases: [{ name: 'shop.db', engine: 'sqlite', isDefault: true }],
		});
	});

	test('tables, schema, rows and plan are told', async () => {
		expect((await ask('database_tables')).data).toMatchObject({ tables: [{ name: 'album' }, { name: 'artist' }] });
		expect((await ask('database_schema', { table: 'album' })).data).toMatchObject({
			columns: [{ name: 'id' }, { name: 'title' }, { name: 'artist_id' }],
			foreignKeys: [{ columns: 'artist_id', table: 'artist' }],
		});
		const query = 'select artist.name from album join artist on artist.id = artist_id where album.title = ?';
		expect((await ask('database_query', { query, params: ['Second'] })).data).toMatchObject({
			columns: ['name'],
			rows: [['Bo']],
		});
		expect(textOf(await call(client, 'database_explain', { query, params: ['x'] }))).toContain('SCAN album');
	});

	test('rows that another program writes are seen at once', async () => {
		writeSqlite(shopFile(), "insert into artist values (3, 'Cy')");
		expect((await ask('database_query', { query: 'select count(*) from artist' })).data).toMatchObject({ rows: [[3]] });
	});

	test('MongoDB and Redis of .env are listed beside it, read, and never written to', async () => {
		const program = await findRedis();
		const redis = program && (await startRedis(program));
		const login = `:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1:${redis?.port ?? 1}`;
		writeFileSync(join(shop.folder, '.env'), `REDIS_URL=redis://${login}\nMONGODB_URI=mongodb://127.0.0.1:1/shop\n`);
		const list = (await ask('database_list')).data['databases'];
		expect(list).toMatchObject([{ engine: 'redis', isDefault: false }, { engine: 'mongodb' }, { engine: 'sqlite' }]);
		expect(JSON.stringify(list)).not.toContain(encodeURIComponent(REDIS_PASSWORD));
		const redisAnswer = await ask('database_query', { database: 'redis_url', query: 'DBSIZE' });
		expect(redis ? redisAnswer.data : redisAnswer.error).toMatchObject(
			redis ? { engine: 'redis', rows: [[0]] } : { code: 'E_DATABASE_UNREACHABLE' },
		);
		const mongodb = { database: 'mongodb_uri', query: 'db.orders.find({ total: { $gt: 1 } })' };
		expect((await ask('database_query', mongodb)).error.code).toBe('E_DATABASE_UNREACHABLE');
		for (const [database, query] of [
			['redis_url', 'FLUSHALL'],
			['mongodb_uri', 'db.orders.drop()'],
		] as const) {
			expect((await ask('database_query', { database, query })).error.code).toBe('E_QUERY_REFUSED');
		}
		rmSync(join(shop.folder, '.env'));
		await redis?.dispose();
	});

	test('a change of .env is noticed', async () => {
		writeSqlite(join(shop.folder, 'other.sqlite'), 'create table thing (id integer)');
		writeFileSync(join(shop.folder, '.env'), 'DATABASE_URL=sqlite:other.sqlite\n');
		const { data } = await ask('database_tables');
		expect(data).toMatchObject({ tables: [{ name: 'thing' }] });
		rmSync(join(shop.folder, '.env'));
		rmSync(join(shop.folder, 'other.sqlite'));
		expect((await ask('database_tables')).data).toMatchObject({ total: 2 });
	});

	test.each([
		'delete from artist',
		'select 1; drop table artist',
		'with x as (select 1) insert into artist select 9, 9',
		"attach 'new.db' as x",
		'pragma user_version = 7',
		"select load_extension('x')",
	])('%s is refused, and nothing changes', async query => {
		const before = readFileSync(shopFile());
		expect(await ask('database_query', { query })).toMatchObject({ ok: false, error: { code: 'E_QUERY_REFUSED' } });
		expect(await ask('database_execute', { query })).toMatchObject({ ok: false, error: { code: 'E_QUERY_REFUSED' } });
		expect(readFileSync(shopFile())).toEqual(before);
	});

	test('a query that runs away is stopped, and the window answers all the while', async () => {
		const query = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';
		const runaway = ask('database_query', { query, timeout: 2_000 });
		const hostPid = await shop.window.extensionHostPid();
		let answered = 0;
		const watching = (async () => {
			for (let over = false; !over; ) {
				over = await Promise.race([runaway.then(() => true), ask('window_status').then(() => false)]);
				answered++;
			}
		})();
		expect(await runaway).toMatchObject({ ok: false, error: { code: 'E_TIMEOUT' } });
		await watching;
		expect(answered).toBeGreaterThan(2);
		expect((await ask('database_query', { query: 'select 1' })).data).toMatchObject({ rows: [[1]] });
		expect(await shop.window.extensionHostPid()).toBe(hostPid);
	});
});

describe("DevDB's endpoints", () => {
	const send = (method: string, path: string, body?: unknown, authorization = `Bearer ${shop.entry.token}`) =>
		sendRaw({
			port: shop.entry.port,
			path,
			method,
			headers: { host: `127.0.0.1:${shop.entry.port}`, authorization, 'content-type': 'application/json' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});

	test('tables, schema, rows and type have its shapes', async () => {
		expect(await send('GET', '/tables')).toMatchObject({ status: 200, body: { tables: ['album', 'artist'] } });
		expect(await send('GET', '/tables/artist/schema')).toMatchObject({
			status: 200,
			body: { schema: 'CREATE TABLE artist (id integer primary key, name text not null)' },
		});
		expect(await send('GET', '/database-type')).toMatchObject({ status: 200, body: { type: 'sqlite' } });
		expect(await send('POST', '/query', { query: 'select name from artist where id = 1' })).toMatchObject({
			status: 200,
			body: { result: [{ name: 'Ane' }] },
		});
	});

	test('programs get all of it: each table, each row and each value', async () => {
		const count =
			'with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000) select i, i * i as j from n';
		const { body: rows } = await send('POST', '/query', { query: count });
		expect((rows as { result: unknown[] }).result).toHaveLength(30_000);
		expect(rows).not.toHaveProperty('note');
		const { body: value } = await send('POST', '/query', { query: "select printf('%.*c', 300000, 'x') as long" });
		expect((value as { result: { long: string }[] }).result[0]?.long).toHaveLength(300_000);

		const names = Array.from({ length: 600 }, (_, index) => `a_table_with_a_long_name_number_${index}`);
		writeSqlite(shopFile(), ...names.map(name => `create table ${name} (id integer)`));
		const { body: tables } = await send('GET', '/tables');
		expect((tables as { tables: string[] }).tables).toHaveLength(602);
		const devdb = await connectStdio({ env: workbench().env, cwd: shop.folder, args: ['--dialect', 'devdb'] });
		const told = await call(devdb, 'get-tables', { projectRoot: shop.folder });
		expect(told.content).toHaveLength(1);
		expect(JSON.parse(textOf(told))).toEqual((tables as { tables: string[] }).tables);
		await devdb.close();
		writeSqlite(shopFile(), ...names.map(name => `drop table ${name}`));
	});

	test('failures have its status codes and sentences', async () => {
		expect(await send('POST', '/query', {})).toMatchObject({ status: 400, body: { error: 'Query is required' } });
		expect(await send('POST', '/query', { query: 'select nonsense' })).toMatchObject({
			status: 500,
			body: { error: expect.stringMatching(/^Error running query: .*nonsense/) as unknown },
		});
		expect(await send('GET', '/tables/artits/schema')).toMatchObject({
			status: 500,
			body: { error: 'There is no table or view "artits".' },
		});
	});

	test('nobody gets in without the token', async () => {
		for (const [method, path] of [
			['GET', '/tables'],
			['GET', '/tables/artist/schema'],
			['GET', '/database-type'],
			['POST', '/query'],
		] as const) {
			expect((await send(method, path, {}, '')).status).toBe(401);
		}
	});

	test('without the token, once the user has turned it off: every program reads, no web page does', async () => {
		const requireToken = (value: boolean | undefined) =>
			shop.window.evaluate(
				`await vscode.workspace.getConfiguration().update('hawser.devdb.requireToken', args.value, vscode.ConfigurationTarget.Global)`,
				{ value },
			);
		const { port } = shop.entry;
		const stranger = (path: string, headers: Record<string, string> = {}, body?: string) =>
			sendRaw({
				port,
				path,
				method: body === undefined ? 'GET' : 'POST',
				headers: { host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers },
				...(body !== undefined && { body }),
			});
		expect((await stranger('/tables')).body).toMatchObject({
			error: { hint: expect.stringContaining('hawser.devdb.requireToken') as unknown },
		});
		await requireToken(false);
		await shop.window.page.locator('.notification-toast', { hasText: 'through the DevDB routes' }).waitFor();
		await eventually(async () => {
			expect(await stranger('/tables')).toMatchObject({ status: 200, body: { tables: ['album', 'artist'] } });
		});
		const query = JSON.stringify({ query: 'select count(*) as n from artist' });
		expect(await stranger('/query', {}, query)).toMatchObject({ status: 200, body: { result: [{ n: 3 }] } });
		expect(await stranger('/tables', { origin: 'http://localhost:3000' })).toMatchObject({ status: 403 });
		expect(await stranger('/mcp/status')).toMatchObject({ status: 401 });
		await requireToken(undefined);
		await eventually(async () => expect((await stranger('/tables')).status).toBe(401));
	});

	test('a project without a database has none connected', async () => {
		const empty = await workbench().open(workbench().makeFolder('empty'));
		const { port, token } = empty.entry;
		const headers = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const body = { error: 'No DB connected', message: 'No DB connected' };
		expect(await sendRaw({ port, path: '/tables', method: 'GET', headers })).toMatchObject({ status: 500, body });
		expect(await sendRaw({ port, path: '/query', headers, body: '{"query":"select 1"}' })).toMatchObject({
			status: 500,
			body,
		});
		await empty.window.close();
	});
});

test('a path chooses the database in a window of two folders; without one all are listed', async () => {
	const [left, right] = ['left', 'right'].map(name => {
		const folder = workbench().makeFolder(name);
		writeSqlite(join(folder, 'data.db'), `create table of_${name} (id integer)`);
		return folder;
	}) as [string, string];
	const file = join(workbench().makeFolder('multi'), 'both.code-workspace');
	writeFileSync(file, JSON.stringify({ folders: [{ path: left }, { path: right }] }));
	const window = await workbench().editor.openWindow(file);
	const both = await connectHttp(await workbench().entryOf(left));
	const tables = async (projectRoot: string, from = both) => (await ask('database_tables', { projectRoot }, from)).data;
	expect((await ask('database_list', {}, both)).data).toMatchObject({
		databases: [{ name: 'left/data.db' }, { name: 'right/data.db' }],
	});
	expect(await tables(left)).toMatchObject({ database: 'left/data.db', tables: [{ name: 'of_left' }] });
	expect(await tables(right)).toMatchObject({ database: 'right/data.db', tables: [{ name: 'of_right' }] });
	// From another window the call is forwarded, and the folder is not lost on the way.
	expect(await tables(right, client)).toMatchObject({ tables: [{ name: 'of_right' }] });
	expect(await ask('database_tables', {}, both)).toMatchObject({ error: { code: 'E_DATABASE_AMBIGUOUS' } });
	await both.close();
	await window.close();
});

test('a workspace that is not trusted: databases are listed and not opened, and its settings do not count', async () => {
	const folder = workbench().makeFolder('untrusted');
	fillShop(join(folder, 'shop.db'));
	const window = await workbench().editor.openWindow(folder, { trust: 'ask' });
	const stranger = await connectHttp(await workbench().entryOf(folder));
	expect((await ask('database_list', {}, stranger)).data).toMatchObject({ databases: [{ name: 'shop.db' }] });
	expect(await ask('database_query', { query: 'select 1' }, stranger)).toMatchObject({
		error: { code: 'E_UNTRUSTED_WORKSPACE' },
	});
	await stranger.close();
	await window.close();
});

describe('what the user decides', () => {
	const QUESTION = 'An agent wants to read the postgres database';
	const answer = (question: string, choice: string) => answerQuestion(shop.window, question, choice);
	const allowWrites = (allowed: boolean | undefined) =>
		shop.window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.database.allowWrites', args.allowed, vscode.ConfigurationTarget.Global)`,
			{ allowed },
		);
	const remembered = () => join(workbench().home, 'database-connections.json');

	test('a server elsewhere is asked about once, in a way that does not block', async () => {
		// An address that is reserved for documentation: nobody answers there.
		writeFileSync(join(shop.folder, '.env'), 'DATABASE_URL=postgres://reader:not-for-logs@192.0.2.1:5432/sales\n');
		const denied = ask('database_tables');
		await answer(QUESTION, 'Deny');
		expect(await denied).toMatchObject({ error: { code: 'E_DENIED' } });
		expect(await shop.window.dialogText()).toBeUndefined();

		const allowed = ask('database_tables');
		await answer(QUESTION, 'Connect');
		expect(await allowed).toMatchObject({ error: { code: 'E_DATABASE_UNREACHABLE' } });
		expect(JSON.stringify(await allowed)).not.toContain('not-for-logs');
		expect(Object.keys(JSON.parse(readFileSync(remembered(), 'utf8')) as object)).toEqual([
			'postgres 192.0.2.1:5432/sales',
		]);
		expect(statSync(remembered()).mode & 0o777).toBe(0o600);

		const { window, entry } = await workbench().open(workbench().makeFolder('elsewhere'));
		writeFileSync(join(window.folder, '.env'), 'DATABASE_URL=postgres://reader:not-for-logs@192.0.2.1:5432/sales\n');
		const another = await connectHttp(entry);
		expect(await ask('database_tables', {}, another)).toMatchObject({ error: { code: 'E_DATABASE_UNREACHABLE' } });
		expect((await ask('database_list', {}, another)).data['databases']).not.toHaveProperty('0.problem');
		await another.close();
		await window.close();
		rmSync(join(shop.folder, '.env'));
	});

	test('a statement that writes is run when settings and user allow it, each time anew', async () => {
		await allowWrites(true);
		const query = "update artist set name = 'Dee' where id = 1";
		const denied = ask('database_execute', { query });
		await answer('An agent wants to change the database', 'Deny');
		expect(await denied).toMatchObject({ error: { code: 'E_DENIED' } });
		expect(rowsOf(shopFile(), 'artist')).toContainEqual({ id: 1, name: 'Ane' });

		const done = ask('database_execute', { query });
		await answer(query, 'Run');
		expect((await done).data).toMatchObject({ changedRows: 1 });
		expect(rowsOf(shopFile(), 'artist')).toContainEqual({ id: 1, name: 'Dee' });
		await allowWrites(false);
		expect(await ask('database_execute', { query })).toMatchObject({ error: { code: 'E_QUERY_REFUSED' } });
	});

	test("DevDB's run-query writes when settings and user allow it, over stdio and over HTTP", async () => {
		const devdb = await connectStdio({ env: workbench().env, cwd: shop.folder, args: ['--dialect', 'devdb'] });
		const run = async (query: string) => textOf(await call(devdb, 'run-query', { projectRoot: shop.folder, query }));
		const insert = "insert into artist values (4, 'Ed')";
		expect(await run(insert)).toMatch(/^Error: /);
		expect(rowsOf(shopFile(), 'artist')).not.toContainEqual({ id: 4, name: 'Ed' });

		await allowWrites(true);
		const denied = run(insert);
		await answer('An agent wants to change the database', 'Deny');
		expect(await denied).toMatch(/^Error: /);
		const done = run(insert);
		await answer(insert, 'Run');
		expect(await done).toBe('{"changedRows":1}');
		expect(rowsOf(shopFile(), 'artist')).toContainEqual({ id: 4, name: 'Ed' });

		const { port, token } = shop.entry;
		const remove = 'delete from artist where id = 4 returning name';
		const removed = sendRaw({
			port,
			path: '/query',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ query: remove }),
		});
		await answer(remove, 'Run');
		expect(await removed).toMatchObject({ status: 200, body: { result: [{ name: 'Ed' }] } });
		await allowWrites(undefined);
		await devdb.close();
	});

	test('a long statement is seen whole before it is run', async () => {
		await allowWrites(true);
		const query = `delete from album where title in (${Array.from({ length: 80 }, (_, index) => `'title ${index}'`).join(', ')})`;
		const waiting = ask('database_execute', { query });
		const question = await findQuestion(shop.window, 'An agent wants to change a database');
		expect(await question.locator('pre').first().textContent()).toBe(query);
		await answer('An agent wants to change a database', 'Run');
		expect((await waiting).data).toMatchObject({ changedRows: 0 });
		await allowWrites(undefined);
	});
});
