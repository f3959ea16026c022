import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { createPostgresEngine } from '../src/engines/postgres.ts';
import { hostileStatements } from './support/hostile-statements.ts';
import { SUPERUSER, startPostgres, type TestServer } from './support/postgres-server.ts';
import { codeOf, createFolder, openProject } from './support/project.ts';
import { sampleData } from './support/sample-data.ts';
import { describeEngine, type Stage } from './support/shared-suite.ts';

const SECRET = 'the-secret-in-the-file';
let server: TestServer;
let admin: pg.Client;
let project: ReturnType<typeof openProject>;

const urlFor = (port: number, password = SUPERUSER.password) =>
	`DATABASE_URL=postgres://postgres:${password}@127.0.0.1:${port}/shop\n`;

beforeAll(async () => {
	server = await startPostgres();
	admin = await openAdmin('postgres');
	await admin.query('create database shop');
	await admin.end();
	admin = await openAdmin('shop');
	for (const sql of sampleData('postgres')) {
		await admin.query(sql);
	}
	await admin.query(`
		create sequence seq; create type mood as enum ('sad', 'happy'); create table feeling (id int, mood mood);
		insert into feeling values (1, 'happy'); comment on column artist.name is 'as on the cover';
		create schema other; create table other.artist (id int); analyze;
		create function side_effect() returns int language plpgsql as $$ begin delete from victim; return 1; end $$;
		create function side_effect_of(i int) returns int language plpgsql as $$ begin delete from victim; return 1; end $$;
		create aggregate side_sum(int) (sfunc = int4pl, stype = int, finalfunc = side_effect_of);
		create operator #!# (leftarg = int, rightarg = int, function = int4pl);
		create function odd(i int, j int) returns int language plpgsql as $$ begin delete from victim; return 1; end $$;
		drop operator #!# (int, int); create operator #!# (leftarg = int, rightarg = int, function = odd);
		create type oddity as (v text);
		create function to_oddity(t text) returns oddity language plpgsql as $$ begin delete from victim; return row(t)::oddity; end $$;
		create cast (text as oddity) with function to_oddity(text);
		create type address as (street text, city text);
		create table customer (id int, name text, address address, pg_read_file_count int, lo_tax int, http_status int, exec text);
		insert into customer values (1, 'Ada', ('Main St', 'Bern'), 0, 0, 200, 'x');
		create function tax(i int) returns int language sql stable as 'select i * 2';
		create function tax_of(c customer) returns int language sql stable as 'select 5';
		create function other.label(i int) returns text language sql immutable as 'select i::text';
		create aggregate product(int) (sfunc = int4mul, stype = int);
		create extension dblink; create extension tablefunc; grant usage on schema other to public;
		create role plain login password 'plain-password'; grant select on all tables in schema public to plain`);
	writeFileSync(join(server.folder, 'secret'), SECRET);
	chmodSync(join(server.folder, 'secret'), 0o644);
	project = openProject(createFolder({ '.env': urlFor(server.port) }), { idle: 300 });
});

afterAll(async () => {
	await project.dispose();
	await admin.end().catch(() => undefined);
	await server.dispose();
});

async function openAdmin(database: string): Promise<pg.Client> {
	const client = new pg.Client({ host: '127.0.0.1', port: server.port, ...SUPERUSER, database });
	client.on('error', () => undefined);
	await client.connect();
	return client;
}

async function count(sql: string): Promise<number> {
	const { rows } = await admin.query<{ n: string }>(sql);
	return Number(rows[0]?.n);
}

const connections = () => count("select count(*) as n from pg_stat_activity where application_name = 'hawser'");

async function state(): Promise<string> {
	const { rows } = await admin.query(`
				select (select json_agg(v order by id) from victim v) as victim, (select last_value from seq) as seq,
					(select string_agg(relname, ',' order by relname) from pg_class where relnamespace = 'public'::regnamespace) as relations,
					(select string_agg(rolname, ',' order by rolname) from pg_roles) as roles,
					(select count(*) from pg_largeobject_metadata) as large, (select count(*) from pg_locks where locktype = 'advisory') as locks,
					(select count(*) from pg_replication_slots) as slots`);
	return JSON.stringify(rows);
}

