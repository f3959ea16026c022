import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

const TEXT_SHOWN = 200;

export const taskList = defineTool({
	name: 'task_list',
	title: 'List tasks',
	searchHint: 'npm scripts build tasks tasks.json which',
	description:
		'Lists the tasks that VS Code knows: tasks.json, npm scripts and those of extensions, which may run programs of the project to find theirs.',
	whenToUse: "Use it to find the project's own way to build, test or lint.",
	effect: 'steers',
	needs: ['tasks'],
	narrowBy: ['query'],

	example: {},

	input: z.strictObject({
		query: z.string().min(1).optional().describe('Only tasks with this text in name, source, command or detail.'),
		offset: z.int().nonnegative().default(0).describe('Tasks to skip.'),
	}),

	output: z.object({
		total: z.int(),
		tasks: z.array(
			z.object({
				name: z.string(),
				source: z.string(),
				folder: z.string().optional(),
				type: z.string(),
				command: z.string().optional(),
				group: z.string().optional(),
				background: z.boolean(),
				detail: z.string().optional(),
				running: z.boolean(),
			}),
		),
		nextOffset: z.int().optional(),
	}),

	async run({ query = '', offset }, { tasks }, { budget }) {
		const wanted = query.toLowerCase();
		const found = (await tasks.list())
			.filter(task =>
				[task.name, task.source, task.command, task.detail].some(text => text?.toLowerCase().includes(wanted)),
			)
			.map(({ command, detail, ...task }) => ({
				...task,
				...(command !== undefined && { command: command.slice(0, TEXT_SHOWN) }),
				...(detail !== undefined && detail !== command && { detail: detail.slice(0, TEXT_SHOWN) }),
			}));
		const rest = found.slice(offset);
		const shown = takeWhileFits(rest, budget - 200, task => JSON.stringify(task).length + 1);
		const next = offset + shown.length;
		return { total: found.length, tasks: [...shown], ...(shown.length < rest.length && { nextOffset: next }) };
	},

	render({ total, tasks, nextOffset }) {
		const rows = tasks.map(({ name, source, folder, command, group, background, running }) => {
			const facts = [source, folder, group, background && 'background', running && 'running'].filter(Boolean);
			return `${name} (${facts.join(', ')})${command === undefined ? '' : `: ${command}`}`;
		});
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		return [[total === 0 ? 'No tasks.' : `${plural(total, 'task')}:`, ...rows, ...more].join('\n')];
	},
});
