import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type { DatabaseEngine, Databases } from '@hawser/core/ports/database.ts';
import type { Ask, Catalogue, Row } from './catalogue/catalogue.ts';
import { mssqlCatalogue } from './catalogue/mssql.ts';
import { mysqlCatalogue } from './catalogue/mysql.ts';
import { postgresCatalogue } from './catalogue/postgres.ts';
import { sqliteCatalogue } from './catalogue/sqlite.ts';
import { absolute, type ConnectionQuestion, choose, summary, whyConfirm } from './choose-database.ts';
import { type Discovery, discover } from './discovery/discover.ts';
import { createFolderFiles, type FolderFiles } from './discovery/folder-files.ts';
import type { FoundDatabase } from './discovery/found-database.ts';
import type { Engine, Rows, Statement } from './engines/engine.ts';
import { targetOf } from './engines/failure.ts';
import { mysqlPlanner } from './explain/mysql.ts';
import type { Planner } from './explain/planner.ts';
import { postgresPlanner } from './explain/postgres.ts';
import { sqlitePlanner } from './explain/sqlite.ts';
import { findTable } from './find-table.ts';
import { dialectOf } from './gate/dialect.ts';
import { gate, questionMarks, singleStatement } from './gate/gate.ts';

export interface WriteQuestion {
	name: string;
	target: string;
	sql: string;
	agent: string;
}

export interface DatabasesOptions {
	/** The project's folder. */
	folder: string;
	/** The setting hawser.databases, asked for on every call. */
	configured: () => unknown;
	/** Whether the person trusts the folder; without that its files are read, but nothing they name is connected to. */
	trusted: () => boolean;
	/** Whether the person's own settings allow writing at all. */
	writingAllowed: () => boolean;
	/** What the person has agreed to on an earlier day. */
	confirmedBefore?: (question: ConnectionQuestion) => boolean;
	confirmConnection: (question: ConnectionQuestion, signal: Cancellation) => Promise<boolean>;
	confirmWrite: (question: WriteQuestion, signal: Cancellation) => Promise<boolean>;
	/** Built or source file of engines/sqlite-process.ts. */
	sqliteProcessFile: string;
	/** Milliseconds after which an unused connection is closed. */
	idle?: number;
}

const CATALOGUES: Record<DatabaseEngine, Catalogue> = {
	sqlite: sqliteCatalogue,
	postgres: postgresCatalogue,
	mysql: mysqlCatalogue,
	mariadb: mysqlCatalogue,
	mssql: mssqlCatalogue,
};
const OWN_QUESTIONS = { limit: 10_000, timeout: 20_000, mode: 'read', longestCell: 200_000 } as const;

