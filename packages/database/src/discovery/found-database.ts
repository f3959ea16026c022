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
	/** MongoDB: the database that knows the user. */
	authSource?: string;
	/** MongoDB: the host is a name whose SRV records list the servers. */
	srv?: true;
	/** The SSH server through which the database is reached. */
	ssh?: SshServer;
	/** The port on this machine at which a tunnel to the server begins. */
	tunnelPort?: number;
	tls?: TlsMode;
	/** Files in PEM form: whom to trust, and who we are. */
	rootCertificate?: string;
	clientCertificate?: string;
	clientKey?: string;
}

/** As people write it in the files of their database tools; what is left out, ssh takes from its own configuration. */
export interface SshServer {
	host: string;
	port?: number;
	user?: string;
	privateKey?: string;
	/** `-J`: servers on the way. */
	jump?: string;
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
	mongodb: 27017,
	redis: 6379,
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
	mongodb: 'mongodb',
	mongo: 'mongodb',
	redis: 'redis',
	rediss: 'redis',
	valkey: 'redis',
	valkeys: 'redis',
};

/** Asked in its own commands instead of SQL. */
export type StoreEngine = 'mongodb' | 'redis';

export function isStore(engine: DatabaseEngine): engine is StoreEngine {
	return engine === 'mongodb' || engine === 'redis';
}

/** The engine that other systems call by this name, with a driver after "+" or without. */
export function engineNamed(name: string | undefined): DatabaseEngine | undefined {
	return ENGINES[name?.toLowerCase().split('+')[0] ?? ''];
}
