import { quoteName } from '../schema/postgres.ts';
import type { Ask } from '../schema/schema-reader.ts';
import { scalarText } from '../values/parsed-values.ts';
import { LARGE_TABLE, type Planner } from './planner.ts';

export const sqlitePlanner: Planner = {
	// SQLite measures nothing, so analyze changes nothing.
	wrap: sql => `explain query plan ${sql}`,

	async read({ rows }, ask) {
		const depths = new Map<number, number>();
		const plan = rows.map(([id, parent, , detail]) => {
			const depth = (depths.get(Number(parent)) ?? -1) + 1;
			depths.set(Number(id), depth);
			return '  '.repeat(depth) + (scalarText(detail) ?? '');
		});
		const findings = await Promise.all(rows.map(row => findingOf(scalarText(row[3]) ?? '', ask)));
		return { plan, findings: findings.flat() };
	},
};

async function findingOf(detail: string, ask: Ask): Promise<readonly string[]> {
	const scanned = /^SCAN (\S+)$/.exec(detail)?.[1];
	if (scanned !== undefined) {
		const rows = await highestRow(scanned, ask);
		return rows >= LARGE_TABLE ? [`Full scan of ${scanned} (about ${rows} rows): no index is used.`] : [];
	}
	const automatic = /^SEARCH (\S+) USING AUTOMATIC.*?INDEX (.*)$/s.exec(detail);
	if (automatic) {
		return [
			`SQLite builds an index on ${automatic[1] ?? ''} ${automatic[2] ?? ''} for this query alone: a permanent one is missing.`,
		];
	}
	return /^USE TEMP B-TREE FOR (.*)$/.test(detail) ? [`A temporary B-tree is built for ${detail.slice(23)}.`] : [];
}

/** The highest rowid is found at once, unlike a count; aliases and tables without rowid give none. */
async function highestRow(table: string, ask: Ask): Promise<number> {
	const [row] = await ask(`select max(rowid) as n from ${quoteName(table)}`).catch(() => []);
	return Number(row?.['n'] ?? 0);
}
