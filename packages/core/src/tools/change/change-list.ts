import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';

const MAX_CHANGES = 200;

export const changeList = defineTool({
	name: 'change_list',
	title: 'List my changes',
	searchHint: 'history of edits what did I change undo journal review',
	description:
		'Lists the files that you have changed, call by call, the newest first, with an id for change_undo. What you wrote with your own tools is in it where it is surely yours.',
	whenToUse: 'Use it to review your work before you report, or to find what to take back.',
	effect: 'reads',
	needs: ['changes'],

	example: { path: 'src' },

	input: z.strictObject({
		path: path.optional().describe('Only this file, or files below this folder.'),
		call: z.string().optional().describe('Only changes of this call.'),
		limit: z.int().min(1).max(MAX_CHANGES).default(50).describe('At most so many.'),
	}),

	output: z.object({
		changes: z.array(
			z.object({
				id: z.string(),
				time: z.string(),
				agent: z.string(),
				call: z.string(),
				tool: z.string(),
				kind: z.enum(['create', 'edit', 'delete', 'move']),
				path: z.string(),
				to: z.string().optional(),
				linesAdded: z.int(),
				linesRemoved: z.int(),
				isUndo: z.boolean(),
				undone: z.boolean(),
			}),
		),
		total: z.int().describe('All that fit the question.'),
	}),

	async run({ path, call: calledBy, limit }, { changes }, call) {
		const all = (await changes.list(path, call)).filter(change => calledBy === undefined || change.call === calledBy);
		return { changes: all.slice(0, limit), total: all.length };
	},

	render({ changes, total }) {
		if (total === 0) {
			return ['No changes.'];
		}
		const rows = changes.map(({ id, time, tool, kind, path, to, linesAdded, linesRemoved, undone }) => {
			const what = kind === 'edit' ? `+${linesAdded} -${linesRemoved}` : kind;
			const place = to === undefined ? path : `${path} to ${to}`;
			return `${id} ${time.slice(0, 19)} ${tool} ${place} (${what}${undone ? ', undone' : ''})`;
		});
		const rest = total - changes.length;
		return [[...rows, ...(rest > 0 ? [`${rest} more; raise limit or give a path.`] : [])].join('\n')];
	},
});
