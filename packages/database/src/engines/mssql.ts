import { messageOf } from '@hawser/core/data/message-of.ts';
import { isToolError, type ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cell, Parameter } from '@hawser/core/ports/database.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import { Request, RequestError, Connection as TdsClient, TYPES } from 'tedious';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { defined } from '../values/parsed-values.ts';
import { CellWriter } from './cells.ts';
import { queryDeadline, requireNotStopped } from './deadline.ts';
import { endpointOf } from './endpoint.ts';
import type { Engine, Rows, Statement } from './engine.ts';
import { failure, isNetworkFailure, unreachable } from './failure.ts';
import { type Connection, createPool } from './pool.ts';
import { tlsFailure, tlsOptions } from './tls.ts';

interface MssqlConnection extends Connection {
	client: TdsClient;
}

/**
 * Beta: written from the documentation, never tried against a server. SQL Server has no read-only transaction, so the
 * third wall is a transaction that is always rolled back; the real boundary there is a login that may only read.
 */
export function createMssqlEngine(address: DatabaseAddress, idle: number): Engine {
	const pool = createPool({ open: () => connect(address), size: 3, idle });

	const run = async (statement: Statement, stopped: Cancellation): Promise<Rows> => {
		const lease = await pool.lease(stopped);
		const { client } = lease.connection;
		// An attention packet stops the statement on the server.
		const stopListening = stopped.onCancelled(() => {
			client.cancel();
			void lease.discard();
		});
		try {
			requireNotStopped(stopped);
			await inTransaction(client, 'begin');
			const rows = await execute(client, statement);
			requireNotStopped(stopped);
			await inTransaction(client, statement.mode === 'write' ? 'commit' : 'rollback');
			await new Promise<void>((resolve, reject) => {
				client.reset(cause => (cause ? reject(cause) : resolve()));
			});
			lease.giveBack();
			return rows;
		} catch (cause) {
			void lease.discard();
			throw toToolError(cause, address);
		} finally {
			stopListening();
		}
	};

	return {
		kind: () => Promise.resolve('mssql'),
		run: (statement, signal) => runWithin(queryDeadline(statement.timeout), signal, stopped => run(statement, stopped)),
		close: () => pool.close(),
	};
}

function connect(address: DatabaseAddress): Promise<MssqlConnection> {
	const tls = tlsOptions(address);
	const endpoint = endpointOf(address);
	const client = new TdsClient({
		server: endpoint.host,
		authentication: { type: 'default', options: { userName: address.user ?? 'sa', password: address.password ?? '' } },
		options: {
			port: endpoint.port,
			...(address.tunnelPort !== undefined && { serverName: address.host ?? 'localhost' }),
			...(address.database !== undefined && { database: address.database }),
			encrypt: tls !== undefined,
			trustServerCertificate: tls?.rejectUnauthorized !== true,
			...(tls && { cryptoCredentialsDetails: defined({ ca: tls.ca, cert: tls.cert, key: tls.key }) }),
			connectTimeout: 5_000,
			requestTimeout: 0,
			readOnlyIntent: true,
			appName: 'hawser',
			useUTC: true,
		},
	});
	let broken = false;
	client.on('error', () => (broken = true));
	client.on('end', () => (broken = true));
	return new Promise((resolve, reject) => {
		client.connect(cause => {
			if (cause) {
				client.close();
				reject(toToolError(cause, address));
				return;
			}
			resolve({
				client,
				get broken() {
					return broken;
				},
				close: () => {
					client.close();
					return Promise.resolve();
				},
			});
		});
	});
}

function inTransaction(client: TdsClient, step: 'begin' | 'commit' | 'rollback'): Promise<void> {
	return new Promise((resolve, reject) => {
		const done = (cause?: Error | null) => (cause ? reject(cause) : resolve());
		if (step === 'begin') {
			client.beginTransaction(done);
		} else if (step === 'commit') {
			client.commitTransaction(done);
		} else {
			client.rollbackTransaction(done);
		}
	});
}

function execute(client: TdsClient, { sql, params, limit, mode, longestCell }: Statement): Promise<Rows> {
	return new Promise((resolve, reject) => {
		const writer = new CellWriter(longestCell);
		const rows: Cell[][] = [];
		let columns: readonly string[] = [];
		let more = false;
		const request = new Request(sql, (cause, count) => {
			if (cause && !more) {
				reject(cause);
			} else {
				resolve({ columns, rows, more, cutCells: writer.cut, changedRows: mode === 'write' ? (count ?? 0) : 0 });
			}
		});
		for (const [index, value] of params.entries()) {
			request.addParameter(`p${index + 1}`, typeOf(value), value);
		}
		request.on('columnMetadata', given => {
			columns = (Array.isArray(given) ? given : Object.values(given)).map(column => column.colName);
		});
		request.on('row', (row: readonly { value: unknown }[]) => {
			if (rows.length < limit && !writer.isFull) {
				rows.push(row.map(({ value }) => writer.value(value)));
			} else if (!more) {
				more = true;
				client.cancel();
			}
		});
		client.execSql(request);
	});
}

function typeOf(value: Parameter) {
	if (typeof value === 'number') {
		return Number.isInteger(value) ? TYPES.BigInt : TYPES.Float;
	}
	return typeof value === 'boolean' ? TYPES.Bit : TYPES.NVarChar;
}

function toToolError(cause: unknown, address: DatabaseAddress): ToolError {
	if (isToolError(cause)) {
		return cause;
	}
	const message = messageOf(cause);
	// The error of a statement may mention certificates too.
	const insecure = cause instanceof RequestError ? undefined : tlsFailure(cause, address);
	if (insecure) {
		return insecure;
	}
	if (/Login failed/i.test(message)) {
		return failure('E_DATABASE_LOGIN', message, address);
	}
	return isNetworkFailure(cause) ? unreachable(cause, address) : failure('E_QUERY_FAILED', message, address);
}
