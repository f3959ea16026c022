import type { FunctionUse } from '../gate/function-uses.ts';
import { type Ask, type Row, text } from './schema-reader.ts';

/** Why one of the functions makes the statement more than a read; undefined when none does. */
export async function whyMysqlRefuses(ask: Ask, functions: readonly FunctionUse[]): Promise<string | undefined> {
	if (functions.length === 0) {
		return undefined;
	}
	const names = functions.map(({ name }) => name);
	const places = names.map(() => '?').join(', ');
	const routines = await ask(
		`select routine_name as name, routine_schema = database() as own, sql_data_access as access, is_deterministic as settled
		from information_schema.routines where routine_type = 'FUNCTION' and routine_name in (${places})`,
		names,
	);
	const unsafe = routines.find(row => isMeant(row, functions) && !onlyReads(row));
	if (unsafe) {
		return `the function ${text(unsafe, 'name')} is declared neither READS SQL DATA, NO SQL nor DETERMINISTIC, so it may write`;
	}
	// Most users may not look into this table; then only the names that the gate knows are stopped.
	const [loaded] = await ask(`select name from mysql.func where name in (${places})`, names).catch(() => []);
	return loaded && `the function ${text(loaded, 'name')} is a program that was loaded into the server`;
}

function isMeant(row: Row, functions: readonly FunctionUse[]): boolean {
	const name = text(row, 'name').toLowerCase();
	const own = Number(row['own']) === 1;
	return functions.some(use => use.name.toLowerCase() === name && (own || use.qualified));
}

function onlyReads(row: Row): boolean {
	const access = text(row, 'access');
	return (
		access === 'READS SQL DATA' || access === 'NO SQL' || (access === 'CONTAINS SQL' && text(row, 'settled') === 'YES')
	);
}
