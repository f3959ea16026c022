import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { line } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { nearestName } from '../../text/nearest-name.ts';

export const docsGet = defineTool({
	name: 'docs_get',
	title: 'Read a guide',
	searchHint: 'guide how to help examples read',
	description: "Gives one of Hawser's how-to guides as Markdown, with calls to follow.",
	whenToUse: 'Use it after docs_list named it.',
	effect: 'reads',
	needs: ['guides'],
	plainText: true,
	budget: 30_000,
	narrowBy: ['startLine'],

	example: { id: 'debugging' },

	input: z.strictObject({
		id: z.string().min(1).describe('As docs_list gives it, such as "debugging".'),
		startLine: line.optional().describe('1-based line to go on from.'),
	}),

	output: z.object({
		id: z.string(),
		title: z.string(),
		summary: z.string(),
		tags: z.array(z.string()),
		content: z.string(),
		nextLine: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ id, startLine = 1 }, { guides }, { budget }) {
		const all = await guides.all();
		const guide = all.find(candidate => candidate.id === id);
		if (!guide) {
			const ids = all.map(candidate => candidate.id);
			const nearest = nearestName(id, ids);
			const meant = nearest === undefined ? `There are: ${ids.join(', ')}.` : `Did you mean ${nearest}?`;
			throw new ToolError('E_DOC_NOT_FOUND', `There is no guide ${id}. ${meant}`);
		}
		const lines = guide.text.split('\n');
		if (startLine > lines.length) {
			throw new ToolError('E_INVALID_LINE', `The guide ${id} has ${lines.length} lines.`);
		}
		const rest = lines.slice(startLine - 1);
		const shown = takeWhileFits(rest, budget - 500, content => content.length + 1);
		const { title, summary, tags } = guide;
		return {
			id,
			title,
			summary,
			tags: [...tags],
			content: shown.join('\n'),
			...(shown.length < rest.length && { nextLine: startLine + shown.length }),
		};
	},

	render({ content, nextLine }) {
		const more = nextLine === undefined ? [] : [`(More: call again with startLine ${nextLine}.)`];
		return [[content, ...more].join('\n')];
	},
});
