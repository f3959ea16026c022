import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { shorten } from '../../text/shorten.ts';
import { boundValues, database, engine, params, timeout } from './parameters.ts';

export const databaseExplain = defineTool({
	name: 'database_explain',
	title: 'Explain a query',
	searchHint: 'slow query plan index performance sql',
	description:
		'Shows how the database would run a SELECT, and what stands out: scans of large tables, missing indexes, wrong row estimates, sorts on disk.',
	whenToUse: 'Use it when a query is slow, or before adding an index.',
	effect: 'queries',
	needs: ['databases'],
	timeout: 130_000,

	example: { query: 'SELECT total FROM orders WHERE id = 1' },

	input: z.strictObject({
		query: z
			.string()
			.min(1)
			.max(100_000)
			.describe('The SELECT itself, without EXPLAIN; MongoDB: the find or aggregate.'),
		params,
		database,
		analyze: z.boolean().default(false).describe('Run the query, still read-only, and give measured times and rows.'),
		timeout,
	}),

	output: z.object({
		database: z.string(),
		engine,
		findings: z.array(z.string()),
		plan: z.array(z.string()),
		totalSteps: z.int(),
		truncated: z.boolean().optional(),
	}),

	async run({ query, params: values, ...rest }, { databases }, { signal, budget, projectRoot }) {
		const { plan, findings, ...about } = await databases.explain(
			{ ...rest, sql: query, params: boundValues(values) },
			signal,
			projectRoot,
		);
		const shownFindings = takeWhileFits(
			findings.map(line => sourceLine(line, 500)),
			budget / 3,
			line => line.length + 3,
		);
		const lines = plan.map(line => shorten(line, 500));
		const shown = takeWhileFits(lines, budget / 2, line => JSON.stringify(line).length + 1);
		return {
			...about,
			findings: [...shownFindings],
			plan: [...shown],
			totalSteps: plan.length,
			...((shown.length < plan.length || shownFindings.length < findings.length) && { truncated: true }),
		};
	},

	render({ database, engine, findings, plan, totalSteps, truncated }) {
		const head = `Plan of ${database} (${engine})`;
		const standsOut =
			findings.length > 0 ? ['Stands out:', ...findings.map(line => `- ${line}`)] : ['Nothing stands out.'];
		const more = truncated ? [`(${plan.length} of ${totalSteps} steps shown.)`] : [];
		return [[head, ...plan, ...more, ...standsOut].join('\n')];
	},
});
