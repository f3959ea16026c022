import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gate } from '../src/gate/gate.ts';
import { lex } from '../src/gate/lexer.ts';
import { hostileStatements } from './support/hostile-statements.ts';
import { legitimateReads } from './support/legitimate-reads.ts';

const BAIT = { secretFile: '/secret', newFile: '/new' };

/** Writes inside a read: the engine's wall is there for them, and the real-server tests show that it holds. */
const LEFT_TO_THE_ENGINE = /^(?:with|explain|analyze|select|values)\b/i;

describe.each(['postgres', 'mysql', 'sqlite'] as const)('%s', dialect => {
	test('every legitimate read passes', () => {
		const refused = legitimateReads(dialect).filter(sql => !gate(sql, dialect).ok);
		expect(refused).toEqual([]);
		expect(legitimateReads(dialect).length).toBeGreaterThan(75);
	});

	test('every hostile statement is refused, but for plain writes inside a read', () => {
		const statements = hostileStatements(dialect, BAIT);
		const passed = statements.filter(sql => gate(sql, dialect).ok);
		expect(statements.length).toBeGreaterThanOrEqual(150);
		expect(passed.filter(sql => !LEFT_TO_THE_ENGINE.test(sql))).toEqual([]);
		expect(passed).toMatchSnapshot();
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
])('SQL Server refuses %s', (sql, why) => {
	expect(gate(sql, 'mssql')).toMatchObject({ ok: false, why: expect.stringContaining(why) as string });
});

test.each([
	'select [drop] from [table]',
	'select top 5 * from t',
	"select 'exec x'",
	'with a as (select 1 as x) select x from a',
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