export function createDatabases(options: DatabasesOptions): Databases & { dispose(): Promise<void> } {
	const { folder, idle = 10_000 } = options;
	const engines = new Map<string, Engine>();
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

	const confirm = async (found: FoundDatabase, signal: Cancellation): Promise<void> => {
		if (!options.trusted()) {
			throw new ToolError('E_UNTRUSTED_WORKSPACE', `${found.name} is named by a workspace that is not trusted.`);
		}
		const question = openQuestion(found);
		if (!question) {
			return;
		}
		if (!(await options.confirmConnection(question, signal))) {
			const { name, target, reason } = question;
			throw new ToolError(
				'E_DENIED',
				`${name} (${target}) is ${reason}, and the person did not allow connecting to it.`,
			);
		}
		confirmed.add(confirmationKey(question));
	};

	/** What the person still has to be asked before the first connection. */
	const openQuestion = (found: FoundDatabase): ConnectionQuestion | undefined => {
		const reason = whyConfirm(found, folder);
		const { name, engine, source } = found;
		const question = reason && { name, engine, target: targetOf(found), source, reason };
		const settled = question && (confirmed.has(confirmationKey(question)) || options.confirmedBefore?.(question));
		return settled === true ? undefined : question;
	};

	const engineFor = async (found: FoundDatabase): Promise<Engine> => {
		const key = JSON.stringify([
			found.engine,
			found.file,
			found.host,
			found.port,
			found.socket,
			found.user,
			found.password,
			found.database,
			found.tls,
			found.schema,
		]);
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
	const createEngine = async (found: FoundDatabase): Promise<Engine> => {
		switch (found.engine) {
			case 'sqlite': {
				const { createSqliteEngine } = await import('./engines/sqlite.ts');
				return createSqliteEngine(found, {
					file: absolute(found, folder),
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
		}
	};

	const open = async (name: string | undefined, signal: Cancellation) => {
		const found = choose(discovery(), name);
		await confirm(found, signal);
		const engine = await engineFor(found);
		const kind = await engine.kind(signal);
		const run = (statement: Statement): Promise<Rows> => engine.run(statement, signal);
		const ask: Ask = async (sql, params = []) => toRecords(await run({ ...OWN_QUESTIONS, sql, params }));
		return { found, run, ask, about: { database: found.name, engine: kind } };
	};

	const requireRead = (sql: string, params: readonly unknown[], found: FoundDatabase): string => {
		const verdict = gate(sql, dialectOf(found.engine));
		if (!verdict.ok) {
			throw new ToolError('E_QUERY_REFUSED', `Not run: ${verdict.why}.`);
		}
		requireParameters(sql, params, found);
		return verdict.beginning;
	};

	return {
		list: () => {
			const { databases, defaultName } = discovery();
			return Promise.resolve(
				databases.map(found => summary(found, found.name === defaultName, openQuestion(found)?.reason)),
			);
		},

		async tables(name, signal) {
			const { ask, about } = await open(name, signal);
			return { ...about, tables: await CATALOGUES[about.engine].tables(ask) };
		},

		async schema(name, table, signal) {
			const { ask, about, found } = await open(name, signal);
			const catalogue = CATALOGUES[about.engine];
			const wanted = findTable(await catalogue.tables(ask), table, found.schema);
			return { ...about, table: await catalogue.schema(ask, wanted) };
		},

		async query({ database, sql, params, limit, timeout }, signal) {
			requireRead(sql, params, choose(discovery(), database));
			const { run, about } = await open(database, signal);
			const { columns, rows, more, cutCells } = await run({ sql: bare(sql), params, limit, timeout, mode: 'read' });
			return { ...about, columns, rows, more, cutCells };
		},

		async execute({ database, sql, params, timeout }, { agent, signal }) {
			const found = choose(discovery(), database);
			if (!options.writingAllowed()) {
				const hint =
					'Show the person the statement; they can run it, or allow writing in their own settings (hawser.database.allowWrites).';
				throw new ToolError('E_QUERY_REFUSED', 'Writing to databases is switched off.', { hint });
			}
			const verdict = singleStatement(sql, dialectOf(found.engine));
			if (!verdict.ok) {
				throw new ToolError('E_QUERY_REFUSED', `Not run: ${verdict.why}.`);
			}
			requireParameters(sql, params, found);
			await confirm(found, signal);
			if (!(await options.confirmWrite({ name: found.name, target: targetOf(found), sql, agent }, signal))) {
				throw new ToolError('E_DENIED', 'The person did not allow this statement.');
			}
			const { run, about } = await open(found.name, signal);
			const { columns, rows, more, cutCells, changedRows } = await run({
				sql: bare(sql),
				params,
				limit: 100,
				timeout,
				mode: 'write',
			});
			return { ...about, columns, rows, more, cutCells, changedRows };
		},

		async explain({ database, sql, params, timeout, analyze }, signal) {
			const found = choose(discovery(), database);
			const beginning = requireRead(sql, params, found);
			if (!/^(?:select|with|values|table)$/.test(beginning)) {
				throw new ToolError('E_QUERY_REFUSED', `Give the query itself: ${beginning.toUpperCase()} has no plan.`);
			}
			const { run, ask, about } = await open(database, signal);
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
	}
}

/** Without the semicolon at its end, which EXPLAIN and some drivers do not want. */
function bare(sql: string): string {
	return sql.replace(/[\s;]+$/, '');
}

function toRecords({ columns, rows }: Rows): readonly Row[] {
	return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}
