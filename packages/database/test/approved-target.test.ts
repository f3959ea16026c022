import {
	existsSync,
	mkdtempSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterEach, expect, test } from 'vitest';
import type { ConnectionQuestion } from '../src/choose-database.ts';
import type { DatabasesOptions, WriteQuestion } from '../src/databases.ts';
import { codeOf, createFolder, openProject } from './support/project.ts';

const CALLER = { agent: 'test', signal: NEVER_CANCELLED };
const DELETE = { sql: 'delete from t where id = ?', params: [7], timeout: 500 };

const projects: ReturnType<typeof openProject>[] = [];
afterEach(async () => {
	await Promise.all(projects.splice(0).map(project => project.dispose()));
});

function open(files: Record<string, string>, options: Partial<DatabasesOptions> = {}) {
	const project = openProject(createFolder(files), { writingAllowed: () => true, ...options });
	projects.push(project);
	return project;
}

/** A port where nobody listens: to get there means that the statement was sent on its way. */
const SERVER = 'DATABASE_URL=mysql://app:pw@127.0.0.1:1/shop\n';

test('a write runs where the user was told, with the values that they were shown', async () => {
	const asked: WriteQuestion[] = [];
	const project = open(
		{ '.env': SERVER },
		{
			confirmWrite: question => {
				asked.push(question);
				return Promise.resolve(true);
			},
		},
	);
	expect(await codeOf(project.execute(DELETE, CALLER))).toBe('E_DATABASE_UNREACHABLE');
	expect(asked).toEqual([
		{ name: 'database_url', target: '127.0.0.1:1/shop', sql: DELETE.sql, params: [7], agent: 'test' },
	]);
});

test.each([
	['another database', 'DATABASE_URL=mysql://app:pw@127.0.0.1:1/prod\n'],
	['another host', 'DATABASE_URL=mysql://app:pw@127.0.0.2:1/shop\n'],
	['another user', 'DATABASE_URL=mysql://root:pw@127.0.0.1:1/shop\n'],
	['another engine', 'DATABASE_URL=postgres://app:pw@127.0.0.1:1/shop\n'],
	['nothing', ''],
])('.env leads to %s while the question stands: nothing is run', async (_what, after) => {
	const project = open(
		{ '.env': SERVER },
		{
			confirmWrite: () => {
				writeFileSync(join(project.folder, '.env'), after);
				return Promise.resolve(true);
			},
		},
	);
	const failure = project.execute(DELETE, CALLER);
	await expect(failure).rejects.toMatchObject({ message: expect.not.stringContaining('prod') as string });
	expect(await codeOf(failure)).toBe('E_DENIED');
	await expect(failure).rejects.toMatchObject({ message: expect.stringMatching(/127\.0\.0\.1:1\/shop/) as string });
});

test('the setting hawser.databases changes while the question stands: nothing is run', async () => {
	let setting: unknown = [{ name: 'main', url: 'mysql://app:pw@127.0.0.1:1/shop' }];
	const project = open(
		{},
		{
			configured: () => setting,
			confirmWrite: () => {
				setting = [{ name: 'main', url: 'mysql://app:pw@127.0.0.1:2/shop' }];
				return Promise.resolve(true);
			},
		},
	);
	await expect(project.execute(DELETE, CALLER)).rejects.toMatchObject({
		message: expect.stringContaining('127.0.0.1:1/shop') as string,
	});
});

test('writing or trust is taken back while the question stands: nothing is run', async () => {
	let allowed = true;
	let trusted = true;
	const project = open(
		{ '.env': 'DATABASE_URL=sqlite:///dev.db\n', 'dev.db': '' },
		{
			writingAllowed: () => allowed,
			trusted: () => trusted,
			confirmWrite: ({ sql }) => {
				allowed = !sql.includes('first');
				trusted = !sql.includes('second');
				return Promise.resolve(true);
			},
		},
	);
	const execute = (sql: string) => codeOf(project.execute({ ...DELETE, sql, params: [] }, CALLER));
	expect(await execute('create table first (a)')).toBe('E_QUERY_REFUSED');
	allowed = true;
	expect(await execute('create table second (a)')).toBe('E_UNTRUSTED_WORKSPACE');
});

test('a SQLite file is replaced, or becomes a link, while the question stands: nothing is run', async () => {
	let swap = (): void => undefined;
	const project = open(
		{ '.env': 'DATABASE_URL=sqlite:///dev.db\n', 'dev.db': '', 'other.db': '', 'third.db': '' },
		{
			confirmWrite: () => {
				swap();
				return Promise.resolve(true);
			},
		},
	);
	const at = (name: string) => join(project.folder, name);
	const execute = () => codeOf(project.execute({ ...DELETE, sql: 'create table t (id)', params: [] }, CALLER));
	swap = () => renameSync(at('other.db'), at('dev.db'));
	expect(await execute()).toBe('E_DENIED');
	swap = () => {
		unlinkSync(at('dev.db'));
		symlinkSync(at('third.db'), at('dev.db'));
	};
	expect(await execute()).toBe('E_DENIED');
	expect(existsSync(at('third.db-journal'))).toBe(false);
});

test('a link to a file outside is asked about by that file, and by the next one again', async () => {
	const outside = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-outside-')));
	writeFileSync(join(outside, 'a.db'), '');
	writeFileSync(join(outside, 'b.db'), '');
	const asked: string[] = [];
	const project = open(
		{ '.env': 'DATABASE_URL=sqlite:///dev.db\n' },
		{
			confirmConnection: ({ target }: ConnectionQuestion) => {
				asked.push(target);
				return Promise.resolve(true);
			},
		},
	);
	const link = join(project.folder, 'dev.db');
	symlinkSync(join(outside, 'a.db'), link);
	await project.ask('select 1').catch(() => undefined);
	unlinkSync(link);
	symlinkSync(join(outside, 'b.db'), link);
	await project.ask('select 1').catch(() => undefined);
	expect(asked).toEqual([join(outside, 'a.db'), join(outside, 'b.db')]);
	rmSync(outside, { recursive: true });
});

test('a statement is judged for the engine that runs it, though .env changes while the user is asked', async () => {
	// In MySQL a backslash hides the quotation mark; for PostgreSQL this text has two statements.
	const sql = "select '\\'; drop table t; -- '";
	const project = open(
		{ '.env': 'DATABASE_URL=mysql://app:pw@db.example.invalid/shop\n' },
		{
			confirmConnection: () => {
				writeFileSync(join(project.folder, '.env'), 'DATABASE_URL=postgres://app:pw@127.0.0.1:1/shop\n');
				return Promise.resolve(true);
			},
		},
	);
	await expect(project.query({ sql, params: [], limit: 1, timeout: 500 }, createCancellation())).rejects.toMatchObject({
		message: expect.stringContaining('db.example.invalid') as string,
	});
});
