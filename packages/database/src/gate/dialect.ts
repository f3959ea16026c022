import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DatabaseEngine } from '@hawser/core/ports/database.ts';
import { isStore } from '../discovery/found-database.ts';

/** The differences between engines in reading a statement. MariaDB reads like MySQL. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql' | 'mssql';

export function dialectOf(engine: DatabaseEngine): Dialect {
	if (isStore(engine)) {
		throw notAskedInSql(engine);
	}
	return engine === 'mariadb' ? 'mysql' : engine;
}

export function notAskedInSql(engine: DatabaseEngine): ToolError {
	return new ToolError('E_QUERY_REFUSED', `${engine} is not asked in SQL.`);
}
