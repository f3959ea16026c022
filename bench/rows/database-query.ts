import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NEVER_CANCELLED } from '@hawser/core/contract/cancellation-source.ts';
import { createDatabases } from '@hawser/database/databases.ts';
import { sampleData } from '../../packages/database/test/support/sample-data.ts';
import { ROOT } from '../../scripts/build/artefacts.ts';
import type { Benchmark } from '../row.ts';
import { compare } from '../statistics.ts';

const SORTED = 'select id, album_id, name, ms, price, added from track order by ms desc limit 1000';
const AS_THEY_LIE = 'select id, album_id, name, ms, price, added from track limit 1000';

/** A question as agents ask it: the database has something to do before it has rows. */
export const databaseQuery = databaseRow('database-query', 'sorted out of 20,000', SORTED, 1.3);

/** Rows that cost the database nothing: what is left is the way to the other process and back. */
export const databaseRead = databaseRow('database-read', 'as they lie in the file', AS_THEY_LIE, 6);

function databaseRow(name: string, what: string, sql: string, bar: number): Benchmark {
	return {
		name,
		async run() {
			const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-bench-')));
			const bare = new DatabaseSync(join(folder, 'shop.db'));
			for (const statement of sampleData('sqlite')) {
				bare.exec(statement);
			}
			const databases = createDatabases({
				folder,
				configured: () => undefined,
				trusted: () => true,
				writingAllowed: () => false,
				confirmConnection: () => Promise.resolve(false),
				confirmWrite: () => Promise.resolve(false),
				sqliteProcessFile: join(ROOT, 'packages/extension/dist/sqlite-process.js'),
			});
			const question = { sql, params: [], limit: 1000, timeout: 30_000 };
			const requireAll = (count: number) => {
				if (count !== 1000) {
					throw new Error(`The query gave ${count} rows.`);
				}
			};
			const { ours, base, ratio } = await compare(
				200,
				20,
				async () => requireAll((await databases.query(question, NEVER_CANCELLED)).rows.length),
				() => Promise.resolve(requireAll(bare.prepare(sql).all().length)),
			);
			await databases.dispose();
			bare.close();
			rmSync(folder, { recursive: true });
			return {
				name,
				title: `1,000 rows of SQLite, ${what}, against the bare driver in the same process`,
				value: ratio,
				bar,
				unit: 'x',
				detail: `p50 ${ours.toFixed(2)} ms against ${base.toFixed(2)} ms`,
			};
		},
	};
}
