import type { DatabaseEngine } from '@hawser/core/ports/database.ts';

/** What differs between engines in how a statement is read. MariaDB reads like MySQL. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql' | 'mssql';

export function dialectOf(engine: DatabaseEngine): Dialect {
	return engine === 'mariadb' ? 'mysql' : engine;
}
