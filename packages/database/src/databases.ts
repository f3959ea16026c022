import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DatabaseEngine, Databases, Parameter } from '@hawser/core/ports/database.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import {
	type BoundDatabase,
	bind,
	type ConnectionQuestion,
	choose,
	identityOf,
	questionTarget,
	summary,
	whyConfirm,
} from './choose-database.ts';
import { type Discovery, discover } from './discovery/discover.ts';
import { createFolderFiles, type FolderFiles } from './discovery/folder-files.ts';
import { type FoundDatabase, isStore } from './discovery/found-database.ts';
import type { Engine, Rows, Statement } from './engines/engine.ts';
import { mysqlPlanner } from './explain/mysql.ts';
import type { Planner } from './explain/planner.ts';
import { postgresPlanner } from './explain/postgres.ts';
import { sqlitePlanner } from './explain/sqlite.ts';
import { findTable } from './find-table.ts';
import { type Dialect, dialectOf, notAskedInSql } from './gate/dialect.ts';
import type { FunctionUse } from './gate/function-uses.ts';
import { gate, questionMarks, singleStatement } from './gate/gate.ts';
import { createOpenStores } from './open-stores.ts';
import { mssqlSchema } from './schema/mssql.ts';
import { mysqlSchema } from './schema/mysql.ts';
import { whyMysqlRefuses } from './schema/mysql-functions.ts';
import { postgresSchema } from './schema/postgres.ts';
import { whyPostgresRefuses } from './schema/postgres-functions.ts';
import type { Ask, Row, SchemaReader } from './schema/schema-reader.ts';
import { sqliteSchema } from './schema/sqlite.ts';
import { createOpenTunnels } from './tunnel/open-tunnels.ts';

export interface WriteQuestion {
	name: string;
	target: string;
	sql: string;
	/** The values that go with the statement; they decide what is changed as much as its text. */
	params: readonly Parameter[];
	agent: string;
}

export interface DatabasesOptions {
	/** The project's folder. */
	folder: string;
	/** The setting hawser.databases, asked for on every call. */
	configured: () => unknown;
	/** True when the user trusts the folder; without that its files are read, but nothing they name is connected to. */
	trusted: () => boolean;
	/** True when the user's own settings allow writing at all. */
	writingAllowed: () => boolean;
	/** Connections that the user allowed on an earlier day. */
	confirmedBefore?: (question: ConnectionQuestion) => boolean;
	confirmConnection: (question: ConnectionQuestion, signal: Cancellation) => Promise<boolean>;
	/** E_DENIED, or false, when the statement may not run. */
	confirmWrite: (question: WriteQuestion, caller: Caller) => Promise<boolean>;
	/** Built or source file of engines/sqlite-process.ts. */
	sqliteProcessFile: string;
	/** Milliseconds after which an unused connection is closed. */
	idle?: number;
}

const SCHEMA_READERS: Record<Dialect, SchemaReader> = {
	sqlite: sqliteSchema,
	postgres: postgresSchema,
	mysql: mysqlSchema,
	mssql: mssqlSchema,
};
const OWN_QUESTIONS = { limit: 10_000, timeout: 20_000, mode: 'read', longestCell: 200_000 } as const;

