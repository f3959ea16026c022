import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gate } from '../../src/gate/gate.ts';
import { lex } from '../../src/gate/lexer.ts';
import { hostileStatements } from '../support/hostile-statements.ts';
import { legitimateReads } from '../support/legitimate-reads.ts';

/** Those of the real servers; what they do is asked of the server before a statement that has them is run. */
const PROJECT_FUNCTIONS = new Set(['side_effect', 'side_effect_of', 'side_sum']);

const BAIT = { secretFile: '/secret', newFile: '/new' };

describe.each(['postgres', 'mysql', 'sqlite'] as const)('%s', dialect => {
	test('every legitimate read passes', () => {
		const refused = legitimateReads(dialect).filter(sql => !gate(sql, dialect).ok);
		expect(refused).toEqual([]);
		expect(legitimateReads(dialect).length).toBeGreaterThan(75);
	});

	test('every hostile statement is refused; only what the project itself defines is left to its database', () => {
		const statements = hostileStatements(dialect, BAIT);
		expect(statements.length).toBeGreaterThanOrEqual(150);
		const passed = statements.flatMap(sql => {
			const verdict = gate(sql, dialect);
			return verdict.ok ? [{ sql, asksFor: verdict.functions.map(({ name }) => name) }] : [];
		});
		const ownSigns = /#!#|::oddity/;
		const left = passed.filter(
			({ sql, asksFor }) => !ownSigns.test(sql) && !asksFor.some(name => PROJECT_FUNCTIONS.has(name)),
		);
		expect(left).toEqual([]);
	});
});

test.each([
	['select 1 drop table x', 'drop'],
	['select * from t; exec sp_who', 'several'],
	["exec sp_executesql N'x'", 'begins'],
	['with x as (select 1 as a) delete from x', 'DELETE'],
	['select * into newt from t', 'into'],
	["select * from openrowset('x', 'y', 'z')", 'openrowset'],
	["select * from openquery(s, 'delete from t')", 'openquery'],
	['select 1 waitfor delay 1', 'waitfor'],
	["select * from t where a = 'x' update t set a = 1", 'update'],
	['declare @a int', 'begins'],
	['select [a]]; drop table x --] from t; drop table x', 'several'],
	['dbcc shrinkdatabase(1)', 'begins'],
	['select * from sys.sql_logins', 'passwords'],
	["select * from sys.fn_get_audit_file('c:\\x*', default, default)", 'fn_get_audit_file'],
	["select * from fn_trace_gettable('c:\\x.trc', default)", 'fn_trace_gettable'],
	["select * from ::fn_trace_gettable('c:\\x.trc', default)", 'fn_trace_gettable'],
	["select * from sys.fn_xe_file_target_read_file('\\\\h\\x', null, null, null)", 'fn_xe_file_target_read_file'],
	["select * from [sys].[fn_xe_file_target_read_file]('x', null, null, null)", 'fn_xe_file_target_read_file'],
	["select * from master..fn_dump_dblog(null, null, 'disk', 1, 'c:\\x.bak')", 'fn_dump_dblog'],
	["select * from sys.fn_something_new('c:\\x')", 'fn_something_new'],
	["select * from sys.dm_os_enumerate_filesystem('c:\\', '*')", 'dm_os_enumerate_filesystem'],
	["select * from sys.dm_os_file_exists('c:\\x')", 'dm_os_file_exists'],
	["select * from openrowset(bulk 'c:\\x', single_clob) as x", 'openrowset'],
	["select * from opendatasource('x', 'y').d.s.t", 'opendatasource'],
	['select * from other.shop.dbo.orders', 'another server'],
	['select * from [other]...[orders]', 'another server'],
	['select next value for dbo.seq', 'NEXT VALUE'],
	['select 1 disable trigger t on x', 'trigger'],
	['select 1 revert', 'revert'],
	['select 1 add signature to procedure p by certificate c', 'add'],
	["select 1 setuser 'x'", 'setuser'],
	['select * from t with (updlock)', 'updlock'],
	["select 1 open symmetric key k decryption by password = 'x'", 'open'],
	['select 1 end conversation 5', 'conversation'],
	["select loginproperty('sa', 'PasswordHash')", 'loginproperty'],
	['select 1 dump transaction shop', 'dump'],
	['select 1 load database shop', 'load'],
	['select 1 rename object t to u', 'rename'],
])('SQL Server refuses %s', (sql, why) => {
	expect(gate(sql, 'mssql')).toMatchObject({ ok: false, why: expect.stringContaining(why) as string });
});

