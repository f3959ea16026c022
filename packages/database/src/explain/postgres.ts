import { isRecord, listOf, recordOf } from '@hawser/core/data/plain-data.ts';
import { scalarText } from '../values/parsed-values.ts';
import { LARGE_TABLE, type Planner } from './planner.ts';

interface Node {
	depth: number;
	facts: Record<string, unknown>;
}

const CONDITIONS = [
	'Index Cond',
	'Recheck Cond',
	'Hash Cond',
	'Merge Cond',
	'Join Filter',
	'Filter',
	'Sort Key',
	'Group Key',
];

export const postgresPlanner: Planner = {
	wrap: (sql, analyze) => `explain (format json${analyze ? ', analyze, buffers' : ''}) ${sql}`,

	async read({ rows }, ask) {
		const root = recordOf(listOf(JSON.parse(scalarText(rows[0]?.[0]) ?? '[]'))[0]);
		const nodes = flatten(root['Plan'], 0);
		const time = scalarText(root['Execution Time']);
		const findings = await Promise.all(nodes.map(node => findingsOf(node.facts, ask)));
		return {
			plan: [...nodes.map(toLine), ...(time === undefined ? [] : [`Execution time: ${time} ms`])],
			findings: findings.flat(),
		};
	},
};

function flatten(plan: unknown, depth: number): readonly Node[] {
	if (!isRecord(plan)) {
		return [];
	}
	return [{ depth, facts: plan }, ...listOf(plan['Plans']).flatMap(child => flatten(child, depth + 1))];
}

function toLine({ depth, facts }: Node): string {
	const text = (key: string) => scalarText(facts[key]);
	const relation = text('Relation Name') ?? text('CTE Name') ?? text('Function Name');
	const on = relation === undefined ? '' : ` on ${relation}`;
	const index = text('Index Name') === undefined ? '' : ` using ${text('Index Name') ?? ''}`;
	const actual =
		facts['Actual Rows'] === undefined
			? ''
			: ` (actual: ${text('Actual Rows') ?? '0'} rows × ${text('Actual Loops') ?? '1'}, ${text('Actual Total Time') ?? '?'} ms)`;
	const conditions = CONDITIONS.flatMap(key => {
		const value = Array.isArray(facts[key]) ? facts[key].map(String).join(', ') : text(key);
		return value === undefined ? [] : [`${key}: ${value}`];
	});
	const cost = `(cost ${text('Total Cost') ?? '?'}, ${text('Plan Rows') ?? '?'} rows)${actual}`;
	return ['  '.repeat(depth) + (text('Node Type') ?? '') + index + on, cost, ...conditions].join('  ');
}

async function findingsOf(
	facts: Record<string, unknown>,
	ask: Parameters<Planner['read']>[1],
): Promise<readonly string[]> {
	const findings: string[] = [];
	const relation = scalarText(facts['Relation Name']);
	if (facts['Node Type'] === 'Seq Scan' && relation !== undefined && facts['Filter'] !== undefined) {
		const rows = await rowsOf(relation, scalarText(facts['Schema']), ask);
		if (rows >= LARGE_TABLE) {
			const indexes = await indexesOf(relation, ask);
			findings.push(
				`Sequential scan of ${relation} (about ${rows} rows) for ${scalarText(facts['Filter']) ?? ''}. Indexes there: ${indexes || 'none'}.`,
			);
		}
	}
	const [planned, actual] = [Number(facts['Plan Rows']), Number(facts['Actual Rows'])];
	if (facts['Actual Rows'] !== undefined && Math.max(planned, actual) >= 1_000 && !within10(planned, actual)) {
		findings.push(
			`${String(facts['Node Type'])}${relation ? ` on ${relation}` : ''}: ${planned} rows expected, ${actual} found; ANALYZE may help.`,
		);
	}
	if (facts['Sort Space Type'] === 'Disk') {
		findings.push(`A sort did not fit into work_mem and used ${String(facts['Sort Space Used'])} kB of disk.`);
	}
	return findings;
}

function within10(planned: number, actual: number): boolean {
	return Math.max(planned, 1) / Math.max(actual, 1) < 10 && Math.max(actual, 1) / Math.max(planned, 1) < 10;
}

async function rowsOf(
	relation: string,
	schema: string | undefined,
	ask: Parameters<Planner['read']>[1],
): Promise<number> {
	const [row] = await ask(
		`select max(c.reltuples)::bigint as n from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where c.relname = $1 and ($2::text is null or n.nspname = $2)`,
		[relation, schema ?? null],
	);
	return Number(row?.['n'] ?? 0);
}

async function indexesOf(relation: string, ask: Parameters<Planner['read']>[1]): Promise<string> {
	const rows = await ask(
		`select indexname || ' ' || coalesce(substring(indexdef from '\\(.*$'), '') as line from pg_catalog.pg_indexes where tablename = $1 order by 1 limit 10`,
		[relation],
	);
	return rows.map(row => scalarText(row['line'])).join('; ');
}
