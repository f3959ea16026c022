import type { DatabaseEngine } from '@hawser/core/ports/database.ts';

/** As libpq names them; `prefer` is what asks for encryption without insisting on it. */
export type TlsMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** The address and login of a database, as a file of the project has them. */
export interface DatabaseAddress {
	engine: DatabaseEngine;
	/** SQLite: as written, relative to the project's folder or absolute. */
	file?: string;
	host?: string;
	port?: number;
	/** Path of a Unix socket, instead of host and port. */
	socket?: string;
	user?: string;
	password?: string;
	database?: string;
	/** The first schema to look in. */
	schema?: string;
	tls?: TlsMode;
	/** Files in PEM form: whom to trust, and who we are. */
	rootCertificate?: string;
	clientCertificate?: string;
	clientKey?: string;
}

export interface FoundDatabase extends DatabaseAddress {
	/** Distinguishes several of one source; made unique over all sources later. */
	name: string;
	/** File and key, for people: `.env: DATABASE_URL`. */
	source: string;
	/** The one that a project with several means when it says "the database". */
	primary?: boolean;
	/** Why it cannot be used. */
	problem?: string;
}

export const DEFAULT_PORTS: Record<DatabaseEngine, number> = {
	sqlite: 0,
	postgres: 5432,
	mysql: 3306,
	mariadb: 3306,
	mssql: 1433,
};

const ENGINES: Record<string, DatabaseEngine> = {
	sqlite: 'sqlite',
	sqlite3: 'sqlite',
	file: 'sqlite',
	libsql: 'sqlite',
	postgres: 'postgres',
	postgresql: 'postgres',
	pgsql: 'postgres',
	psql: 'postgres',
	postgis: 'postgres',
	pg: 'postgres',
	mysql: 'mysql',
	mysql2: 'mysql',
	mysqlgis: 'mysql',
	trilogy: 'mysql',
	mariadb: 'mariadb',
	mssql: 'mssql',
	sqlserver: 'mssql',
	sqlsrv: 'mssql',
};

/** The engine that other systems call by this name, with a driver after "+" or without. */
export function engineNamed(name: string | undefined): DatabaseEngine | undefined {
	return ENGINES[name?.toLowerCase().split('+')[0] ?? ''];
}
