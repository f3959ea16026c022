import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { createSqliteEngine } from '../src/engines/sqlite.ts';
import { childrenOf } from './support/processes.ts';
import { codeOf, createFolder, openProject, SQLITE_PROCESS } from './support/project.ts';
import { sampleData } from './support/sample-data.ts';
import { describeEngine, type Stage } from './support/shared-suite.ts';

const SECRET = 'the-secret-in-the-file';
let project: ReturnType<typeof openProject>;
let admin: DatabaseSync;

beforeAll(() => {
	const folder = createFolder({ secret: SECRET });
	admin = new DatabaseSync(join(folder, 'shop.db'));
	admin.exec('pragma journal_mode = wal');
	for (const sql of sampleData('sqlite')) {
		admin.exec(sql);
	}
	project = openProject(folder, { idle: 300 });
});

afterAll(async () => {
	admin.close();
	await project.dispose();
});

const sqliteProcesses = () => childrenOf(process.pid).filter(line => line.includes('sqlite-process'));

describeEngine(
	'sqlite',
	(): Stage => ({
		project,
		bait: { secretFile: join(project.folder, 'secret'), newFile: join(project.folder, 'new') },
		secret: SECRET,
		state: () => {
			const victim = admin.prepare('select * from victim').all();
			const tables = admin.prepare('select name, sql from sqlite_schema').all();
			const pragmas = ['user_version', 'journal_mode', 'application_id'].map(name =>
				admin.prepare(`pragma ${name}`).get(),
			);
			return Promise.resolve(JSON.stringify([victim, tables, pragmas]));
		},
		runaway: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n',
		running: () => Promise.resolve(busyProcesses()),
		bareRows: sql => Promise.resolve(admin.prepare(sql).all().length),
		placeholder: '?',
	}),
);

/** Processes whose one thread is computing; idle ones wait for a message. */
function busyProcesses(): number {
	return sqliteProcesses().filter(line => /^\d+ R/.test(line)).length;
}

describe('each wall alone', () => {
	const run = async (sql: string) => {
		const file = join(project.folder, 'shop.db');
		const engine = createSqliteEngine(
			{ engine: 'sqlite', file: 'shop.db' },
			{ file, processFile: SQLITE_PROCESS, idle: 1_000 },
		);
		try {
			return await codeOf(engine.run({ sql, params: [], limit: 10, timeout: 10_000, mode: 'read' }, NEVER_CANCELLED));
		} finally {
			await engine.close();
		}
	};

	test.each([
		'delete from victim',
		'with x as (select 1) delete from victim',
		'drop table victim',
		'create temp table t (a)',
		"vacuum into 'new'",
		"attach 'secret' as p",
		'pragma journal_mode = delete',
		'pragma user_version = 7',
		'begin immediate',
	])('the read-only file and the authorizer, without the gate: %s', async sql => {
		expect(await run(sql)).toBe('E_QUERY_REFUSED');
		expect(admin.prepare('select count(*) as n from victim').get()).toEqual({ n: 3 });
		expect(existsSync('new')).toBe(false);
	});

	test('only the first of two statements is run without the gate', async () => {
		expect(await run('select 1; delete from victim')).toBe('no failure');
		expect(admin.prepare('select count(*) as n from victim').get()).toEqual({ n: 3 });
	});
});

test('types come in their stated form', async () => {
	const { rows } = await project.ask(
		"select 9007199254740993, 12, 0.1, null, x'deadbeef', 'text', '', 1e400, date('2024-02-03')",
	);
	expect(rows).toEqual([
		['9007199254740993', 12, 0.1, null, { bytes: 4, hex: 'deadbeef' }, 'text', '', 'Infinity', '2024-02-03'],
	]);
	expect(await project.ask("select printf('%.*c', 5000, 'x')")).toMatchObject({ cutCells: 1 });
});

