import { messageOf } from '@hawser/core/data/message-of.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { isToolError, type ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cell, DatabaseEngine } from '@hawser/core/ports/database.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import type { FieldPacket, Connection as MysqlClient } from 'mysql2';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { CellWriter } from './cells.ts';
import { queryDeadline, requireNotStopped } from './deadline.ts';
import type { Engine, Rows, Statement } from './engine.ts';
import { codeOf, failure, isNetworkFailure, unreachable } from './failure.ts';
import { command, connectMysql, killQuery, type MysqlConnection, pinSession } from './mysql-connection.ts';
import { createPool, type Lease } from './pool.ts';
import { tlsFailure } from './tls.ts';

const GEOMETRY = 255;
const BIT = 16;

export function createMysqlEngine(address: DatabaseAddress, idle: number): Engine {
	let engine: DatabaseEngine | undefined;
	const open = async () => {
		const connection = await connectMysql(address);
		engine = connection.engine;
		return connection;
	};
	const pool = createPool({ open, size: 3, idle });

	const run = async (statement: Statement, stopped: Cancellation): Promise<Rows> => {
		const lease = await ready(statement, stopped);
		const { connection } = lease;
		let ended = false;
		const stopListening = stopped.onCancelled(() => {
			// KILL may arrive late and hit the next statement, so this connection is not used again.
			void killQuery(address, connection).then(() => lease.discard());
		});
		try {
			requireNotStopped(stopped);
			const { rows, complete } = await execute(connection.client, statement);
			if (statement.mode === 'write') {
				requireNotStopped(stopped);
				await command(connection.client, 'COMMIT');
			}
			ended = complete;
			return rows;
		} catch (cause) {
			ended = isServerError(cause);
			throw cause;
		} finally {
			stopListening();
			if (!stopped.cancelled) {
				void (ended ? clean(lease) : killQuery(address, connection).then(() => lease.discard()));
			}
		}
	};

	/** A connection inside its transaction. One that died while it was idle is replaced without a word. */
	const ready = async (statement: Statement, stopped: Cancellation): Promise<Lease<MysqlConnection>> => {
		for (;;) {
			const lease = await pool.lease(stopped);
			try {
				await command(lease.connection.client, limits(statement, lease.connection));
				await command(
					lease.connection.client,
					`START TRANSACTION READ ${statement.mode === 'read' ? 'ONLY' : 'WRITE'}`,
				);
				return lease;
			} catch (cause) {
				await lease.discard();
				if (!lease.reused || isServerError(cause)) {
					throw cause;
				}
			}
		}
	};

	const translated = <Result>(work: Promise<Result>) =>
		work.catch((cause: unknown) => {
			throw toToolError(cause, address);
		});

	return {
		async kind(signal) {
			if (engine === undefined) {
				const lease = await translated(pool.lease(signal));
				lease.giveBack();
				return lease.connection.engine;
			}
			return engine;
		},
		run: (statement, signal) =>
			runWithin(queryDeadline(statement.timeout), signal, stopped => translated(run(statement, stopped))),
		close: () => pool.close(),
	};
}

/** The server stops at the row limit where the statement has none of its own, and at the time limit as a last resort. */
function limits({ limit, timeout, mode }: Statement, { engine }: MysqlConnection): string {
	const time =
		engine === 'mariadb'
			? `max_statement_time=${(timeout + 50) / 1000}`
			: `max_execution_time=${Math.ceil(timeout + 50)}`;
	return `SET SESSION ${time}, sql_select_limit=${mode === 'read' ? limit + 1 : 'DEFAULT'}`;
}

interface Executed {
	rows: Rows;
	/** False when the server was still sending: the connection is then of no further use. */
	complete: boolean;
}

