import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { rankCommands } from './rank-commands.ts';

export const commandList = defineTool({
	name: 'command_list',
	title: 'List commands',
	searchHint: 'vscode commands command palette find',
	description: 'Lists the commands of VS Code and its extensions with their titles, best match first.',
	whenToUse: 'Use it to find the id for command_run, where no other tool does what you need.',
	effect: 'reads',
	needs: ['commands'],
	narrowBy: ['query', 'limit'],

	example: { query: 'fold' },

	input: z.strictObject({
		query: z.string().max(200).default('').describe('Words of the title or id; all commands without it.'),
		limit: z.int().positive().max(10_000).default(50).describe('Commands in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Commands to skip, to page.'),
	}),

	output: z.object({
		total: z.int(),
		commands: z.array(z.object({ id: z.string(), title: z.string(), extension: z.string().optional() })),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ query, limit, offset }, { commands }, { signal, budget }) {
		const all = await commands.all(signal);
		const found = query.trim() === '' ? all : rankCommands(all, query);
		const shown = takeWhileFits(
			found.slice(offset, offset + limit),
			budget - 200,
			command => JSON.stringify(command).length + 1,
		);
		const next = offset + shown.length;
		return { total: found.length, commands: [...shown], ...(next < found.length && { nextOffset: next }) };
	},

	render({ total, commands, nextOffset }) {
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const lines = commands.map(({ id, title, extension }) => `${id}  ${title}${extension ? ` (${extension})` : ''}`);
		return [[total === 0 ? 'No command matches.' : plural(total, 'command'), ...lines, ...more].join('\n')];
	},
});
