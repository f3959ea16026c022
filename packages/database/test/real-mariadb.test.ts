import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { createMysqlEngine } from '../src/engines/mysql.ts';
import { findMariadb, OWNER, startMariadb } from './support/mariadb-server.ts';
import type { TestServer } from './support/postgres-server.ts';
import { codeOf, createFolder, openProject } from './support/project.ts';
import { sampleData } from './support/sample-data.ts';
import { describeEngine, type Stage } from './support/shared-suite.ts';

const SECRET = 'the-secret-in-the-file';
const root = await findMariadb();
if (root === undefined) {
	console.warn('MariaDB is neither installed nor to be had from apt-get: its tests DO NOT RUN on this machine.');
}

describe.skipIf(root === undefined)('MariaDB', () => {
	let server: TestServer;
	let admin: Connection;
	let project: ReturnType<typeof openProject>;

	const urlFor = (port: number, password = OWNER.password) =>
		`DATABASE_URL=mysql://${OWNER.user}:${password}@127.0.0.1:${port}/shop\n`;

	const openAdmin = () => createConnection({ host: '127.0.0.1', port: server.port, ...OWNER, database: 'shop' });

	beforeAll(async () => {
		server = await startMariadb(root ?? '/');
		admin = await openAdmin();
		for (const sql of sampleData('mysql')) {
			await admin.query(sql);
		}
		await admin.query('create sequence seq');
		await admin.query(
			"create table feeling (id int comment 'the key', mood enum('sad', 'happy'), doubled int as (id * 2), check (id > 0))",
		);
		await admin.query(
			'create function side_effect() returns int modifies sql data begin delete from victim; return 1; end',
		);
		await admin.query('create function tax(i int) returns int deterministic no sql return i * 2');
		await admin.query('analyze table track, artist, album');
		writeFileSync(join(server.folder, 'secret'), SECRET);
		chmodSync(join(server.folder, 'secret'), 0o644);
		project = openProject(createFolder({ '.env': urlFor(server.port) }), { idle: 300 });
	});

	afterAll(async () => {
		await project.dispose();
		await admin.end().catch(() => undefined);
		await server.dispose();
	});

	const value = async (sql: string): Promise<unknown> => {
		const [rows] = await admin.query<RowDataPacket[]>(sql);
		return rows[0]?.['n'];
	};
	const connections = () =>
		value('select count(*) as n from information_schema.processlist where id <> connection_id()');

	describeEngine(
		'mysql',
		(): Stage => ({
			project,
			bait: { secretFile: join(server.folder, 'secret'), newFile: join(server.folder, 'new') },
			secret: SECRET,
			async state() {
				const [victim] = await admin.query('select * from victim order by id');
				const [tables] = await admin.query(
					'select table_name from information_schema.tables where table_schema = "shop" order by 1',
				);
				const [users] = await admin.query('select user from mysql.user order by 1');
				const [variables] = await admin.query('select @@global.general_log, @@global.sql_mode');
				const [sequence] = await admin.query('select next_not_cached_value from seq');
				return JSON.stringify([victim, tables, users, variables, sequence]);
			},
			runaway: 'select count(*) from track a, track b, track c where a.ms + b.ms + c.ms < 0',
			running: async () =>
				Number(
					await value(
						"select count(*) as n from information_schema.processlist where info like '%track a, track b%' and id <> connection_id()",
					),
				),
			async bareRows(sql) {
				const [rows] = await admin.query<RowDataPacket[]>(sql);
				return rows.length;
			},
			placeholder: '?',
		}),
	);

	describe('each wall alone', () => {
		const run = async (sql: string) => {
			const engine = createMysqlEngine(
				{ engine: 'mysql', host: '127.0.0.1', port: server.port, ...OWNER, database: 'shop' },
				1_000,
			);
			try {
				return await codeOf(engine.run({ sql, params: [], limit: 10, timeout: 10_000, mode: 'read' }, NEVER_CANCELLED));
			} finally {
				await engine.close();
			}
		};

		test.each(['COMMIT; DROP TABLE victim', 'select 1; delete from victim'])(
			'one statement per message, without the gate: %s',
			async sql => {
				expect(await run(sql)).toBe('E_QUERY_FAILED');
				expect(await value('select count(*) as n from victim')).toBe(3);
			},
		);

		test.each([
			'delete from victim',
			"insert into victim values (9, 'x')",
			'analyze delete from victim',
			'select side_effect()',
			'select * from victim for update',
		])('the read-only transaction, without the gate: %s', async sql => {
			expect(await run(sql)).toBe('E_QUERY_REFUSED');
			expect(await value('select count(*) as n from victim')).toBe(3);
		});
	});

	test('a server that reads quotation marks otherwise is pinned to ours', async () => {
		await admin.query("set global sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'");
		const other = openProject(createFolder({ '.env': urlFor(server.port) }));
		const { rows } = await other.ask("select @@sql_mode, 'a\\'b', \"text\"");
		await admin.query("set global sql_mode = 'STRICT_TRANS_TABLES'");
		expect(rows).toEqual([['STRICT_TRANS_TABLES', "a'b", 'text']]);
		await other.dispose();
	});

	test('types come in their stated form', async () => {
		const sql = `select cast(9007199254740993 as signed) as big, 12 as small, cast(1.10 as decimal(5,2)) as num, 0.1e0 as f, true as yes, null as nothing,
			x'deadbeef' as bin, timestamp '2024-02-03 04:05:06.789' as ts, date '2024-02-03' as d, time '04:05:06' as t, json_object('a', 1) as j,
			cast(mood as char) as mood, b'101' as bits, point(1, 2) as p, '' as empty from feeling`;
		await admin.query("insert into feeling (id, mood) values (1, 'happy')");
		const expected = {
			big: '9007199254740993',
			small: 12,
			num: '1.10',
			f: 0.1,
			yes: 1,
			nothing: null,
			bin: { bytes: 4, hex: 'deadbeef' },
			ts: '2024-02-03 04:05:06.789',
			d: '2024-02-03',
			t: '04:05:06',
			j: '{"a": 1}',
			mood: 'happy',
			p: 'POINT(1 2)',
			empty: '',
		};
		const plain = await project.ask(sql);
		expect(Object.fromEntries(plain.columns.map((name, index) => [name, plain.rows[0]?.[index]]))).toMatchObject(
			expected,
		);
		const bound = await project.ask(`${sql} where id = ?`, { params: [1] });
		expect(Object.fromEntries(bound.columns.map((name, index) => [name, bound.rows[0]?.[index]]))).toMatchObject(
			expected,
		);
	});

	test('the engine, enums, generated columns, checks and comments are told', async () => {
		const { engine, table } = await project.schema(undefined, 'feeling', NEVER_CANCELLED);
		expect(engine).toBe('mariadb');
		expect(table.columns).toMatchObject([
			{ name: 'id', comment: 'the key' },
			{ values: ['sad', 'happy'] },
			{ generated: 'generated as `id` * 2' },
		]);
		expect(table.checks).toEqual(['`id` > 0']);
	});

	test('a write that settings and user allow is done, one that fails is undone', async () => {
		const writer = openProject(createFolder({ '.env': urlFor(server.port) }), {
			writingAllowed: () => true,
			confirmWrite: () => Promise.resolve(true),
		});
		const execute = (sql: string) =>
			writer.execute({ sql, params: [], timeout: 5_000 }, { agent: 'test', signal: NEVER_CANCELLED });
		expect(await execute("insert into victim values (7, 'x')")).toMatchObject({ changedRows: 1 });
		expect(await execute('delete from victim where id = 7')).toMatchObject({ changedRows: 1 });
		expect(await codeOf(execute("insert into victim values (1, 'again')"))).toBe('E_QUERY_FAILED');
		expect(await value('select count(*) as n from victim')).toBe(3);
		await writer.dispose();
	});

	test('there are three connections at most, and none once they are idle', async () => {
		await Promise.all(Array.from({ length: 24 }, () => project.ask('select sleep(0.01)')));
		expect(Number(await connections())).toBeLessThanOrEqual(3);
		await eventually(async () => expect(await connections()).toBe(0));
	});

	test('variables of one call do not reach the next', async () => {
		await project.ask('select @a := 5');
		for (let round = 0; round < 6; round++) {
			expect((await project.ask('select @a')).rows).toEqual([[null]]);
		}
	});

	test('the server is restarted: unreachable meanwhile, and then it works again', async () => {
		await project.ask('select 1');
		await server.stop();
		expect(await codeOf(project.ask('select 1'))).toBe('E_DATABASE_UNREACHABLE');
		await server.start();
		admin = await openAdmin();
		expect((await project.ask('select 1')).rows).toEqual([[1]]);
		await eventually(async () => expect(await connections()).toBe(0));
	});

	test('a wrong password, a wrong database and a closed port each have their code', async () => {
		const folder = createFolder({ '.env': urlFor(server.port, 'wrong-password') });
		const wrong = openProject(folder);
		await expect(wrong.ask('select 1')).rejects.toMatchObject({
			code: 'E_DATABASE_LOGIN',
			message: expect.not.stringContaining('wrong-password') as string,
		});
		writeFileSync(join(folder, '.env'), urlFor(server.port).replace('/shop', '/nowhere'));
		expect(await codeOf(wrong.ask('select 1'))).toBe('E_DATABASE_UNUSABLE');
		writeFileSync(join(folder, '.env'), urlFor(1));
		expect(await codeOf(wrong.ask('select 1'))).toBe('E_DATABASE_UNREACHABLE');
		writeFileSync(join(folder, '.env'), urlFor(server.port));
		expect((await wrong.ask('select 4')).rows).toEqual([[4]]);
		await wrong.dispose();
	});
});
