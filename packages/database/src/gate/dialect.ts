import type { DatabaseEngine } from '@hawser/core/ports/database.ts';

/** The differences between engines in reading a statement. MariaDB reads like MySQL. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql' | 'mssql';

export function dialectOf(engine: DatabaseEngine): Dialect {
	return engine === 'mariadb' ? 'mysql' : engine;
}
