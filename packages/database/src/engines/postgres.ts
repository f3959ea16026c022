import { messageOf } from '@hawser/core/data/message-of.ts';
import { isToolError, type ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cell } from '@hawser/core/ports/database.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { CellWriter } from './cells.ts';
import { atMost, queryDeadline, requireNotStopped } from './deadline.ts';
import { endpointOf } from './endpoint.ts';
import type { Engine, Rows, Statement } from './engine.ts';
import { codeOf, failure, isNetworkFailure, unreachable } from './failure.ts';
import { type Connection, createPool, type Lease } from './pool.ts';
import { tlsFailure, tlsOptions } from './tls.ts';

interface PostgresConnection extends Connection {
	client: pg.Client;
	pid: number;
	/** True when reads should give up powers over the server's files, programs and other sessions first. */
	dropPowers: boolean;
}

/** Everything as text: what the driver would parse it may also spoil. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value };
const CONNECT_TIMEOUT = 5_000;
/** Roles that may do as the server what a read must not; the last are those of hosting companies. */
const POWERFUL_ROLES = [
	'pg_read_server_files',
	'pg_write_server_files',
	'pg_execute_server_program',
	'pg_signal_backend',
	'rds_superuser',
	'cloudsqlsuperuser',
	'azure_pg_admin',
]
	.map(role => `'${role}'`)
	.join(', ');

export function createPostgresEngine(address: DatabaseAddress, idle: number): Engine {
	const pool = createPool({ open: () => connect(address), size: 3, idle });

	const run = async (statement: Statement, stopped: Cancellation): Promise<Rows> => {
		const lease = await ready(statement, stopped);
		const { connection } = lease;
		let ended = false;
		const stopListening = stopped.onCancelled(() => {
			// A cancel request may arrive late and hit the next statement, so this connection is not used again.
			void stopBackend(address, connection).then(() => lease.discard());
		});
		try {
			requireNotStopped(stopped);
			const rows = await execute(connection.client, statement);
			if (statement.mode === 'write') {
				requireNotStopped(stopped);
				await connection.client.query('COMMIT');
			}
			ended = true;
			return rows;
		} catch (cause) {
			ended = cause instanceof pg.DatabaseError && !isFatal(cause);
			throw cause;
		} finally {
			stopListening();
			if (!stopped.cancelled) {
				void (ended ? clean(lease) : lease.discard());
			}
		}
	};

	/** A connection inside its transaction. One that died while it was idle is replaced without a word. */
	const ready = async (statement: Statement, stopped: Cancellation): Promise<Lease<PostgresConnection>> => {
		for (;;) {
			const lease = await pool.lease(stopped);
			try {
				await lease.connection.client.query(preamble(statement, lease.connection, address));
				return lease;
			} catch (cause) {
				await lease.discard();
				if (!lease.reused || !isConnectionLoss(cause)) {
					throw cause;
				}
			}
		}
	};

	return {
		kind: () => Promise.resolve('postgres'),
		run: (statement, signal) =>
			runWithin(queryDeadline(statement.timeout), signal, stopped =>
				run(statement, stopped).catch((cause: unknown) => {
					throw toToolError(cause, address);
				}),
			),
		close: () => pool.close(),
	};
}

async function connect(address: DatabaseAddress): Promise<PostgresConnection> {
	const client = await openClient(address);
	let broken = false;
	client.on('error', () => (broken = true));
	client.on('end', () => (broken = true));
	const { rows } = await client.query<{ pid: number; version: string; powers: boolean; lesser: boolean }>(
		`select pg_backend_pid() as pid, current_setting('server_version_num') as version,
			current_setting('is_superuser') = 'on' or exists (select from pg_catalog.pg_roles own
				where own.rolname in (${POWERFUL_ROLES}) and pg_catalog.pg_has_role(own.oid, 'member')) as powers,
			exists (select from pg_catalog.pg_roles own
				where own.rolname = 'pg_read_all_data' and pg_catalog.pg_has_role(own.oid, 'member')) as lesser`,
	);
	return {
		client,
		pid: rows[0]?.pid ?? 0,
		dropPowers: rows[0]?.powers === true && rows[0].lesser,
		get broken() {
			return broken;
		},
		close: () => atMost(2_000, client.end()),
	};
}

async function openClient(address: DatabaseAddress): Promise<pg.Client> {
	const client = new pg.Client({
		...endpointOf(address),
		...(address.socket !== undefined && address.tunnelPort === undefined && { host: address.socket }),
		user: address.user,
		password: address.password,
		database: address.database,
		ssl: tlsOptions(address) ?? false,
		connectionTimeoutMillis: CONNECT_TIMEOUT,
		application_name: 'hawser',
		keepAlive: true,
	});
	// Before the connection stands, a failure is both thrown and emitted.
	client.on('error', () => undefined);
	try {
		await client.connect();
		return client;
	} catch (cause) {
		await atMost(1_000, client.end());
		throw cause;
	}
}

/** One message, no parameters: the third wall. `standard_conforming_strings` keeps the gate's reading of strings true. */
function preamble(
	{ mode, timeout }: Statement,
	{ dropPowers }: PostgresConnection,
	{ schema }: DatabaseAddress,
): string {
	return [
		mode === 'read' ? 'BEGIN READ ONLY' : 'BEGIN',
		`SET LOCAL statement_timeout=${Math.ceil(timeout)}`,
		"SET LOCAL lock_timeout='2s'",
		"SET LOCAL idle_in_transaction_session_timeout='30s'",
		'SET LOCAL standard_conforming_strings=on',
		...(schema === undefined ? [] : [`SET LOCAL search_path="${schema.replaceAll('"', '""')}",public`]),
		...(mode === 'read' && dropPowers ? ['SET LOCAL ROLE pg_read_all_data'] : []),
	].join(';');
}

