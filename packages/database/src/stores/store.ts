import type { Parameter, TableSchema, TableSummary } from '@hawser/core/ports/database.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import type { Rows } from '../engines/engine.ts';
import type { Plan } from '../explain/planner.ts';

export interface ReadLimits {
	/** Rows wanted. */
	limit: number;
	/** Milliseconds, from the call to the answer. */
	timeout: number;
	/** Characters of one value; 2,000 unless given. */
	longestCell?: number | undefined;
}

export interface StoreOptions {
	/** Milliseconds after which an unused connection is closed. */
	idle: number;
	/** The address to connect to: through a tunnel, where the database is behind one. */
	reach: () => Promise<DatabaseAddress>;
}

/** A question that passed the gate. What was judged is what is sent: it is never read from text again. */
export interface PreparedRead {
	run(limits: ReadLimits, signal: Cancellation): Promise<Rows>;
	explain(options: { timeout: number; analyze: boolean }, signal: Cancellation): Promise<Plan>;
}

/**
 * A database that is not asked in SQL. It can only read: its connection sends no command that is not in its list of reads, so
 * there is no way to switch writing on.
 */
export interface Store {
	/** Judges a question before anything is opened; E_QUERY_REFUSED when it is not a read. */
	prepare(text: string, params: readonly Parameter[]): PreparedRead;
	tables(signal: Cancellation): Promise<readonly TableSummary[]>;
	schema(name: string, signal: Cancellation): Promise<TableSchema>;
	close(): Promise<void>;
}
