import { DatabaseSync } from 'node:sqlite';

/** Makes a SQLite file by these statements, or changes one. */
export function writeSqlite(file: string, ...statements: readonly string[]): void {
	const database = new DatabaseSync(file);
	for (const sql of statements) {
		database.exec(sql);
	}
	database.close();
}

/** All rows of a table, read from the file itself. */
export function rowsOf(file: string, table: string): unknown[] {
	const database = new DatabaseSync(file, { readOnly: true });
	const rows = database.prepare(`select * from ${table}`).all();
	database.close();
	return rows.map(row => ({ ...row }));
}
