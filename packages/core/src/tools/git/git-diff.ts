import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { plural } from '../../text/plural.ts';
import { diffFields, diffPaging, pageOfDiff, renderDiff } from './diff-pages.ts';
import { ref, repository, unsavedNote } from './repository-parameter.ts';

export const gitDiff = defineTool({
	name: 'git_diff',
	title: 'Git diff',
	searchHint: 'uncommitted changes diff compare branches patch',
	description:
		'Shows changes as hunks, in pages: those not staged, those staged, or the difference to a commit or between two.',
	whenToUse: 'Use it to review work before a commit, or to compare branches. For one commit use git_show.',
	effect: 'reads',
	needs: ['git'],
	plainText: true,
	budget: 20_000,
	narrowBy: ['path', 'filesOnly', 'context'],

	example: { path: 'src' },

	input: z.strictObject({
		path: path.optional().describe('Only this file or folder.'),
		staged: z.boolean().default(false).describe('What is staged, instead of what is not.'),
		ref: ref
			.optional()
			.describe('Compare the working tree with this commit; or two: "a..b", or "a...b" for b since it left a.'),
		...diffPaging,
		repository,
	}),

	output: z.object({
		root: z.string(),
		...diffFields,
		unsaved: z.array(z.string()).optional(),
		untracked: z.int().optional().describe('New files, which no diff shows until they are staged.'),
	}),

	async run({ path: place, staged, ref: commit, context, repository: where, ...paging }, { git }, { signal, budget }) {
		if (staged && commit !== undefined) {
			throw new ToolError('E_INVALID_PARAMS', 'Give "staged" or "ref", not both.');
		}
		const compare = commit === undefined ? (staged ? 'staged' : 'unstaged') : { ref: commit };
		const { root, files, unsaved, untracked } = await git.diff(
			{ repository: where, path: place, compare, context },
			signal,
		);
		return {
			root,
			...pageOfDiff(files, { ...paging, budget }),
			...(unsaved.length > 0 && { unsaved: [...unsaved] }),
			...(untracked > 0 && { untracked }),
		};
	},

	render({ unsaved, untracked, ...page }) {
		const fresh =
			untracked === undefined ? [] : [`Not shown: ${plural(untracked, 'untracked file')} (git_status lists them).`];
		return [[renderDiff(page), ...fresh, ...unsavedNote(unsaved)].join('\n')];
	},
});