/** Rows that the driver holds beside what has been made of them. */
const BATCH = 1_000;

/** The extended protocol takes one statement per message: the second wall. The cursor stops at the row limit. */
async function execute(client: pg.Client, { sql, params, limit, mode, longestCell }: Statement): Promise<Rows> {
	const cursor = client.query(new Cursor<unknown[]>(sql, [...params], { rowMode: 'array', types: AS_TEXT }));
	try {
		const writer = new CellWriter(longestCell);
		const rows: Cell[][] = [];
		let batch: Batch;
		let wanted: number;
		let more = false;
		do {
			wanted = Math.min(BATCH, limit + 1 - rows.length);
			batch = await readFrom(cursor, wanted);
			const kinds = batch.fields.map(field => field.dataTypeID);
			for (const row of batch.rows) {
				more = rows.length >= limit || writer.isFull;
				if (!more) {
					rows.push(row.map((value, index) => toCell(value, kinds[index] ?? 0, writer)));
				}
			}
			// A cursor that has given fewer has come to its end, and is not asked again.
		} while (batch.rows.length === wanted && !more);
		const { fields, count } = batch;
		return {
			columns: fields.map(field => field.name),
			rows,
			more,
			cutCells: writer.cut,
			changedRows: mode === 'write' ? count : 0,
		};
	} finally {
		void cursor.close().catch(() => undefined);
	}
}

interface Batch {
	rows: unknown[][];
	fields: pg.FieldDef[];
	count: number;
}

function readFrom(cursor: Cursor<unknown[]>, count: number): Promise<Batch> {
	return new Promise((resolve, reject) => {
		cursor.read(count, (cause: Error | undefined, rows, result) => {
			if (cause) {
				reject(cause);
			} else {
				resolve({ rows, fields: result.fields, count: Number(result.rowCount) || 0 });
			}
		});
	});
}

const OIDS = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, oid: 26, float4: 700, float8: 701 };

function toCell(value: unknown, type: number, writer: CellWriter): Cell {
	if (typeof value !== 'string') {
		return value === null ? null : writer.value(value);
	}
	switch (type) {
		case OIDS.int2:
		case OIDS.int4:
		case OIDS.oid:
		case OIDS.int8:
			return writer.integer(value);
		case OIDS.float4:
		case OIDS.float8:
			return writer.float(value);
		case OIDS.bool:
			return value === 't';
		case OIDS.bytea:
			return { bytes: (value.length - 2) / 2, hex: value.slice(2, 34) };
		default:
			return writer.text(value);
	}
}

/** Nothing of this call may reach the next one: settings, temporary tables, locks, prepared statements. */
async function clean(lease: Lease<PostgresConnection>): Promise<void> {
	try {
		await lease.connection.client.query('ROLLBACK');
		await lease.connection.client.query('DISCARD ALL');
		lease.giveBack();
	} catch {
		await lease.discard();
	}
}

async function stopBackend(address: DatabaseAddress, { pid }: PostgresConnection): Promise<void> {
	try {
		const client = await openClient(address);
		await atMost(2_000, client.query('select pg_cancel_backend($1)', [pid]));
		await atMost(1_000, client.end());
	} catch {
		// The server's own statement_timeout is the last resort.
	}
}

function isFatal({ severity, code = '' }: pg.DatabaseError): boolean {
	// 08P01 is also what a missing parameter gets.
	return severity === 'FATAL' || severity === 'PANIC' || /^(?:57P0|08(?!P01))/.test(code);
}

function isConnectionLoss(cause: unknown): boolean {
	return cause instanceof pg.DatabaseError ? isFatal(cause) : isNetworkFailure(cause);
}

function toToolError(cause: unknown, address: DatabaseAddress): ToolError {
	if (isToolError(cause)) {
		return cause;
	}
	const insecure = cause instanceof pg.DatabaseError ? undefined : tlsFailure(cause, address);
	if (insecure) {
		return insecure;
	}
	const code = codeOf(cause);
	const message = messageOf(cause);
	if (code.startsWith('28') || message.includes('password must be a string')) {
		return failure('E_DATABASE_LOGIN', message, address);
	}
	if (code === '3D000') {
		return failure('E_DATABASE_UNUSABLE', message, address);
	}
	if (code === '25006' || code === '42501') {
		return failure('E_QUERY_REFUSED', `PostgreSQL refused it: ${message}`, address);
	}
	if (code === '57014') {
		return failure('E_TIMEOUT', `PostgreSQL stopped the query: ${message}`, address);
	}
	if (!(cause instanceof pg.DatabaseError) || isFatal(cause) || code === '53300') {
		return unreachable(cause, address);
	}
	if (code === '42601' && message.includes('multiple commands')) {
		return failure('E_QUERY_REFUSED', message, address);
	}
	const { position, hint, detail } = cause;
	return failure('E_QUERY_FAILED', detail ? `${message} (${detail})` : message, address, {
		...(hint !== undefined && { hint }),
		details: { sqlState: code, ...(position !== undefined && { position: Number(position) }) },
	});
}
