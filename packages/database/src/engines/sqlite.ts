import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { isToolError, type ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { queryDeadline, requireNotStopped } from './deadline.ts';
import type { Engine, Rows, Statement } from './engine.ts';
import { failure } from './failure.ts';
import { type Connection, createPool } from './pool.ts';
import type { SqliteFailure, SqliteReply } from './sqlite-protocol.ts';

interface SqliteConnection extends Connection {
	/** The file it was opened on: a deleted or replaced file stays readable for whoever has it open. */
	inode: number;
	run(statement: Statement): Promise<Rows>;
}

export interface SqliteOptions {
	/** Absolute path of the file. */
	file: string;
	/** Compiled or source file of sqlite-process.ts. */
	processFile: string;
	idle: number;
}

/** SQLite runs in processes of its own, two at most per file: it has no other way to stop a query that runs away. */
export function createSqliteEngine(address: DatabaseAddress, { file, processFile, idle }: SqliteOptions): Engine {
	const pool = createPool({ open: async () => start(processFile, file, await inodeOf(file, address)), size: 2, idle });

	const leaseOfCurrentFile = async (wanted: number | undefined, stopped: Cancellation) => {
		for (;;) {
			const inode = await inodeOf(file, address);
			if (wanted !== undefined && inode !== wanted) {
				throw failure('E_DENIED', `${file} was replaced after the user was asked about it. Nothing was run.`, address);
			}
			const lease = await pool.lease(stopped);
			if (lease.connection.inode === inode) {
				return lease;
			}
			await lease.discard();
		}
	};

	const run = async (statement: Statement, stopped: Cancellation): Promise<Rows> => {
		const lease = await leaseOfCurrentFile(statement.inode, stopped);
		const stopListening = stopped.onCancelled(() => void lease.discard());
		try {
			requireNotStopped(stopped);
			const rows = await lease.connection.run(statement);
			lease.giveBack();
			return rows;
		} catch (cause) {
			if (isSqliteFailure(cause) && !isFileTrouble(cause)) {
				lease.giveBack();
			} else {
				// The file may have been replaced; the next call opens it anew.
				void lease.discard();
			}
			throw toToolError(cause, address);
		} finally {
			stopListening();
		}
	};

	return {
		kind: () => Promise.resolve('sqlite'),
		run: (statement, signal) => runWithin(queryDeadline(statement.timeout), signal, stopped => run(statement, stopped)),
		close: () => pool.close(),
	};
}

async function inodeOf(file: string, address: DatabaseAddress): Promise<number> {
	try {
		const { ino } = await stat(file);
		// The path had no link in it when it was chosen; one that came later leads to a file that nobody agreed to.
		if (realpathSync(file) !== file) {
			throw failure('E_DATABASE_UNREACHABLE', `${file} has become a link.`, address);
		}
		return ino;
	} catch (cause) {
		if (isToolError(cause)) {
			throw cause;
		}
		throw failure('E_DATABASE_UNREACHABLE', `There is no file ${address.file ?? ''}.`, address);
	}
}

function start(processFile: string, file: string, inode: number): SqliteConnection {
	const child = fork(processFile, [file], {
		// VS Code's own program is Electron, which is Node only when it is told to be.
		env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
		execArgv: [],
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	});
	let nextId = 1;
	let broken = false;
	const pending = new Map<number, { resolve: (rows: Rows) => void; reject: (cause: unknown) => void }>();
	const fail = (cause: unknown) => {
		broken = true;
		for (const { reject } of pending.values()) {
			reject(cause);
		}
		pending.clear();
	};
	child.on('message', (reply: SqliteReply) => {
		const waiting = pending.get(reply.id);
		pending.delete(reply.id);
		if ('rows' in reply) {
			waiting?.resolve(reply.rows);
		} else {
			waiting?.reject(reply.failure);
		}
	});
	child.on('error', fail);
	child.on('exit', (code, signal) => fail(new Error(`the SQLite process ended (${signal ?? code ?? 'unknown'})`)));
	return {
		inode,
		run: ({ sql, params, limit, mode, longestCell }) =>
			new Promise((resolve, reject) => {
				const id = nextId++;
				pending.set(id, { resolve, reject });
				child.send({ id, sql, params, limit, mode, longestCell }, cause => {
					if (cause) {
						fail(cause);
					}
				});
			}),
		get broken() {
			return broken;
		},
		close: () => end(child),
	};
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
		const ended = once(child, 'exit');
		child.kill('SIGKILL');
		await ended;
	}
}

const CODES = {
	readOnly: 8,
	busy: 5,
	locked: 6,
	corrupt: 11,
	cannotOpen: 14,
	auth: 23,
	notADatabase: 26,
	ioError: 10,
	tooBig: 18,
	permission: 3,
};

function isSqliteFailure(cause: unknown): cause is SqliteFailure {
	return typeof cause === 'object' && cause !== null && 'errcode' in cause && !(cause instanceof Error);
}

function isFileTrouble({ errcode }: SqliteFailure): boolean {
	return [0, CODES.corrupt, CODES.cannotOpen, CODES.notADatabase, CODES.ioError, CODES.permission].includes(
		errcode & 0xff,
	);
}

function toToolError(cause: unknown, address: DatabaseAddress): ToolError {
	if (isToolError(cause)) {
		return cause;
	}
	const target = address.file ?? '';
	if (!isSqliteFailure(cause)) {
		return failure('E_DATABASE_UNREACHABLE', `${target}: ${messageOf(cause)}`, address);
	}
	const { message, errcode } = cause;
	switch (errcode & 0xff) {
		case 0:
			return failure('E_DATABASE_UNUSABLE', `${target}: ${message}`, address);
		case CODES.readOnly:
		case CODES.auth:
			return failure('E_QUERY_REFUSED', `SQLite refused it: ${message}.`, address);
		case CODES.busy:
		case CODES.locked:
			return failure('E_DATABASE_LOCKED', `${target} is locked by another program.`, address);
		case CODES.notADatabase:
			return failure('E_DATABASE_UNUSABLE', `${target} is not a SQLite database, or it is encrypted.`, address);
		case CODES.corrupt:
			return failure('E_DATABASE_UNUSABLE', `${target} is damaged: ${message}.`, address);
		case CODES.cannotOpen:
		case CODES.permission:
			return failure('E_DATABASE_UNREACHABLE', `${target} cannot be opened: ${message}.`, address);
		case CODES.ioError:
			return failure('E_DATABASE_UNREACHABLE', `${target} cannot be read: ${message}.`, address);
		default:
			return message.includes('too many attached')
				? failure('E_QUERY_REFUSED', `SQLite refused it: ${message}.`, address)
				: failure('E_QUERY_FAILED', message, address, { details: { errcode } });
	}
}
