import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/all-toolsets.ts';
import { withRequiredProjectRoot } from '../../src/contract/dialect-format.ts';
import { toDialectResult } from '../../src/contract/dialect-result.ts';
import type { Reply } from '../../src/contract/envelope.ts';
import { devdb } from '../../src/dialects/devdb.ts';
import { devdbFormat } from '../../src/dialects/devdb-format.ts';
import { dialectFormats } from '../../src/dialects/formats.ts';
import { type ErrorCode } from '../../src/errors/error-codes.ts';
import { ToolError } from '../../src/errors/tool-error.ts';

const meta = { requestId: 'r', timestamp: '', duration: 0 };
const answered = (name: string, data: Record<string, unknown>) =>
	toDialectResult(devdbFormat, name, {}, { envelope: { ok: true, type: 'success', data, meta }, text: 'ours' });
const textOf = (name: string, data: Record<string, unknown>) => answered(name, data).content[0].text;
const failed = (code: ErrorCode, message: string, given: Record<string, unknown> = {}) => {
	const { hint, details } = new ToolError(code, message, { details: given });
	const reply: Reply = {
		envelope: { ok: false, type: 'error', error: { code, message, hint, details }, meta },
		text: '',
	};
	return toDialectResult(devdbFormat, 'get-tables', {}, reply);
};

test('every dialect with a format can be asked for by its name', () => {
	const formatted = dialects.flatMap(({ name, format }) => (format ? [[name, format] as const] : []));
	expect(Object.fromEntries(formatted)).toEqual(dialectFormats);
	for (const { names } of dialects.filter(({ format }) => format)) {
		expect(names.filter(({ title, description }) => title === undefined || description === undefined)).toEqual([]);
	}
});

test('its arguments are those of DevDB', () => {
	const schemas = devdb.names.map(({ name, inputJsonSchema }) => {
		const { properties, required } = withRequiredProjectRoot(inputJsonSchema);
		return [name, Object.keys(properties ?? {}).sort(), required];
	});
	expect(schemas).toEqual([
		['get-tables', ['projectRoot'], ['projectRoot']],
		['get-schema', ['projectRoot', 'table'], ['projectRoot', 'table']],
		['get-database-type', ['projectRoot'], ['projectRoot']],
		['run-query', ['projectRoot', 'query'], ['projectRoot', 'query']],
	]);
});

describe('get-tables', () => {
	const tables = [
		{ schema: 'public', name: 'users', kind: 'table' },
		{ schema: 'audit', name: 'log', kind: 'view' },
		{ schema: 'public', name: 'counter', kind: 'sequence' },
	];

	test('is a JSON array of names, with the schema where it is not the usual one', () => {
		expect(answered('get-tables', { engine: 'postgres', tables })).toEqual({
			content: [{ type: 'text', text: '["users","audit.log"]' }],
		});
		expect(textOf('get-tables', { engine: 'mysql', tables: [{ schema: 'shop', name: 'users', kind: 'table' }] })).toBe(
			'["users"]',
		);
	});

	test('says beside the array when there are more', () => {
		const { content } = answered('get-tables', { engine: 'postgres', tables, total: 900, nextOffset: 3 });
		expect(content[1]?.text).toBe('(The first 2 of 900; run-query can list the others.)');
	});
});

describe('get-schema', () => {
	test('is the statement that the engine keeps', () => {
		expect(textOf('get-schema', { name: 't', definition: 'CREATE TABLE t (id)' })).toBe('CREATE TABLE t (id)');
		expect(textOf('get-schema', { name: 'v', kind: 'view', definition: 'SELECT 1' })).toBe('CREATE VIEW v AS SELECT 1');
	});

	test('is put together where the engine keeps none', () => {
		const table = {
			engine: 'postgres',
			schema: 'public',
			name: 'Order',
			kind: 'table',
			columns: [
				{ name: 'id', type: 'integer', nullable: false, generated: 'identity' },
				{ name: 'mood', type: 'mood', nullable: true, default: "'sad'", values: ['sad', 'glad'], comment: 'a */ b' },
			],
			primaryKey: ['id'],
			foreignKeys: [{ columns: 'album_id', table: 'album', references: 'id', onDelete: 'cascade' }],
			checks: ['CHECK (id > 0)', 'id < 9'],
			indexes: [{ name: 'by_mood', columns: 'mood', unique: true }],
		};
		expect(textOf('get-schema', table)).toBe(`CREATE TABLE public."Order" (
  id integer NOT NULL identity,
  mood mood DEFAULT 'sad' /* sad | glad */ /* a * / b */,
  PRIMARY KEY (id),
  FOREIGN KEY (album_id) REFERENCES album (id) ON DELETE CASCADE,
  CHECK (id > 0),
  CHECK (id < 9)
);
CREATE UNIQUE INDEX by_mood ON public."Order" (mood);`);
	});

	test('says what is not whole', () => {
		const { content } = answered('get-schema', { name: 't', truncated: ['indexes'], nextOffset: 40 });
		expect(content[1]?.text).toBe('(Only the start of: indexes, columns.)');
	});
});

