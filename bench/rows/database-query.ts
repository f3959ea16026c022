import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { createDatabases } from '@hawser/database/databases.ts';
import { sampleData } from '../../packages/database/test/support/sample-data.ts';
import { ROOT } from '../../scripts/build/artefacts.ts';
import type { Benchmark } from '../row.ts';
import { compare } from '../statistics.ts';

const SQL = 'select id, album_id, name, ms, price, added from track order by ms desc limit 1000';

/**
 * A question as agents ask it: the database has something to do before it has rows. For rows that cost it nothing the way
 * to the other process and back is most of the time, about 1.5 ms for a thousand.
 */
export const databaseQuery: Benchmark = {
	name: 'database-query',
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
		const question = { sql: SQL, params: [], limit: 1000, timeout: 30_000 };
		const { ours, base, ratio } = await compare(
			200,
			20,
			async () => requireAll((await databases.query(question, NEVER_CANCELLED)).rows),
			async () => requireAll(await Promise.resolve(bare.prepare(SQL).all())),
		);
		await databases.dispose();
		bare.close();
		rmSync(folder, { recursive: true });
		return {
			name: 'database-query',
			title: '1,000 rows of SQLite, sorted out of 20,000, against the bare driver in the same process',
			value: ratio,
			bar: 1.3,
			unit: 'x',
			detail: `p50 ${ours.toFixed(2)} ms against ${base.toFixed(2)} ms`,
		};
	},
};

function requireAll(rows: readonly unknown[]): void {
	if (rows.length !== 1000) {
		throw new Error(`The query gave ${rows.length} rows.`);
	}
}
