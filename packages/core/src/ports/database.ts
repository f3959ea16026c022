import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';

export type DatabaseEngine = 'sqlite' | 'postgres' | 'mysql' | 'mariadb' | 'mssql' | 'mongodb' | 'redis';

export interface DatabaseSummary {
	/** The name by which other calls refer to it. */
	name: string;
	engine: DatabaseEngine;
	/** The address without user and password: `127.0.0.1:5432/shop` or `db/dev.sqlite3`. */
	target: string;
	/** The file and key that name it: `.env: DATABASE_URL`. */
	source: string;
	/** Used when a call names none. */
	isDefault: boolean;
	/** Why it cannot be used, or what the user has to do first. */
	problem?: string;
}

export interface TableSummary {
	/** Absent where the engine has no schemas. */
	schema?: string;
	name: string;
	kind: string;
	/** The engine's own estimate; absent where it has none. */
	rows?: number;
	comment?: string;
}

export interface TableColumn {
	name: string;
	type: string;
	nullable: boolean;
	default?: string;
	/** Identity, auto-increment or the expression of a generated column. */
	generated?: string;
	/** The values of an enum. */
	values?: readonly string[];
	comment?: string;
}

export interface TableIndex {
	name: string;
	columns: string;
	unique: boolean;
}

export interface ForeignKey {
	columns: string;
	/** The table at the other end, and its columns. */
	table: string;
	references: string;
	onDelete?: string;
}

export interface TableSchema extends TableSummary {
	columns: readonly TableColumn[];
	primaryKey: readonly string[];
	indexes: readonly TableIndex[];
	foreignKeys: readonly ForeignKey[];
	/** Foreign keys of other tables that lead here. */
	referencedBy: readonly ForeignKey[];
	checks: readonly string[];
	/** The text of a view, or the statement that made the table, where the engine keeps it. */
	definition?: string;
}

/**
 * One value, in a form that loses nothing: null, booleans, numbers that a double holds exactly, and text for the rest (big
 * integers, decimals, dates with their zone, JSON, arrays, enums: as the server prints them; geometry as WKT). Binary is an object.
 */
export type Cell = null | boolean | number | string | BinaryCell;

export interface BinaryCell {
	bytes: number;
	/** The first 16 bytes. */
	hex: string;
}

export type Parameter = null | boolean | number | string;

export interface Question {
	/** Undefined for the default database. */
	database?: string | undefined;
	sql: string;
	params: readonly Parameter[];
	/** Milliseconds. */
	timeout: number;
}

export interface ReadQuestion extends Question {
	/** Rows. */
	limit: number;
	/** Characters of one value; 2,000 unless it is said. */
	longestCell?: number;
}

export interface RowsAnswer {
	database: string;
	engine: DatabaseEngine;
	columns: readonly string[];
	rows: readonly (readonly Cell[])[];
	/** True when there are more rows than were asked for. */
	more: boolean;
	/** The number of cells that were too long and are given in part. */
	cutCells: number;
}

export interface WriteAnswer extends RowsAnswer {
	changedRows: number;
}

export interface PlanAnswer {
	database: string;
	engine: DatabaseEngine;
	plan: readonly string[];
	/** Remarks on the plan, worst first. */
	findings: readonly string[];
}

/**
 * The databases of the project. Nothing connects before it is asked for. `project` is the folder that the caller named, by
 * any path in it; a window with several folders answers for all of them without it.
 */
export interface Databases {
	list(signal: Cancellation, project?: string): Promise<readonly DatabaseSummary[]>;
	tables(database: string | undefined, signal: Cancellation, project?: string): Promise<TablesAnswer>;
	schema(database: string | undefined, table: string, signal: Cancellation, project?: string): Promise<SchemaAnswer>;
	/** Reads; refuses everything else. */
	query(question: ReadQuestion, signal: Cancellation, project?: string): Promise<RowsAnswer>;
	/** Changes data, if the user's settings and the user allow it. */
	execute(question: Question, caller: Caller, project?: string): Promise<WriteAnswer>;
	explain(question: Question & { analyze: boolean }, signal: Cancellation, project?: string): Promise<PlanAnswer>;
}

export interface TablesAnswer {
	database: string;
	engine: DatabaseEngine;
	tables: readonly TableSummary[];
}

export interface SchemaAnswer {
	database: string;
	engine: DatabaseEngine;
	table: TableSchema;
}
