import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { database, engine } from './parameters.ts';

export const databaseTables = defineTool({
	name: 'database_tables',
	title: 'List tables',
	searchHint: 'tables views collections keys of a database',
	description:
		'Lists tables, views and sequences (MongoDB: collections, Redis: patterns of keys) with their kind, the estimated number of rows and their comment.',
	whenToUse: 'Use it to find the table for a question; database_schema then gives its columns.',
	effect: 'queries',
	needs: ['databases'],
	narrowBy: ['query', 'offset'],

	example: {},

	input: z.strictObject({
		database,
		query: z.string().min(1).optional().describe('Only names or comments that contain this; case does not matter.'),
		offset: z.int().nonnegative().default(0).describe('Tables to skip, to page.'),
	}),

	output: z.object({
		database: z.string(),
		engine,
		total: z.int(),
		tables: z.array(
			z.object({
				schema: z.string().optional(),
				name: z.string(),
				kind: z.string(),
				rows: z.number().optional().describe("The engine's estimate."),
				comment: z.string().optional(),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ database, query, offset }, { databases }, { signal, budget, projectRoot }) {
		const { tables, ...about } = await databases.tables(database, signal, projectRoot);
		const wanted = query?.toLowerCase() ?? '';
		const matching = tables.filter(({ schema = '', name, comment = '' }) =>
			`${schema}.${name}\n${comment}`.toLowerCase().includes(wanted),
		);
		const shown = takeWhileFits(matching.slice(offset), budget - 500, table => JSON.stringify(table).length + 1);
		const next = offset + shown.length;
		return {
			...about,
			total: matching.length,
			tables: [...shown],
			...(next < matching.length && { nextOffset: next }),
		};
	},

	render({ database, engine, total, tables, nextOffset }) {
		const schemas = new Set(tables.map(({ schema }) => schema));
		const lines = tables.map(({ schema, name, kind, rows, comment }) => {
			const full = schemas.size > 1 && schema !== undefined ? `${schema}.${name}` : name;
			const facts = [kind, rows === undefined ? undefined : `~${rows} rows`, comment].filter(
				fact => fact !== undefined,
			);
			return `${full}  (${facts.join('; ')})`;
		});
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		return [
			[`${database} (${engine}): ${total === 0 ? 'no tables' : plural(total, 'table')}`, ...lines, ...more].join('\n'),
		];
	},
});
