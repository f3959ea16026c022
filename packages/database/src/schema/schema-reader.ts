import type { Cell, Parameter, TableSchema, TableSummary } from '@hawser/core/ports/database.ts';

/** Asks the database one of our own questions; each row by its column names. */
export type Ask = (sql: string, params?: readonly Parameter[]) => Promise<readonly Row[]>;
export type Row = Readonly<Record<string, Cell | undefined>>;

/** The queries by which the schema of one engine is read. */
export interface SchemaReader {
	tables(ask: Ask): Promise<readonly TableSummary[]>;
	schema(ask: Ask, table: TableSummary): Promise<TableSchema>;
}

export function text(row: Row, key: string): string {
	return optionalText(row, key) ?? '';
}

export function optionalText(row: Row, key: string): string | undefined {
	const value = row[key];
	return value === null || value === undefined || typeof value === 'object' ? undefined : String(value);
}

export function count(row: Row, key: string): number | undefined {
	const value = row[key];
	return value === null || value === undefined ? undefined : Number(value);
}

export function truth(row: Row, key: string): boolean {
	const value = row[key];
	return value === true || value === 1 || value === 'YES';
}
