import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type ConnectionOptions, createConnection, type Connection as MysqlClient, type SslOptions } from 'mysql2';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { defined } from '../values/parsed-values.ts';
import { atMost } from './deadline.ts';
import { endpointOf } from './endpoint.ts';
import type { Connection } from './pool.ts';
import { requireCheckableHost, type TlsOptions, tlsModeOf, tlsOptions } from './tls.ts';

export interface MysqlConnection extends Connection {
	client: MysqlClient;
	id: number;
	engine: 'mysql' | 'mariadb';
}

function options(address: DatabaseAddress): ConnectionOptions {
	requireCheckableHost(address);
	const tls = tlsOptions(address);
	return {
		...(address.socket === undefined ? endpointOf(address) : { socketPath: address.socket }),
		user: address.user ?? 'root',
		password: address.password ?? '',
		...(address.database !== undefined && { database: address.database }),
		// The driver compares the certificate with the host only when it is told to.
		...(tls && { ssl: sslOptions(tls, tlsModeOf(address) === 'verify-full') }),
		connectTimeout: 5_000,
		charset: 'utf8mb4',
		// The second wall, and no file of this machine for a server that asks for one.
		multipleStatements: false,
		flags: ['-LOCAL_FILES'],
		supportBigNumbers: true,
		dateStrings: true,
		jsonStrings: true,
		rowsAsArray: true,
	};
}

function sslOptions({ rejectUnauthorized, ca, cert, key }: TlsOptions, verifyIdentity: boolean): SslOptions {
	return { rejectUnauthorized, verifyIdentity, ...defined({ ca, cert, key }) };
}

export async function connectMysql(address: DatabaseAddress): Promise<MysqlConnection> {
	const client = await openClient(address);
	let broken = false;
	client.on('error', () => (broken = true));
	client.on('end', () => (broken = true));
	const connection = (id: number, version: string): MysqlConnection => ({
		client,
		id,
		engine: /mariadb/i.test(version) ? 'mariadb' : 'mysql',
		get broken() {
			return broken;
		},
		close: () => closeClient(client),
	});
	try {
		await pinSession(client);
		const [row] = await command(client, 'select connection_id(), version(), @@sql_mode');
		const [id, version, mode] = [Number(row?.[0]), String(row?.[1]), String(row?.[2])];
		if (/ANSI|NO_BACKSLASH_ESCAPES/i.test(mode)) {
			throw new ToolError(
				'E_DATABASE_UNUSABLE',
				`The server keeps sql_mode ${mode}, in which strings cannot be read safely.`,
			);
		}
		return connection(id, version);
	} catch (cause) {
		await closeClient(client);
		throw cause;
	}
}

function openClient(address: DatabaseAddress): Promise<MysqlClient> {
	return new Promise((resolve, reject) => {
		const client = createConnection(options(address));
		client.on('error', () => undefined);
		client.connect(cause => {
			if (!cause) {
				resolve(client);
				return;
			}
			client.destroy();
			reject(cause);
		});
	});
}

/** One fixed sql_mode, in which the gate's reading of quotation marks and backslashes is true. */
export async function pinSession(client: MysqlClient): Promise<void> {
	await command(client, "SET SESSION sql_mode='STRICT_TRANS_TABLES', lock_wait_timeout=2, innodb_lock_wait_timeout=2");
}

export function command(client: MysqlClient, sql: string): Promise<readonly unknown[][]> {
	return new Promise((resolve, reject) => {
		client.query(sql, (cause, rows: unknown) => {
			if (cause) {
				reject(cause);
			} else {
				resolve(Array.isArray(rows) ? rows.filter(row => Array.isArray(row)) : []);
			}
		});
	});
}

export async function killQuery(address: DatabaseAddress, { id }: MysqlConnection): Promise<void> {
	try {
		const client = await openClient(address);
		await atMost(2_000, command(client, `KILL QUERY ${id}`));
		await closeClient(client);
	} catch {
		// The server's own time limit is the last resort.
	}
}

async function closeClient(client: MysqlClient): Promise<void> {
	await atMost(500, new Promise<void>(resolve => client.end(() => resolve())));
	client.destroy();
}
