import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test } from 'vitest';
import { createMssqlEngine } from '../../src/engines/mssql.ts';
import { createMysqlEngine } from '../../src/engines/mysql.ts';
import { createPostgresEngine } from '../../src/engines/postgres.ts';
import { createSqliteEngine } from '../../src/engines/sqlite.ts';
import { codeOf, SQLITE_PROCESS } from '../support/project.ts';

const NOWHERE = { host: '127.0.0.1', port: 1, user: 'user', password: 'secret', database: 'd' };

test.each([
	[
		'sqlite',
		() =>
			createSqliteEngine({ engine: 'sqlite', file: 'x.db' }, { file: '/x.db', processFile: SQLITE_PROCESS, idle: 1 }),
	],
	['postgres', () => createPostgresEngine({ engine: 'postgres', ...NOWHERE }, 1)],
	['mysql', () => createMysqlEngine({ engine: 'mysql', ...NOWHERE }, 1)],
	['mssql', () => createMssqlEngine({ engine: 'mssql', ...NOWHERE }, 1)],
] as const)(
	'%s: a call that was cancelled before it began says so, once, and connects to nothing',
	async (_name, create) => {
		const source = createCancellation();
		source.cancel();
		const engine = create();
		const statement = { sql: 'select 1', params: [], limit: 1, timeout: 1_000, mode: 'read' } as const;
		expect(await codeOf(engine.run(statement, source))).toBe('E_CANCELLED');
		await engine.close();
	},
);
