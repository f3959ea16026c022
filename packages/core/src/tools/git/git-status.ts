import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { pageOfStatus, renderStatus, repositoryStatus } from './status-entries.ts';

export const gitStatus = defineTool({
	name: 'git_status',
	title: 'Git status',
	searchHint: 'uncommitted changed files staged branch repository',
	description:
		'Tells the state of every git repository of the window: branch, upstream, unfinished merge or rebase, and the staged, changed, untracked and conflicted files.',
	whenToUse: 'Use it before and after changes, and first of the git tools.',
	effect: 'reads',
	needs: ['git'],
	narrowBy: ['path', 'limit'],

	example: {},

	input: z.strictObject({
		path: path.optional().describe('Only the repository that this path lies in.'),
		ignored: z.boolean().default(false).describe('Also list ignored files.'),
		limit: z.int().positive().max(2000).default(200).describe('Files in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Files to skip, to page.'),
	}),

	output: z.object({
		repositories: z.array(repositoryStatus),
		total: z.int().describe('Files in all lists.'),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ path: place, ignored, limit, offset }, { git }, { signal, budget }) {
		return pageOfStatus(await git.status({ path: place, ignored }, signal), { offset, limit, budget });
	},

	render({ repositories, nextOffset }) {
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		return [[...repositories.map(renderStatus), ...more].join('\n\n')];
	},
});