describe('get-database-type', () => {
	const database = (engine: string, isDefault: boolean) => ({ engine, isDefault });

	test.each([
		['the main database decides', [database('sqlite', false), database('postgres', true)], 'postgres'],
		['MySQL goes by its driver', [database('mariadb', true)], 'mysql2'],
		['several of one kind are of that kind', [database('mssql', false), database('mssql', false)], 'mssql'],
	])('%s', (_what, databases, type) => {
		expect(textOf('get-database-type', { databases })).toBe(type);
	});

	test.each([
		['none', [], 'No file of this project names a database'],
		['two that differ', [database('sqlite', false), database('mssql', false)], 'The project has 2 databases.'],
	])('%s cannot be told', (_what, databases, text) => {
		const { content, isError } = answered('get-database-type', { databases });
		expect(isError).toBe(true);
		expect(content[0].text).toContain(`Error: Could not establish database connection: ${text}`);
	});
});

describe('run-query', () => {
	test('is a JSON array of objects; columns of one name are all there', () => {
		expect(textOf('run-query', { columns: ['id', 'name', 'id'], rows: [[1, null, 2]] })).toBe(
			'[{"id":1,"name":null,"id_2":2}]',
		);
	});

	test('says beside it what is missing', () => {
		const { content } = answered('run-query', { columns: ['id'], rows: [[1]], truncated: true, cutCells: 2 });
		expect(content[1]?.text).toBe(
			'(More rows exist than the 1 shown: add WHERE or LIMIT … OFFSET.) (Only the start of 2 values is given.)',
		);
	});
});

describe('failures', () => {
	test.each([
		[
			'E_INVALID_PARAMS',
			'projectRoot must be an absolute path, and "a" is not.',
			'projectRoot must be an absolute path',
		],
		['E_INVALID_PARAMS', 'projectRoot does not exist: /a', 'projectRoot does not exist'],
		[
			'E_NO_WINDOW',
			'No open window has the folder /a.',
			'MCP server not running for project: /a',
			{ projectRoot: '/a' },
		],
	] as const)('%s %s', (code, message, text, details: Record<string, unknown> = {}) => {
		expect(failed(code, message, details)).toEqual({
			content: [{ type: 'text', text: `Error: ${text}` }],
			isError: true,
		});
	});

	test('a database that cannot be used is DevDB’s sentence and our reason', () => {
		expect(failed('E_DATABASE_LOGIN', 'no such user').content[0].text).toBe(
			'Error: Could not establish database connection: no such user. Ask the user to correct the password where "hawser call database_list" says the database comes from.',
		);
	});

	test('hints name the tools that the client has', () => {
		expect(failed('E_TABLE_NOT_FOUND', 'There is no table or view "x".').content[0].text).toBe(
			'Error: There is no table or view "x". Call get-tables for the names.',
		);
		expect(failed('E_DATABASE_AMBIGUOUS', 'The project has 2 databases.').content[0].text).toContain(
			'hawser.databases',
		);
	});
});

test('a window that goes away during a call is told in the words of DevDB', () => {
	expect(failed('E_WINDOW_GONE', 'The window closed.').content[0].text).toMatch(
		/^Error: Could not establish database connection: The window closed\./,
	);
});

describe('run-query chooses', () => {
	const toolFor = (query: string) =>
		devdb.names.find(({ name }) => name === 'run-query')?.translate({ query }, {} as never).tool;

	test.each([
		'select * from a',
		'-- delete\nselect 1',
		"/* update */ select 'insert'",
		'with x as (delete from a returning *) select * from x',
		'with "insert" as (select 1) select * from "insert"',
		'explain delete from a',
		'',
		'/* never closed delete',
	])('the tool that reads for %s', query => {
		expect(toolFor(query || ' ')).toBe('database_query');
	});

	test.each([
		'insert into a values (1)',
		'  UPDATE a SET b = 1',
		'-- why\nDELETE FROM a',
		'/* a */ drop table a',
		'with x as (select 1) insert into a select * from x',
		'with x as (select 1), y(a) as (select 2) update a set b = 1',
	])('the tool that writes for %s', query => {
		expect(toolFor(query)).toBe('database_execute');
	});

	test('and answers how many rows were changed, or the rows that came back', () => {
		expect(textOf('run-query', { changedRows: 2, columns: [], rows: [] })).toBe('{"changedRows":2}');
		expect(textOf('run-query', { changedRows: 1, columns: ['id'], rows: [[7]] })).toBe('[{"id":7}]');
	});
});
