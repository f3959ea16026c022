import type { Cell, DatabaseEngine, Parameter } from '@hawser/core/ports/database.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';

export interface Statement {
	sql: string;
	params: readonly Parameter[];
	/** Rows wanted; one more is read, to know whether there are more. */
	limit: number;
	/** Milliseconds, from the call to the answer. */
	timeout: number;
	/** A read runs where the engine itself forbids writing. */
	mode: 'read' | 'write';
	/** Characters of one value; 2,000 unless given. */
	longestCell?: number;
	/** SQLite: the file that the user agreed to, which another may have replaced since. */
	inode?: number;
}

export interface Rows {
	columns: readonly string[];
	rows: readonly (readonly Cell[])[];
	more: boolean;
	cutCells: number;
	changedRows: number;
}

/**
 * One database behind its driver. It keeps the second and the third wall: one statement per message, and the engine's own
 * read-only mode. It does not judge statements; that is the gate's work, done before.
 */
export interface Engine {
	/** The engine that really answers: MariaDB often runs behind an address that says MySQL. */
	kind(signal: Cancellation): Promise<DatabaseEngine>;
	run(statement: Statement, signal: Cancellation): Promise<Rows>;
	close(): Promise<void>;
}
