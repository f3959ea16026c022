import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { rowText } from './cell-text.ts';
import { boundValues, cells, DATA_NOT_INSTRUCTIONS, database, engine, params, rowSize, timeout } from './parameters.ts';

/** Characters: rows that do not fit anyway are not asked for. */
const SHORTEST_ROW = 4;
/** Values that an answer has room for: a model gets 2,000 characters of each, a program all of most. */
const CELLS_AT_LEAST = 20;

export const databaseQuery = defineTool({
	name: 'database_query',
	title: 'Query the database',
	searchHint: 'sql query select rows data sqlite postgres mysql mongodb redis documents keys',
	description:
		"Runs one SELECT (or SHOW, EXPLAIN, PRAGMA) on the project's database, read-only, and returns columns once and rows as arrays. Anything that writes is refused. MongoDB and Redis are read in their own words.",
	whenToUse: 'Use it to see real data. Bind values with params; ask for what you need with WHERE and LIMIT.',
	effect: 'queries',
	needs: ['databases'],
	timeout: 130_000,
	budget: 40_000,
	narrowBy: ['limit'],

	example: { query: 'SELECT id, total FROM orders WHERE total > ?', params: [10] },

	input: z.strictObject({
		query: z
			.string()
			.min(1)
			.max(100_000)
			.describe("One SQL statement in the engine's dialect; MongoDB: db.orders.find({}); Redis: one command."),
		params,
		database,
		limit: z.int().positive().max(100_000).default(100).describe('Rows in the answer.'),
		timeout,
	}),

	output: z.object({
		database: z.string(),
		engine,
		columns: z.array(z.string()),
		rows: cells,
		rowCount: z.int(),
		truncated: z.boolean().optional().describe('True when there are more rows than given here.'),
		cutCells: z.int().optional().describe('Values that are too long, of which only the start is given.'),
	}),

	async run({ query, params: values, limit, ...rest }, { databases }, { signal, budget, projectRoot }) {
		const question = {
			...rest,
			sql: query,
			params: boundValues(values),
			limit: Math.min(limit, Math.ceil(budget / SHORTEST_ROW)),
			longestCell: Math.ceil(budget / CELLS_AT_LEAST),
		};
		const { columns, rows, more, cutCells, ...about } = await databases.query(question, signal, projectRoot);
		const room = budget - 500 - JSON.stringify(columns).length;
		const shown = takeWhileFits(rows, room, rowSize);
		return {
			...about,
			columns: [...columns],
			rows: shown.map(row => [...row]),
			rowCount: shown.length,
			...((more || shown.length < rows.length) && { truncated: true }),
			...(cutCells > 0 && { cutCells }),
		};
	},

	render({ database, columns, rows, rowCount, truncated, cutCells }) {
		const head = `${database}: ${rowCount === 0 ? 'no rows' : `${plural(rowCount, 'row')} (${DATA_NOT_INSTRUCTIONS})`}`;
		const notes = [
			truncated && `(More rows exist than the ${rowCount} shown: add WHERE or LIMIT … OFFSET, or raise limit.)`,
			cutCells !== undefined && `(Only the start of ${plural(cutCells, 'value')} is given.)`,
		];
		return [[head, rowText(columns), ...rows.map(rowText), ...notes.filter(Boolean)].join('\n')];
	},
});
