import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { rowText } from './cell-text.ts';
import { boundValues, cells, database, engine, params, rowSize, timeout } from './parameters.ts';

export const databaseExecute = defineTool({
	name: 'database_execute',
	title: 'Change the database',
	searchHint: 'insert update delete sql write migrate',
	description:
		'Runs one statement that writes (INSERT, UPDATE, DELETE, DDL) in a transaction. Only if the user has allowed writing in their settings, and only after they agreed to this statement.',
	whenToUse: 'Use it only when the user asked for a change of data; for reading use database_query.',
	effect: 'lasts',
	needs: ['databases'],
	asksUser: 'always',
	listed: false,
	timeout: 300_000,

	example: { query: 'UPDATE orders SET total = 0 WHERE id = 1' },

	input: z.strictObject({
		query: z.string().min(1).max(100_000).describe("One SQL statement in the engine's own dialect."),
		params,
		database,
		timeout,
	}),

	output: z.object({
		database: z.string(),
		engine,
		changedRows: z.int(),
		columns: z.array(z.string()),
		rows: cells,
		truncated: z.boolean().optional(),
	}),

	async run({ query, params: values, ...rest }, { databases }, call) {
		const { budget, projectRoot } = call;
		const question = { ...rest, sql: query, params: boundValues(values) };
		const answer = await databases.execute(question, call, projectRoot);
		const { database, engine, changedRows, columns, rows, more } = answer;
		const shown = takeWhileFits(rows, budget - 1_000, rowSize);
		return {
			database,
			engine,
			changedRows,
			columns: [...columns],
			rows: shown.map(row => [...row]),
			...((more || shown.length < rows.length) && { truncated: true }),
		};
	},

	render({ database, changedRows, columns, rows, truncated }) {
		const returned = columns.length > 0 ? [rowText(columns), ...rows.map(rowText)] : [];
		const more = truncated ? ['(More rows were returned than are shown.)'] : [];
		return [
			[
				`${database}: ${changedRows === 0 ? 'no rows' : plural(changedRows, 'row')} changed.`,
				...returned,
				...more,
			].join('\n'),
		];
	},
});
