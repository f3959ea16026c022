import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

export const docsList = defineTool({
	name: 'docs_list',
	title: 'List guides',
	searchHint: 'guides how to help examples',
	description: "Lists Hawser's own how-to guides: debugging, editing, tests, databases and more.",
	whenToUse: 'Use it before a workflow that you have not done with these tools yet.',
	effect: 'reads',
	needs: ['guides'],
	narrowBy: ['query'],

	example: { query: 'debug' },

	input: z.strictObject({
		query: z.string().min(1).optional().describe('Only guides with this text in id, title, summary or tags.'),
		tags: z.array(z.string().min(1)).optional().describe('Only guides with all of these tags.'),
	}),

	output: z.object({
		count: z.int(),
		docs: z.array(
			z.object({
				id: z.string(),
				title: z.string(),
				summary: z.string(),
				whenToUse: z.string(),
				tags: z.array(z.string()),
			}),
		),
	}),

	async run({ query = '', tags = [] }, { guides }, { budget }) {
		const wanted = query.toLowerCase();
		const found = (await guides.all())
			.filter(guide => tags.every(tag => guide.tags.includes(tag)))
			.filter(({ id, title, summary, tags: own }) =>
				[id, title, summary, ...own].some(text => text.toLowerCase().includes(wanted)),
			)
			.map(({ id, title, summary, whenToUse, tags: own }) => ({ id, title, summary, whenToUse, tags: [...own] }));
		const docs = takeWhileFits(found, budget - 100, guide => JSON.stringify(guide).length + 1);
		return { count: found.length, docs: [...docs] };
	},

	render({ count, docs }) {
		const rows = docs.map(({ id, title, whenToUse, tags }) => `${id}: ${title} [${tags.join(', ')}]\n  ${whenToUse}`);
		const more = docs.length < count ? [`(${count - docs.length} more: narrow with query.)`] : [];
		return [
			[count === 0 ? 'No guides.' : `${plural(count, 'guide')}; docs_get has the text:`, ...rows, ...more].join('\n'),
		];
	},
});