export function createDatabases(options: DatabasesOptions): Databases & { dispose(): Promise<void> } {
	const { folder, idle = 10_000 } = options;
	const engines = new Map<string, Engine>();
	const tunnels = createOpenTunnels();
	const stores = createOpenStores(idle, tunnels);
	const confirmed = new Set<string>();
	let known: { files: FolderFiles; configured: string; discovery: Discovery } | undefined;

	const discovery = (): Discovery => {
		const setting = options.configured();
		const configured = JSON.stringify(setting ?? null);
		if (!known?.files.unchanged() || known.configured !== configured) {
			const files = createFolderFiles(folder);
			known = { files, configured, discovery: discover(files, setting) };
		}
		return known.discovery;
	};

	/** Resolves a call once, so that what is asked about and judged is what is opened. */
	const resolve = (name: string | undefined): BoundDatabase => bind(choose(discovery(), name), folder);

	const confirm = async (found: BoundDatabase, signal: Cancellation): Promise<void> => {
		requireTrust(found);
		const question = openQuestion(found);
		if (!question) {
			return;
		}
		if (!(await options.confirmConnection(question, signal))) {
			const { name, target, reason } = question;
			throw new ToolError('E_DENIED', `${name} (${target}) is ${reason}, and the user did not allow connecting to it.`);
		}
		confirmed.add(confirmationKey(question));
		requireTrust(found);
	};

	const requireTrust = ({ name }: FoundDatabase): void => {
		if (!options.trusted()) {
			throw new ToolError('E_UNTRUSTED_WORKSPACE', `${name} is named by a workspace that is not trusted.`);
		}
	};

	const requireWritingAllowed = (): void => {
		if (!options.writingAllowed()) {
			const hint =
				'Show the user the statement; they can run it, or allow writing in their own settings (hawser.database.allowWrites).';
			throw new ToolError('E_QUERY_REFUSED', 'Writing to databases is switched off.', { hint });
		}
	};

	/** At the moment of execution: the name still leads to what the user was shown, and they still allow it. */
	const requireUnchanged = (approved: BoundDatabase): void => {
		requireTrust(approved);
		requireWritingAllowed();
		const now = discovery().databases.find(({ name }) => name === approved.name);
		if (!now || identityOf(bind(now, folder)) !== identityOf(approved)) {
			throw new ToolError(
				'E_DENIED',
				`${approved.name} no longer leads to ${questionTarget(approved)}, which the user was asked about. Nothing was run.`,
				{ hint: 'Look at database_list, and call again: the user is then asked about the database as it is now.' },
			);
		}
	};

	/** The question that the user still has to be asked before the first connection. */
	const openQuestion = (found: BoundDatabase): ConnectionQuestion | undefined => {
		const reason = whyConfirm(found, folder);
		const { name, engine, source } = found;
		const question = reason && { name, engine, target: questionTarget(found), source, reason };
		const settled = question && (confirmed.has(confirmationKey(question)) || options.confirmedBefore?.(question));
		return settled === true ? undefined : question;
	};

	const engineFor = async (found: BoundDatabase): Promise<Engine> => {
		const key = `${identityOf({ ...found, inode: undefined })} ${found.tunnelPort ?? ''}`;
		const existing = engines.get(key);
		if (existing) {
			return existing;
		}
		const engine = await createEngine(found);
		const raced = engines.get(key);
		if (raced) {
			return raced;
		}
		engines.set(key, engine);
		return engine;
	};

	/** Drivers are loaded when the first database of their kind is used. */
	const createEngine = async (found: BoundDatabase): Promise<Engine> => {
		switch (found.engine) {
			case 'sqlite': {
				const { createSqliteEngine } = await import('./engines/sqlite.ts');
				return createSqliteEngine(found, {
					file: found.realFile ?? '',
					processFile: options.sqliteProcessFile,
					idle,
				});
			}
			case 'postgres':
				return (await import('./engines/postgres.ts')).createPostgresEngine(found, idle);
			case 'mysql':
			case 'mariadb':
				return (await import('./engines/mysql.ts')).createMysqlEngine(found, idle);
			case 'mssql':
				return (await import('./engines/mssql.ts')).createMssqlEngine(found, idle);
			case 'mongodb':
			case 'redis':
				throw notAskedInSql(found.engine);
		}
	};

	/** The store behind a database that is not asked in SQL; undefined for one that is. Nothing is connected to yet. */
	const storeOf = async (found: BoundDatabase) => {
		const { engine } = found;
		return isStore(engine) ? { engine, store: await stores.get(found, engine) } : undefined;
	};

	const openStore = async <Answer extends object>(
		found: BoundDatabase,
		signal: Cancellation,
		ask: () => Promise<Answer>,
	): Promise<Answer & { database: string; engine: DatabaseEngine }> => {
		await confirm(found, signal);
		await tunnels.reach(found, signal);
		return { database: found.name, engine: found.engine, ...(await ask()) };
	};

	const open = async (found: BoundDatabase, signal: Cancellation) => {
		await confirm(found, signal);
		const engine = await engineFor(await tunnels.reach(found, signal));
		const kind = await engine.kind(signal);
		const run = (statement: Statement): Promise<Rows> => engine.run(statement, signal);
		const ask: Ask = async (sql, params = []) => toRecords(await run({ ...OWN_QUESTIONS, sql, params }));
		return { run, ask, about: { database: found.name, engine: kind } };
	};

	/** A statement that is a read by its text and by what its database says of the functions in it. */
	const openForRead = async (
		found: BoundDatabase,
		{ sql, params, timeout }: { sql: string; params: readonly Parameter[]; timeout: number },
		signal: Cancellation,
	) => {
		const { beginning, functions } = requireRead(sql, params, found);
		const opened = await open(found, signal);
		const ask: Ask = async (question, values = []) =>
			toRecords(await opened.run({ ...OWN_QUESTIONS, timeout, sql: question, params: values }));
		const why = await whyDatabaseRefuses(found.engine, ask, sql, functions);
		if (why !== undefined) {
			throw new ToolError('E_QUERY_REFUSED', `Not run: ${why}.`);
		}
		return { ...opened, beginning };
	};

	const requireRead = (sql: string, params: readonly unknown[], found: FoundDatabase) => {
		const verdict = gate(sql, dialectOf(found.engine), { database: found.database });
		if (!verdict.ok) {
			throw new ToolError('E_QUERY_REFUSED', `Not run: ${verdict.why}.`);
		}
		requireParameters(sql, params, found);
		return verdict;
	};

	return {
		list: () => {
			const { databases, defaultName } = discovery();
			return Promise.resolve(
				databases.map(found => summary(found, found.name === defaultName, openQuestion(bind(found, folder))?.reason)),
			);
		},

		async tables(name, signal) {
			const found = resolve(name);
			const other = await storeOf(found);
			if (other) {
				return openStore(found, signal, async () => ({ tables: await other.store.tables(signal) }));
			}
			const { ask, about } = await open(found, signal);
			return { ...about, tables: await SCHEMA_READERS[dialectOf(about.engine)].tables(ask) };
		},

		async schema(name, table, signal) {
			const found = resolve(name);
			const other = await storeOf(found);
			if (other) {
				return openStore(found, signal, async () => ({ table: await other.store.schema(table, signal) }));
			}
			const { ask, about } = await open(found, signal);
			const reader = SCHEMA_READERS[dialectOf(about.engine)];
			const wanted = findTable(await reader.tables(ask), table, found.schema);
			return { ...about, table: await reader.schema(ask, wanted) };
		},

		async query({ database, sql, params, limit, longestCell, timeout }, signal) {
			const found = resolve(database);
			const other = await storeOf(found);
			if (other) {
				const read = other.store.prepare(sql, params);
				return openStore(found, signal, async () => {
					const { columns, rows, more, cutCells } = await read.run({ limit, timeout, longestCell }, signal);
					return { columns, rows, more, cutCells };
				});
			}
			const { run, about } = await openForRead(found, { sql, params, timeout }, signal);
			const statement = { sql: bare(sql), params, limit, timeout, mode: 'read' } as const;
			const { columns, rows, more, cutCells } = await run(
				longestCell === undefined ? statement : { ...statement, longestCell },
			);
			return { ...about, columns, rows, more, cutCells };
		},

		async execute({ database, sql, params, timeout }, caller) {
			const { agent, signal } = caller;
			const found = resolve(database);
			if (isStore(found.engine)) {
				throw new ToolError('E_QUERY_REFUSED', `Hawser only reads ${found.engine}.`, {
					hint: 'Show the user the command; they can run it themselves.',
				});
			}
			requireWritingAllowed();
			const verdict = singleStatement(sql, dialectOf(found.engine));
			if (!verdict.ok) {
				throw new ToolError('E_QUERY_REFUSED', `Not run: ${verdict.why}.`);
			}
			requireParameters(sql, params, found);
			await confirm(found, signal);
			// A copy, so that what is run is what was shown.
			const values = [...params];
			const question = { name: found.name, target: questionTarget(found), sql, params: values, agent };
			if (!(await options.confirmWrite({ ...question, params: [...values] }, caller))) {
				throw new ToolError('E_DENIED', 'The user did not allow this statement.');
			}
			requireUnchanged(found);
			const { run, about } = await open(found, signal);
			// Connecting takes time too.
			requireUnchanged(found);
			const { columns, rows, more, cutCells, changedRows } = await run({
				sql: bare(sql),
				params: values,
				limit: 100,
				timeout,
				mode: 'write',
				...(found.inode !== undefined && { inode: found.inode }),
			});
			return { ...about, columns, rows, more, cutCells, changedRows };
		},

		async explain({ database, sql, params, timeout, analyze }, signal) {
			const found = resolve(database);
			const other = await storeOf(found);
			if (other) {
				const read = other.store.prepare(sql, params);
				return openStore(found, signal, () => read.explain({ timeout, analyze }, signal));
			}
			const { run, ask, about, beginning } = await openForRead(found, { sql, params, timeout }, signal);
			if (!/^(?:select|with|values|table)$/.test(beginning)) {
				throw new ToolError('E_QUERY_REFUSED', `Give the query itself: ${beginning.toUpperCase()} has no plan.`);
			}
			const planner = plannerFor(about.engine);
			const rows = await run({
				sql: planner.wrap(bare(sql), analyze),
				params,
				limit: 1_000,
				timeout,
				mode: 'read',
				longestCell: 200_000,
			});
			return { ...about, ...(await planner.read(rows, ask)) };
		},

		async dispose() {
			await Promise.all([...engines.values()].map(engine => engine.close()));
			engines.clear();
			await stores.dispose();
			tunnels.dispose();
		},
	};
}