describeEngine(
	'postgres',
	(): Stage => ({
		project,
		bait: { secretFile: join(server.folder, 'secret'), newFile: join(server.folder, 'new') },
		secret: SECRET,
		state,
		runaway: 'select count(*) from track a, track b, track c',
		running: () =>
			count(
				"select count(*) as n from pg_stat_activity where state = 'active' and query like '%track a, track b%' and pid <> pg_backend_pid()",
			),
		async bareRows(sql) {
			return (await admin.query(sql)).rows.length;
		},
		placeholder: '$1',
	}),
);

describe('each wall alone', () => {
	const run = async (sql: string) => {
		const engine = createPostgresEngine(
			{ engine: 'postgres', host: '127.0.0.1', port: server.port, ...SUPERUSER, database: 'shop' },
			1_000,
		);
		try {
			return await codeOf(engine.run({ sql, params: [], limit: 10, timeout: 10_000, mode: 'read' }, NEVER_CANCELLED));
		} finally {
			await engine.close();
		}
	};

	test.each([
		'COMMIT; DROP TABLE victim',
		'select 1; delete from victim',
		'commit; begin read write; delete from victim; commit',
	])('one statement per message, without the gate: %s', async sql => {
		expect(await run(sql)).toBe('E_QUERY_REFUSED');
		expect(await count('select count(*) as n from victim')).toBe(3);
	});

	test.each([
		'delete from victim',
		'drop table victim',
		'create table newt (a int)',
		'with x as (delete from victim returning *) select * from x',
		'explain analyze delete from victim',
		"select nextval('seq')",
		'select side_effect()',
		'truncate victim',
	])('the read-only transaction, without the gate: %s', async sql => {
		expect(await run(sql)).toBe('E_QUERY_REFUSED');
		expect(await count('select count(*) as n from victim')).toBe(3);
	});

	test('no hostile statement has an effect, without the gate', async () => {
		const engine = createPostgresEngine(
			{ engine: 'postgres', host: '127.0.0.1', port: server.port, ...SUPERUSER, database: 'shop' },
			1_000,
		);
		const bait = { secretFile: join(server.folder, 'secret'), newFile: join(server.folder, 'new') };
		const before = await state();
		for (const sql of hostileStatements('postgres', bait)) {
			const statement = { sql, params: [], limit: 10, timeout: 10_000, mode: 'read' } as const;
			const answer = await engine.run(statement, NEVER_CANCELLED).catch((cause: unknown) => String(cause));
			expect(JSON.stringify(answer)).not.toContain(SECRET);
		}
		await engine.close();
		expect(existsSync(bait.newFile)).toBe(false);
		expect(await state()).toBe(before);
	});

	test('a login that may read files of the server gives that up too', async () => {
		await admin.query(
			"create role filer login password 'filer-password'; grant pg_read_server_files, pg_read_all_data to filer",
		);
		const login = { user: 'filer', password: 'filer-password', database: 'shop' };
		const engine = createPostgresEngine({ engine: 'postgres', host: '127.0.0.1', port: server.port, ...login }, 1_000);
		const sql = `select ('${join(server.folder, 'secret')}'::text).pg_read_file`;
		const statement = { sql, params: [], limit: 10, timeout: 10_000, mode: 'read' } as const;
		expect(await codeOf(engine.run(statement, NEVER_CANCELLED))).toBe('E_QUERY_REFUSED');
		await engine.close();
		await admin.query('drop role filer');
	});

	test('the powers of a superuser are given up, without the gate', async () => {
		expect(await run(`select pg_read_file('${join(server.folder, 'secret')}')`)).toBe('E_QUERY_REFUSED');
		expect(await run(`copy (select 1) to program 'touch ${join(server.folder, 'new')}'`)).toBe('E_QUERY_REFUSED');
	});
});

