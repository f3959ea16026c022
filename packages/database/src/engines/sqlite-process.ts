/** The process that holds one SQLite file: a query that runs away is ended by ending it. Entry of its own bundle. */
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { CellWriter } from './cells.ts';
import type { Rows } from './engine.ts';
import { authorize } from './sqlite-authorizer.ts';
import type { SqliteFailure, SqliteRequest } from './sqlite-protocol.ts';

const LOCK_WAIT = 2_000;
const CANNOT_OPEN = 14;
const READ_ONLY_DIRECTORY = 1544;

const [file = ''] = process.argv.slice(2);
const databases = new Map<SqliteRequest['mode'], DatabaseSync>();

process.on('message', (request: SqliteRequest) => {
	const { id } = request;
	try {
		process.send?.({ id, rows: run(request) });
	} catch (cause) {
		process.send?.({ id, failure: describe(cause) });
	}
});
process.on('disconnect', () => process.exit());

/** Big integers cost time, so a read asks for them only once SQLite has met a number that is too large without. */
function run(request: SqliteRequest): Rows {
	if (request.mode === 'write') {
		return runOnce(request, true);
	}
	try {
		return runOnce(request, false);
	} catch (cause) {
		if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_OUT_OF_RANGE') {
			return runOnce(request, true);
		}
		throw cause;
	}
}

function runOnce({ sql, params, limit, mode, longestCell }: SqliteRequest, bigIntegers: boolean): Rows {
	const statement = databaseFor(mode).prepare(sql);
	statement.setReadBigInts(bigIntegers);
	// Added in Node 22.17; without it the second of two columns of the same name is lost.
	if (typeof statement.setReturnArrays === 'function') {
		statement.setReturnArrays(true);
	}
	const columns = typeof statement.columns === 'function' ? statement.columns().map(column => column.name) : [];
	if (mode === 'write' && columns.length === 0) {
		const { changes } = statement.run(...bindable(params));
		return { columns, rows: [], more: false, cutCells: 0, changedRows: Number(changes) };
	}
	const writer = new CellWriter(longestCell);
	const rows: Rows['rows'][number][] = [];
	let more = false;
	for (const row of statement.iterate(...bindable(params))) {
		if (rows.length < limit && !writer.isFull) {
			if (columns.length === 0 && !Array.isArray(row)) {
				columns.push(...Object.keys(row));
			}
			rows.push((Array.isArray(row) ? row : Object.values(row)).map(value => writer.value(value)));
		} else {
			more = true;
			// A write with RETURNING has to run to its end.
			if (mode === 'read') {
				break;
			}
		}
	}
	return { columns, rows, more, cutCells: writer.cut, changedRows: mode === 'write' ? rows.length : 0 };
}

function bindable(params: SqliteRequest['params']) {
	return params.map(value => (typeof value === 'boolean' ? Number(value) : value));
}

function databaseFor(mode: SqliteRequest['mode']): DatabaseSync {
	const known = databases.get(mode);
	if (known) {
		return known;
	}
	const database = open(mode);
	databases.set(mode, database);
	return database;
}

function open(mode: SqliteRequest['mode']): DatabaseSync {
	const sqlite = builtIn();
	if (!sqlite) {
		throw new Error('This version of VS Code has no SQLite; 1.101 and later have.');
	}
	const options = { readOnly: mode === 'read', timeout: LOCK_WAIT, enableForeignKeyConstraints: mode === 'write' };
	const guarded = { ...options, limits: { attach: 0, length: 10_000_000 } };
	let database = new sqlite.DatabaseSync(file, guarded);
	try {
		// Opening reads nothing; this does, and fails for what is no database.
		database.prepare('select count(*) from sqlite_schema').get();
	} catch (cause) {
		const { errcode } = describe(cause);
		database.close();
		if (mode === 'write' || (errcode !== READ_ONLY_DIRECTORY && errcode !== CANNOT_OPEN)) {
			throw cause;
		}
		// A file in WAL mode, in a folder that cannot be written: readable as it is, without the log.
		const immutable = pathToFileURL(file);
		immutable.search = 'immutable=1';
		database = new sqlite.DatabaseSync(immutable, guarded);
		database.prepare('select count(*) from sqlite_schema').get();
	}
	if (mode === 'read' && typeof database.setAuthorizer === 'function') {
		database.setAuthorizer(authorize);
	}
	return database;
}

/** Old versions of Node have none, and their types are not ours. */
function builtIn(): ReturnType<typeof process.getBuiltinModule<'node:sqlite'>> | undefined {
	return process.getBuiltinModule('node:sqlite');
}

function describe(cause: unknown): SqliteFailure {
	const message = messageOf(cause);
	const errcode = typeof cause === 'object' && cause !== null && 'errcode' in cause ? Number(cause.errcode) : 0;
	return { message, errcode };
}