test('a write that settings and user allow is done', async () => {
	const folder = createFolder();
	copyOfShop(join(folder, 'shop.db'));
	const writer = openProject(folder, { writingAllowed: () => true, confirmWrite: () => Promise.resolve(true) });
	const execute = (sql: string) =>
		writer.execute({ sql, params: [], timeout: 5_000 }, { agent: 'test', signal: NEVER_CANCELLED });
	expect(await execute("insert into victim values (7, 'x')")).toMatchObject({ changedRows: 1 });
	expect(await execute('delete from victim where id = 7 returning id')).toMatchObject({ rows: [[7]] });
	expect((await writer.ask('select count(*) from victim')).rows).toEqual([[3]]);
	expect(await codeOf(writer.ask('delete from victim'))).toBe('E_QUERY_REFUSED');
	await writer.dispose();
});

function copyOfShop(file: string): void {
	admin.exec(`vacuum into '${file}'`);
}

describe('files of several kinds', () => {
	test('rows that another process has just written in WAL mode are seen', async () => {
		admin.exec("insert into artist values (77, 'New')");
		expect((await project.ask('select name from artist where id = 77')).rows).toEqual([['New']]);
		admin.exec('delete from artist where id = 77');
	});

	test('a file that another process holds locked has its code, and can be read when it is free', async () => {
		const folder = createFolder();
		const file = join(folder, 'locked.db');
		copyOfShop(file);
		const holder = await holdLocked(file);
		const locked = openProject(folder);
		expect(await codeOf(locked.ask('select count(*) from victim'))).toBe('E_DATABASE_LOCKED');
		const ended = once(holder, 'exit');
		holder.kill('SIGKILL');
		await ended;
		expect((await locked.ask('select count(*) from victim')).rows).toEqual([[3]]);
		await locked.dispose();
	});

	test('a damaged file, an encrypted one and one that is no database have their codes', async () => {
		const folder = createFolder({
			'.devdbrc': JSON.stringify([
				{ name: 'damaged', type: 'sqlite', path: 'damaged.db' },
				{ name: 'encrypted', type: 'sqlite', path: 'encrypted.db' },
				{ name: 'empty', type: 'sqlite', path: 'empty.db' },
				{ name: 'missing', type: 'sqlite', path: 'missing.db' },
				{ name: 'folder', type: 'sqlite', path: 'sub' },
			]),
			'empty.db': '',
		});
		copyOfShop(join(folder, 'damaged.db'));
		const bytes = readFileSync(join(folder, 'damaged.db'));
		bytes.fill(0xa5, 4096);
		writeFileSync(join(folder, 'damaged.db'), bytes);
		writeFileSync(
			join(folder, 'encrypted.db'),
			Buffer.from(Array.from({ length: 8192 }, (_, index) => (index * 197 + 31) % 256)),
		);
		mkdirSync(join(folder, 'sub'));
		const odd = openProject(folder);
		const ask = (database: string) => codeOf(odd.ask('select count(*) from track', { database }));
		expect(await ask('damaged')).toBe('E_DATABASE_UNUSABLE');
		expect(await ask('encrypted')).toBe('E_DATABASE_UNUSABLE');
		expect(await ask('empty')).toBe('E_QUERY_FAILED');
		expect(await ask('missing')).toBe('E_DATABASE_UNREACHABLE');
		expect(await ask('folder')).toBe('E_DATABASE_UNREACHABLE');
		expect(await codeOf(odd.ask('select 1'))).toBe('E_DATABASE_AMBIGUOUS');
		expect(await codeOf(odd.ask('select 1', { database: 'damagd' }))).toBe('E_DATABASE_NOT_FOUND');
		await odd.dispose();
	});

	test('a sparse file of 1 GB costs no more than its pages', async () => {
		const folder = createFolder();
		copyOfShop(join(folder, 'huge.db'));
		truncateSync(join(folder, 'huge.db'), 2 ** 30);
		const huge = openProject(folder);
		expect((await huge.ask('select count(*) from track')).rows).toEqual([[20_000]]);
		await huge.dispose();
	});

	test('a file that is deleted is gone at once, and one that is put in its place is read', async () => {
		const folder = createFolder();
		copyOfShop(join(folder, 'shop.db'));
		const moving = openProject(folder);
		expect((await moving.ask('select count(*) from victim')).rows).toEqual([[3]]);
		renameSync(join(folder, 'shop.db'), join(folder, 'aside'));
		expect(await codeOf(moving.ask('select count(*) from victim'))).toBe('E_NO_DATABASE');
		copyFileSync(join(folder, 'aside'), join(folder, 'other.db'));
		const other = new DatabaseSync(join(folder, 'other.db'));
		other.exec('delete from victim');
		other.close();
		renameSync(join(folder, 'other.db'), join(folder, 'shop.db'));
		expect((await moving.ask('select count(*) from victim')).rows).toEqual([[0]]);
		await moving.dispose();
	});

	test('a file outside the project is asked about first', async () => {
		const elsewhere = createFolder();
		copyOfShop(join(elsewhere, 'private.db'));
		const asked: string[] = [];
		const folder = createFolder({ '.env': `DATABASE_URL=sqlite:////${join(elsewhere, 'private.db').slice(1)}\n` });
		const curious = openProject(folder, {
			confirmConnection: ({ reason }) => {
				asked.push(reason);
				return Promise.resolve(false);
			},
		});
		expect(await codeOf(curious.ask('select 1'))).toBe('E_DENIED');
		expect(asked).toEqual(['outside the project']);
		await curious.dispose();
		rmSync(elsewhere, { recursive: true });
	});

	test('what the user allowed on an earlier day is opened without a question, and has no problem', async () => {
		const elsewhere = createFolder();
		copyOfShop(join(elsewhere, 'private.db'));
		const folder = createFolder({ '.env': `DATABASE_URL=sqlite:////${join(elsewhere, 'private.db').slice(1)}\n` });
		let allowed = false;
		const known = openProject(folder, { confirmedBefore: ({ reason }) => allowed && reason === 'outside the project' });
		expect((await known.list(NEVER_CANCELLED))[0]?.problem).toContain('the user is asked');
		allowed = true;
		expect((await known.list(NEVER_CANCELLED))[0]?.problem).toBeUndefined();
		expect((await known.ask('select count(*) from victim')).rows).toEqual([[3]]);
		await known.dispose();
		rmSync(elsewhere, { recursive: true });
	});

	test('databases of a folder that is not trusted are listed but not opened', async () => {
		const folder = createFolder();
		copyOfShop(join(folder, 'shop.db'));
		const untrusted = openProject(folder, { trusted: () => false });
		expect(await untrusted.list(NEVER_CANCELLED)).toHaveLength(1);
		expect(await codeOf(untrusted.ask('select 1'))).toBe('E_UNTRUSTED_WORKSPACE');
		await untrusted.dispose();
	});

	test('a file whose name merely ends in .db is not taken for a database', async () => {
		const none = openProject(createFolder({ 'thumbs.db': 'no database' }));
		expect(await none.list(NEVER_CANCELLED)).toEqual([]);
		expect(await codeOf(none.ask('select 1'))).toBe('E_NO_DATABASE');
		await none.dispose();
	});
});

test('two processes at most, and none once they are idle', async () => {
	await Promise.all(Array.from({ length: 24 }, () => project.ask('select count(*) from track')));
	expect(sqliteProcesses().length).toBeLessThanOrEqual(2);
	await eventually(() => expect(sqliteProcesses()).toEqual([]));
});

async function holdLocked(file: string): Promise<ChildProcess> {
	const code = `const { DatabaseSync } = require('node:sqlite'); const d = new DatabaseSync(${JSON.stringify(file)});
		d.exec('begin exclusive'); console.log('locked'); setInterval(() => {}, 1000);`;
	const holder = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
	await once(holder.stdout, 'data');
	return holder;
}