test('types come in their stated form', async () => {
	const { columns, rows } =
		await project.ask(`select 9007199254740993::int8 as big, 12::int8 as small, 1.10::numeric as num, 'NaN'::float8 as nan,
		0.1::float8 as f, true as yes, null as nothing, '\\xdeadbeef'::bytea as bin, '2024-02-03 04:05:06.789+02'::timestamptz as tz,
		date '2024-02-03' as d, '{"a":1}'::jsonb as j, array[1,2] as arr, 'happy'::mood as mood, point(1,2) as p, '' as empty`);
	expect(Object.fromEntries(columns.map((name, index) => [name, rows[0]?.[index]]))).toEqual({
		big: '9007199254740993',
		small: 12,
		num: '1.10',
		nan: 'NaN',
		f: 0.1,
		yes: true,
		nothing: null,
		bin: { bytes: 4, hex: 'deadbeef' },
		tz: expect.stringMatching(/^2024-02-03 \d\d:05:06\.789\+\d\d$/) as string,
		d: '2024-02-03',
		j: '{"a": 1}',
		arr: '{1,2}',
		mood: 'happy',
		p: '(1,2)',
		empty: '',
	});
	expect(await project.ask("select repeat('x', 5000)")).toMatchObject({
		cutCells: 1,
		rows: [[`${'x'.repeat(2000)}…(+3000)`]],
	});
});

test('schemas, enums, comments and sequences', async () => {
	const { tables } = await project.tables(undefined, NEVER_CANCELLED);
	expect(tables).toContainEqual({ schema: 'other', name: 'artist', kind: 'table', rows: 0 });
	expect(tables).toContainEqual({ schema: 'public', name: 'seq', kind: 'sequence' });
	expect(tables.find(({ name }) => name === 'track')?.rows).toBe(20_000);
	const { table } = await project.schema(undefined, 'feeling', NEVER_CANCELLED);
	expect(table.columns[1]).toEqual({ name: 'mood', type: 'mood', nullable: true, values: ['sad', 'happy'] });
	expect((await project.schema(undefined, 'artist', NEVER_CANCELLED)).table).toMatchObject({
		schema: 'public',
		columns: [{}, { comment: 'as on the cover' }],
	});
	expect((await project.schema(undefined, 'other.artist', NEVER_CANCELLED)).table.columns).toHaveLength(1);
});

test('a write that settings and user allow is done, one that fails is undone', async () => {
	const asked: string[] = [];
	const writer = openProject(createFolder({ '.env': urlFor(server.port) }), {
		writingAllowed: () => true,
		confirmWrite: ({ sql }) => {
			asked.push(sql);
			return Promise.resolve(!sql.includes('track'));
		},
	});
	const execute = (sql: string) =>
		writer.execute({ sql, params: [], timeout: 5_000 }, { agent: 'test', signal: NEVER_CANCELLED });
	expect(await execute("insert into victim values (7, 'x') returning id")).toMatchObject({
		changedRows: 1,
		rows: [[7]],
	});
	expect(await execute('delete from victim where id = 7')).toMatchObject({ changedRows: 1 });
	expect(await codeOf(execute('delete from track'))).toBe('E_DENIED');
	expect(await codeOf(execute('delete from victim; delete from victim'))).toBe('E_QUERY_REFUSED');
	expect(await codeOf(execute("insert into victim values (1, 'again')"))).toBe('E_QUERY_FAILED');
	expect(asked).toHaveLength(4);
	expect(await count('select count(*) as n from victim')).toBe(3);
	await writer.dispose();
});