/** Parameters go by the binary protocol, bound by the server; the driver's `query` would paste them into the text. */
function execute(client: MysqlClient, { sql, params, limit, longestCell }: Statement): Promise<Executed> {
	return new Promise((resolve, reject) => {
		const writer = new CellWriter(longestCell);
		const rows: Cell[][] = [];
		let fields: readonly FieldPacket[] = [];
		let changedRows = 0;
		let settled = false;
		const finish = (complete: boolean) => {
			settled = true;
			const columns = fields.map(field => field.name);
			const more = rows.length > limit || !complete;
			resolve({ rows: { columns, rows: rows.slice(0, limit), more, cutCells: writer.cut, changedRows }, complete });
		};
		const running = params.length > 0 ? client.execute(sql, [...params]) : client.query(sql);
		running.on('fields', (given: readonly FieldPacket[] | undefined) => (fields = given ?? []));
		running.on('result', (row: unknown) => {
			if (settled) {
				return;
			}
			if (!Array.isArray(row)) {
				changedRows = isRecord(row) ? Number(row['affectedRows'] ?? 0) : 0;
				return;
			}
			rows.push(row.map((value: unknown, index) => toCell(value, fields[index]?.columnType, writer)));
			if (rows.length > limit + 1 || writer.isFull) {
				finish(false);
			}
		});
		running.on('error', (cause: Error) => reject(cause));
		running.on('end', () => {
			if (!settled) {
				finish(true);
			}
		});
	});
}

function toCell(value: unknown, type: number | undefined, writer: CellWriter): Cell {
	if (type === BIT && value instanceof Uint8Array) {
		return writer.integer(String(value.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)));
	}
	if (type === GEOMETRY && isRecord(value) && 'x' in value && 'y' in value) {
		return `POINT(${String(value['x'])} ${String(value['y'])})`;
	}
	return writer.value(value);
}

/** Nothing of this call may reach the next one: variables, temporary tables, locks, prepared statements. */
async function clean(lease: Lease<MysqlConnection>): Promise<void> {
	const { client } = lease.connection;
	try {
		await command(client, 'ROLLBACK');
		await new Promise<void>((resolve, reject) => {
			client.reset(cause => (cause ? reject(cause) : resolve()));
		});
		await pinSession(client);
		lease.giveBack();
	} catch {
		await lease.discard();
	}
}

function numberOf(cause: unknown): number {
	return isErrorWithNumber(cause) ? cause.errno : 0;
}

function isErrorWithNumber(cause: unknown): cause is { errno: number } {
	return typeof cause === 'object' && cause !== null && 'errno' in cause && typeof cause.errno === 'number';
}

/** The server answered with an error and goes on listening. */
function isServerError(cause: unknown): boolean {
	const number = numberOf(cause);
	return number >= 1000 && ![1053, 1077, 1079, 1080, 1927, 4031].includes(number) && !isNetworkFailure(cause);
}

const LOGIN = new Set([1044, 1045, 1130, 1251, 1698, 1862, 2059]);
const READ_ONLY = new Set([1792, 1836, 1290, 3159]);
const STOPPED = new Set([1317, 1969, 3024]);

function toToolError(cause: unknown, address: DatabaseAddress): ToolError {
	if (isToolError(cause)) {
		return cause;
	}
	const number = numberOf(cause);
	const message = messageOf(cause);
	const insecure = number >= 1000 ? undefined : tlsFailure(cause, address);
	if (insecure) {
		return insecure;
	}
	if (LOGIN.has(number)) {
		return failure('E_DATABASE_LOGIN', message, address);
	}
	if (number === 1049) {
		return failure('E_DATABASE_UNUSABLE', message, address);
	}
	if (READ_ONLY.has(number)) {
		return failure('E_QUERY_REFUSED', `The server refused to write: ${message}`, address);
	}
	if (STOPPED.has(number)) {
		return failure('E_TIMEOUT', `The server stopped the query: ${message}`, address);
	}
	if (!isServerError(cause) || number === 1040) {
		return unreachable(cause, address);
	}
	return failure('E_QUERY_FAILED', message, address, { details: { errno: number, sqlState: codeOf(cause) } });
}
