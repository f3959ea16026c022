import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { engine } from './parameters.ts';

export const databaseList = defineTool({
	name: 'database_list',
	title: 'List databases',
	searchHint: 'databases connections sqlite postgres mysql mongodb redis which',
	description:
		"Lists the project's databases as its files name them (.env, framework configuration, compose files, SQLite files): name, engine, where it was found, and why one cannot be used. Connects to none.",
	whenToUse:
		'Call it first, when a database is needed: the engine decides the language, the name goes into the other database tools.',
	effect: 'reads',
	needs: ['databases'],

	example: {},

	input: z.strictObject({}),

	output: z.object({
		total: z.int(),
		databases: z.array(
			z.object({
				name: z.string(),
				engine,
				target: z.string(),
				source: z.string(),
				isDefault: z.boolean(),
				problem: z.string().optional(),
			}),
		),
		truncated: z.boolean().optional(),
	}),

	async run(_input, { databases }, { signal, budget, projectRoot }) {
		const all = await databases.list(signal, projectRoot);
		const shown = takeWhileFits(all, budget - 500, entry => JSON.stringify(entry).length + 1);
		return { total: all.length, databases: [...shown], ...(shown.length < all.length && { truncated: true }) };
	},

	render({ total, databases }) {
		if (total === 0) {
			return ['No database was found in the files of this project.'];
		}
		const lines = databases.map(({ name, engine, target, source, isDefault, problem }) => {
			const marks = [isDefault && 'default', problem].filter(Boolean).join('; ');
			return `${name}  ${engine}  ${target}  from ${source}${marks ? `  (${marks})` : ''}`;
		});
		const more = databases.length < total ? [`(${total - databases.length} more are not shown.)`] : [];
		return [[plural(total, 'database'), ...lines, ...more].join('\n')];
	},
});