describe('connections', () => {
	test('there are three at most, and none once they are idle', async () => {
		await Promise.all(Array.from({ length: 24 }, () => project.ask('select pg_sleep(0.01)')));
		expect(await connections()).toBeLessThanOrEqual(3);
		await eventually(async () => expect(await connections()).toBe(0));
	});

	test('nothing of one call reaches the next', async () => {
		const pids = new Set<unknown>();
		for (let round = 0; round < 10; round++) {
			pids.add((await project.ask("select pg_backend_pid(), current_setting('role')")).rows[0]?.[0]);
		}
		expect(pids.size).toBeLessThanOrEqual(3);
	});

	test('the server is restarted: unreachable meanwhile, and then it works again', async () => {
		await project.ask('select 1');
		await server.stop();
		expect(await codeOf(project.ask('select 1'))).toBe('E_DATABASE_UNREACHABLE');
		await server.start();
		admin = await openAdmin('shop');
		expect((await project.ask('select 1')).rows).toEqual([[1]]);
		await server.stop();
		await server.start();
		admin = await openAdmin('shop');
		expect((await project.ask('select 2')).rows).toEqual([[2]]);
		await eventually(async () => expect(await connections()).toBe(0));
	});

	test('the network is cut in the middle of a query', async () => {
		const sockets = new Set<Socket>();
		const proxy = createServer(socket => {
			const upstream = connect(server.port, '127.0.0.1');
			sockets.add(socket);
			socket
				.on('error', () => undefined)
				.pipe(upstream)
				.on('error', () => undefined)
				.pipe(socket);
		}).listen(0, '127.0.0.1');
		await once(proxy, 'listening');
		const { port } = proxy.address() as { port: number };
		const through = openProject(createFolder({ '.env': urlFor(port) }));
		const call = codeOf(through.ask('select pg_sleep(20)'));
		await eventually(async () =>
			expect(
				await count(
					"select count(*) as n from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()",
				),
			).toBe(1),
		);
		for (const socket of sockets) {
			socket.destroy();
		}
		expect(await call).toBe('E_DATABASE_UNREACHABLE');
		expect((await through.ask('select 3')).rows).toEqual([[3]]);
		await through.dispose();
		for (const socket of sockets) {
			socket.destroy();
		}
		proxy.close();
	});

	test('a wrong password, a wrong database and a closed port each have their code, and no message has the password', async () => {
		const folder = createFolder({ '.env': urlFor(server.port, 'wrong-password') });
		const wrong = openProject(folder);
		await expect(wrong.ask('select 1')).rejects.toMatchObject({
			code: 'E_DATABASE_LOGIN',
			message: expect.not.stringContaining('wrong-password') as string,
		});
		// The file is corrected, and the next call reads it anew.
		writeFileSync(join(folder, '.env'), urlFor(server.port));
		expect((await wrong.ask('select 4')).rows).toEqual([[4]]);
		writeFileSync(join(folder, '.env'), urlFor(server.port).replace('/shop', '/nowhere'));
		expect(await codeOf(wrong.ask('select 1'))).toBe('E_DATABASE_UNUSABLE');
		writeFileSync(join(folder, '.env'), urlFor(1));
		await expect(wrong.ask('select 1')).rejects.toMatchObject({
			code: 'E_DATABASE_UNREACHABLE',
			message: expect.not.stringContaining('Pa55') as string,
		});
		await wrong.dispose();
	});

	test('a user without powers reads what it may read', async () => {
		const url = `DATABASE_URL=postgres://plain:plain-password@localhost:${server.port}/shop\n`;
		const plain = openProject(createFolder({ '.env': url }));
		expect((await plain.ask('select count(*) from track')).rows).toEqual([[20_000]]);
		expect(await codeOf(plain.ask('select * from other.artist'))).toBe('E_QUERY_REFUSED');
		await plain.dispose();
	});
});

test('a host that is not this machine is asked about once, and refused without a yes', async () => {
	const asked: string[] = [];
	let answer = false;
	const folder = createFolder({ '.env': 'DATABASE_URL=postgres://app:pw-of-prod@db.example.invalid/prod\n' });
	const remote = openProject(folder, {
		confirmConnection: question => {
			asked.push(JSON.stringify(question));
			return Promise.resolve(answer);
		},
	});
	expect(await codeOf(remote.ask('select 1'))).toBe('E_DENIED');
	answer = true;
	expect(await codeOf(remote.ask('select 1'))).toBe('E_DATABASE_UNREACHABLE');
	expect(await codeOf(remote.ask('select 1'))).toBe('E_DATABASE_UNREACHABLE');
	expect(asked).toHaveLength(2);
	expect(asked.join()).not.toContain('pw-of-prod');
	expect(JSON.stringify(await remote.list(NEVER_CANCELLED))).not.toContain('pw-of-prod');
	await remote.dispose();
});
