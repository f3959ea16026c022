import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { pageOfStatus, renderStatus, repositoryStatus } from './status-entries.ts';

const SHOWN = 200;

export const gitStage = defineTool({
	name: 'git_stage',
	title: 'Stage files',
	searchHint: 'add stage unstage files index',
	description:
		'Stages files and folders for the next commit, deletions included, or unstages them. Leaves the files as they are; filters of the repository, such as Git LFS, run as for the user.',
	whenToUse: 'Use it before git_commit. Name the files you changed rather than everything.',
	effect: 'edits',
	needs: ['git'],
	narrowBy: ['paths'],

	example: { paths: ['src/cart.ts'] },

	input: z.strictObject({
		paths: z.array(path).min(1).max(1000).describe('Files and folders; "." is everything.'),
		unstage: z.boolean().default(false).describe('Take them out of the next commit instead.'),
	}),

	output: z.object({
		repositories: z.array(repositoryStatus).describe('As they are now.'),
		total: z.int(),
		truncated: z.boolean().optional(),
	}),

	async run({ paths, unstage }, { git }, { signal, budget }) {
		const repositories = await git.stage({ paths, unstage }, signal);
		const { nextOffset, ...page } = pageOfStatus(repositories, { offset: 0, limit: SHOWN, budget });
		return { ...page, ...(nextOffset !== undefined && { truncated: true }) };
	},

	render({ repositories, truncated }) {
		const more = truncated ? ['(git_status lists the rest.)'] : [];
		return [[...repositories.map(renderStatus), ...more].join('\n\n')];
	},
});
