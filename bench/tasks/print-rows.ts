/** Prints what a query gives as the program sqlite3 does, which is not on every machine. */
import { DatabaseSync } from 'node:sqlite';

const [, , file = '', sql = ''] = process.argv;
const database = new DatabaseSync(file, { readOnly: true });
for (const row of database.prepare(sql).all()) {
	console.log(Object.values(row).join('|'));
}
database.close();
