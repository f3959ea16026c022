import type { Step } from './script.ts';

/** The four tools of DevDB's MCP server as its specification uses them, and the questions that agents put to it. */
export function devdbScript(projectRoot: string): readonly Step[] {
	const query = (text: string, says: Step['says'], more: Partial<Step> = {}): Step => ({
		...{ tool: 'run-query', input: { projectRoot, query: text }, says },
		...more,
	});
	return [
		{ tool: 'get-database-type', input: { projectRoot }, says: /^sqlite$/ },
		{ tool: 'get-tables', input: { projectRoot }, says: ['orders', 'users'] },
		{
			tool: 'get-schema',
			input: { projectRoot, table: 'users' },
			says: /^CREATE TABLE users \(id integer primary key/,
		},
		{ tool: 'get-schema', input: { projectRoot, table: 'orders' }, says: /references users\(id\)/ },
		query('SELECT * FROM users', [
			{ id: 1, name: 'Ada', email: 'ada@example.org' },
			{ id: 2, name: 'Bob', email: null },
		]),
		query('SELECT COUNT(*) AS count FROM orders', [{ count: 3 }]),
		query('SELECT name FROM users WHERE id = 2', [{ name: 'Bob' }]),
		query('SELECT u.name, SUM(o.total) AS total FROM users u JOIN orders o ON o.user_id = u.id GROUP BY u.id', [
			{ name: 'Ada', total: 30 },
			{ name: 'Bob', total: 5 },
		]),
		query('SELECT * FROM users ORDER BY name DESC LIMIT 1', [{ name: 'Bob' }]),
		query('SELECT name FROM users WHERE email IS NULL', [{ name: 'Bob' }]),
		query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", [{ name: 'orders' }, { name: 'users' }]),
		query('PRAGMA table_info(users)', [{ name: 'id' }, { name: 'name' }, { name: 'email' }]),
		query('EXPLAIN QUERY PLAN SELECT * FROM users WHERE id = 1', /SEARCH users/),
		query('SELECT 1 AS one, NULL AS missing, 1.5 AS half', [{ one: 1, missing: null, half: 1.5 }]),
		query('SELECT * FROM users WHERE 0', []),
		query('SELEC * FROM users', /^Error: /, { fails: true }),
		query('SELECT * FROM customers', /^Error: no such table: customers/, { fails: true }),
		query('DROP TABLE users', /^Error: /, { fails: true }),
		{ tool: 'get-schema', input: { projectRoot, table: 'customers' }, says: /^Error: /, fails: true },
		{ tool: 'get-tables', input: { projectRoot: 'relative/path' }, says: /^Error: projectRoot must be/, fails: true },
		{ tool: 'get-tables', input: { projectRoot: '/no/such/place' }, says: /^Error: projectRoot does not/, fails: true },
		{ tool: 'get-tables', input: {}, says: /^Error: projectRoot must be an absolute path$/, fails: true },
		{ tool: 'get-tables', input: { projectRoot: `${projectRoot}/` }, says: ['orders', 'users'] },
	];
}

export const DEVDB_TABLES = [
	'create table users (id integer primary key, name text not null, email text)',
	'create table orders (id integer primary key, user_id integer references users(id), total integer)',
	"insert into users values (1, 'Ada', 'ada@example.org'), (2, 'Bob', null)",
	'insert into orders values (1, 1, 10), (2, 1, 20), (3, 2, 5)',
];