function confirmationKey({ engine, target }: ConnectionQuestion): string {
	return `${engine} ${target}`;
}

function requireParameters(sql: string, params: readonly unknown[], { engine }: FoundDatabase): void {
	const wanted = questionMarks(sql, dialectOf(engine));
	const isMysql = dialectOf(engine) === 'mysql';
	if (params.length < wanted || (isMysql && params.length > wanted)) {
		throw new ToolError(
			'E_QUERY_FAILED',
			`The statement has ${wanted} placeholders, and params has ${params.length} values.`,
		);
	}
}

function plannerFor(engine: DatabaseEngine): Planner {
	switch (engine) {
		case 'sqlite':
			return sqlitePlanner;
		case 'postgres':
			return postgresPlanner;
		case 'mysql':
		case 'mariadb':
			return mysqlPlanner(engine);
		case 'mssql':
			throw new ToolError('E_QUERY_REFUSED', 'Plans of SQL Server are not supported yet.');
		case 'mongodb':
		case 'redis':
			throw notAskedInSql(engine);
	}
}

function whyDatabaseRefuses(
	engine: DatabaseEngine,
	ask: Ask,
	sql: string,
	functions: readonly FunctionUse[],
): Promise<string | undefined> {
	switch (dialectOf(engine)) {
		case 'postgres':
			return whyPostgresRefuses(ask, sql, functions);
		case 'mysql':
			return whyMysqlRefuses(ask, functions);
		case 'sqlite':
		case 'mssql':
			return Promise.resolve(undefined);
	}
}

/** Without the semicolon at its end, which EXPLAIN and some drivers do not want. */
function bare(sql: string): string {
	let end = sql.length;
	while (end > 0 && /[\s;]/.test(sql.charAt(end - 1))) {
		end--;
	}
	return sql.slice(0, end);
}

function toRecords({ columns, rows }: Rows): readonly Row[] {
	return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}
