import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSeveralProjects, type Project } from '../src/several-projects.ts';
import { codeOf, createFolder, openProject } from './support/project.ts';

const parts = new Map<string, ReturnType<typeof openProject>>();
beforeAll(() => {
	parts.set('shop', projectWith({ 'main.db': 'basket', 'stock.db': 'shelf' }));
	parts.set('blog', projectWith({ 'main.db': 'post' }));
});
afterAll(() => Promise.all([...parts.values()].map(part => part.dispose())));

function projectWith(files: Record<string, string>) {
	const folder = createFolder();
	for (const [file, table] of Object.entries(files)) {
		const database = new DatabaseSync(join(folder, file));
		database.exec(`create table ${table} (id integer primary key)`);
		database.close();
	}
	return openProject(folder);
}

const part = (name: string) => {
	const found = parts.get(name);
	if (!found) {
		throw new Error(`There is no project ${name}.`);
	}
	return found;
};
const projects = (...names: string[]): Project[] =>
	names.map(name => ({ name, folder: part(name).folder, databases: () => Promise.resolve(part(name)) }));
const both = createSeveralProjects(() => projects('shop', 'blog'));
const tablesOf = async (name?: string, path?: string) => {
	const { database, tables } = await both.tables(name, NEVER_CANCELLED, path);
	return [database, tables.map(table => table.name)];
};

test('one folder is that folder, with its own names', async () => {
	const alone = createSeveralProjects(() => projects('blog'));
	expect(await alone.tables(undefined, NEVER_CANCELLED)).toMatchObject({
		database: 'main.db',
		tables: [{ name: 'post' }],
	});
});

test('a window without folders has no project', async () => {
	const none = createSeveralProjects(() => []);
	expect(await codeOf(none.list(NEVER_CANCELLED))).toBe('E_NO_WORKSPACE');
});

test('all are listed; a name that two folders have carries the folder', async () => {
	const names = (await both.list(NEVER_CANCELLED)).map(({ name }) => name);
	expect(names).toEqual(['shop/main.db', 'stock.db', 'blog/main.db']);
	expect(await tablesOf('shop/main.db')).toEqual(['shop/main.db', ['basket']]);
	expect(await tablesOf('STOCK.DB')).toEqual(['stock.db', ['shelf']]);
	expect(await tablesOf('shop/stock.db')).toEqual(['stock.db', ['shelf']]);
	expect(await codeOf(tablesOf('main.db'))).toBe('E_DATABASE_NOT_FOUND');
	expect(await codeOf(tablesOf('stok.db'))).toBe('E_DATABASE_NOT_FOUND');
});

describe('the path of a call chooses the folder', () => {
	test('its default, its names, and a path inside it or a link to it', async () => {
		const { folder } = part('blog');
		mkdirSync(join(folder, 'src'));
		symlinkSync(folder, join(part('shop').folder, 'link'));
		expect(await tablesOf(undefined, folder)).toEqual(['blog/main.db', ['post']]);
		expect(await tablesOf('main.db', folder)).toEqual(['blog/main.db', ['post']]);
		expect(await tablesOf('main.db', part('shop').folder)).toEqual(['shop/main.db', ['basket']]);
		expect(await tablesOf(undefined, join(folder, 'src'))).toEqual(['blog/main.db', ['post']]);
		expect(await tablesOf(undefined, join(part('shop').folder, 'link'))).toEqual(['blog/main.db', ['post']]);
		expect(await both.list(NEVER_CANCELLED, folder)).toMatchObject([{ name: 'blog/main.db', isDefault: true }]);
	});

	test('without a path, or with one that lies in none, all folders count', async () => {
		expect(await codeOf(tablesOf(undefined, '/'))).toBe('no failure');
		expect(await tablesOf()).toEqual(['blog/main.db', ['post']]);
	});

	test('questions go the same way', async () => {
		const question = { sql: 'select count(*) from post', params: [], timeout: 5_000 };
		const { folder } = part('blog');
		expect(await both.query({ ...question, limit: 1 }, NEVER_CANCELLED, folder)).toMatchObject({
			database: 'blog/main.db',
			rows: [[0]],
		});
		expect(await both.explain({ ...question, analyze: false }, NEVER_CANCELLED, folder)).toMatchObject({
			database: 'blog/main.db',
		});
		expect(await both.schema('main.db', 'post', NEVER_CANCELLED, folder)).toMatchObject({ table: { name: 'post' } });
		const caller = { agent: 'test', signal: NEVER_CANCELLED };
		expect(await codeOf(both.execute(question, caller, folder))).toBe('E_QUERY_REFUSED');
	});
});

test('two folders with a default each leave the choice to the caller', async () => {
	const files = { 'main.db': 'x' };
	parts.set('left', projectWith(files));
	parts.set('right', projectWith(files));
	const equal = createSeveralProjects(() => projects('left', 'right'));
	expect(await codeOf(equal.tables(undefined, NEVER_CANCELLED))).toBe('E_DATABASE_AMBIGUOUS');
	expect((await equal.list(NEVER_CANCELLED)).map(({ isDefault }) => isDefault)).toEqual([false, false]);
});