test.each([
	'select [drop] from [table]',
	'select top 5 * from t',
	"select 'exec x'",
	'with a as (select 1 as x) select x from a',
	'select dbo.fn_total(o.id) from shop.dbo.orders as o',
	'select * from sys.fn_listextendedproperty(null, null, null, null, null, null, null)',
	'select * from fn_helpcollations()',
	'select conversation, rename, [open], [close] from chat',
	'select * from orders order by id offset 5 rows fetch next 5 rows only',
	"select json_value(data, '$.a') as a from t cross apply openjson(data)",
	"select dateadd(day, 1, getdate()), string_agg(name, ', ') within group (order by name) from t",
	'select row_number() over (partition by a order by b) from t with (nolock)',
])('SQL Server passes %s', sql => {
	expect(gate(sql, 'mssql')).toMatchObject({ ok: true });
});

test('whatever stands in a closed string is one string', () => {
	fc.assert(
		fc.property(fc.string(), fc.constantFrom('postgres', 'sqlite', 'mssql'), (text, dialect) => {
			const clean = text.replaceAll(/[\0\ufeff]/g, '');
			const tokens = lex(`'${clean.replaceAll("'", "''")}'`, dialect);
			expect(tokens).toEqual([{ kind: 'string', text: clean }]);
		}),
	);
});

test('no text makes the gate fail, and a semicolon between two statements is always seen', () => {
	fc.assert(
		fc.property(fc.string(), fc.constantFrom('postgres', 'mysql', 'sqlite', 'mssql'), (text, dialect) => {
			expect(gate(text, dialect)).toHaveProperty('ok');
			expect(gate(`select 1; drop table victim ${text}`, dialect).ok).toBe(false);
		}),
	);
});

test.each([
	"select ('/etc/passwd'::text).pg_read_file",
	'select (1234).pg_cancel_backend',
	"select ('x'::text).dblink_exec",
	"select f.pg_read_file from unnest(array['/etc/passwd']) f",
	'select $1.pg_read_file',
	"select (array['/etc/passwd'])[1].pg_read_file",
	"select ('/etc/passwd'::text) /* x */ . /* y */ pg_read_file",
	'select (\'/etc/passwd\'::text)."pg_read_file"',
	"select ('seq'::regclass).nextval",
	"select ('/etc/passwd'::text).lo_import",
	"select ('select 1'::text).crosstab3",
	'select pg_catalog.pg_advisory_lock from generate_series(1, 1) pg_catalog',
])('attribute notation calls a function, and is refused: %s', sql => {
	expect(gate(sql, 'postgres')).toMatchObject({ ok: false });
});

test('what may be a column or a function of the project is named for the database to judge', () => {
	const verdict = gate('select (address).city, o.total, shop.tax(o.id), lo_tax from shop.orders o', 'postgres');
	expect(verdict).toEqual({
		ok: true,
		beginning: 'select',
		functions: [
			{ name: 'city', attribute: true, qualified: false },
			{ name: 'total', attribute: true, qualified: false },
			{ name: 'tax', attribute: false, qualified: true },
			{ name: 'id', attribute: true, qualified: false },
			{ name: 'orders', attribute: true, qualified: false },
		],
	});
});

test.each([
	['explain update t set a = 1', 'postgres', true],
	['explain with x as (delete from t returning *) select * from x', 'postgres', false],
	['explain (verbose) insert into t select 1', 'postgres', true],
	['explain (analyze false) delete from t', 'postgres', false],
	['explain (analyse) delete from t', 'postgres', false],
	['explain ("analyze") delete from t', 'postgres', false],
	['explain (costs off, "analyze" on) delete from t', 'postgres', false],
	['explain (analyse) select 1', 'postgres', true],
	['explain analyse delete from t', 'postgres', false],
	['explain analyse select 1', 'postgres', true],
	['explain verbose analyze delete from t', 'postgres', false],
	['explain create table x as select 1', 'postgres', false],
	['explain execute s', 'postgres', false],
	['explain (select 1)', 'postgres', true],
	['explain delete from t', 'mysql', false],
	['desc analyze delete from t', 'mysql', false],
	['explain analyze format=tree delete from t', 'mysql', false],
	['describe t', 'mysql', true],
	['explain for connection 5', 'mysql', true],
	['analyze format=json update t set a = 1', 'mysql', false],
	['analyze format=json with x as (select 1) select * from x', 'mysql', true],
	['explain delete from t', 'sqlite', false],
] as const)('a plan is shown, never run unless it is a read: %s on %s: %s', (sql, dialect, ok) => {
	expect(gate(sql, dialect).ok).toBe(ok);
});

test("a connection to the server's own schema does not show its passwords without the schema's name", () => {
	expect(gate('select * from user', 'mysql', { database: 'mysql' }).ok).toBe(false);
	expect(gate('select user() from dual', 'mysql', { database: 'mysql' }).ok).toBe(true);
	expect(gate('select * from user', 'mysql', { database: 'shop' }).ok).toBe(true);
});
