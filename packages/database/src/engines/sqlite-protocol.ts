import type { Parameter } from '@hawser/core/ports/database.ts';
import type { Rows } from './engine.ts';

/** Messages to the process that holds the file, and its answers. */
export interface SqliteRequest {
	id: number;
	sql: string;
	params: readonly Parameter[];
	limit: number;
	mode: 'read' | 'write';
	longestCell?: number;
}

export interface SqliteFailure {
	message: string;
	/** SQLite's own result code; 0 when the failure is not SQLite's. */
	errcode: number;
}

export type SqliteReply = { id: number; rows: Rows } | { id: number; failure: SqliteFailure };
