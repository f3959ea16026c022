import { scalarText } from '../values/parsed-values.ts';
import { LARGE_TABLE, type Plan, type Planner } from './planner.ts';

/** MySQL prints an analysed plan as a tree; MariaDB as the usual table with measured columns. */
export function mysqlPlanner(engine: 'mysql' | 'mariadb'): Planner {
	return {
		wrap: (sql, analyze) => `${analyze ? (engine === 'mariadb' ? 'analyze' : 'explain analyze') : 'explain'} ${sql}`,
		read: rows => Promise.resolve(rows.columns.length === 1 ? fromTree(rows.rows) : fromTable(rows)),
	};
}

function fromTree(rows: readonly (readonly unknown[])[]): Plan {
	const plan = rows.flatMap(row => String(row[0]).trimEnd().split('\n'));
	const findings = plan
		.filter(line => line.includes('Table scan on') && Number(/rows=([\d.e+]+)/.exec(line)?.[1] ?? 0) >= LARGE_TABLE)
		.map(line => `Full table scan: ${line.trim()}`);
	return { plan, findings };
}

function fromTable({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly unknown[])[] }): Plan {
	const records = rows.map(row => Object.fromEntries(columns.map((name, index) => [name.toLowerCase(), row[index]])));
	const plan = records.map(record =>
		Object.entries(record)
			.filter(([, value]) => value !== null && value !== '')
			.map(([name, value]) => `${name}=${String(value)}`)
			.join('  '),
	);
	const findings = records.flatMap(record => {
		const table = String(record['table']);
		const count = Number(record['rows'] ?? 0);
		const extra = scalarText(record['extra']) ?? '';
		const found: string[] = [];
		if (record['type'] === 'ALL' && count >= LARGE_TABLE && /Using where|join buffer/i.test(extra)) {
			const possible = record['possible_keys'];
			const keys = typeof possible === 'string' ? `${possible} were not chosen` : 'no index fits the condition';
			found.push(`Full scan of ${table} (about ${count} rows): ${keys}.`);
		}
		if (/Using filesort/i.test(extra) && count >= LARGE_TABLE) {
			found.push(`${table}: about ${count} rows are sorted without an index.`);
		}
		if (/Using temporary/i.test(extra) && count >= LARGE_TABLE) {
			found.push(`${table}: a temporary table is built.`);
		}
		return found;
	});
	return { plan, findings };
}
