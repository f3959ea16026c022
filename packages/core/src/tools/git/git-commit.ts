import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { plural } from '../../text/plural.ts';
import { repository, shortHash, unsavedNote } from './repository-parameter.ts';

const OUTPUT_SHOWN = 2_000;

export const gitCommit = defineTool({
	name: 'git_commit',
	title: 'Commit',
	searchHint: 'commit changes message',
	description:
		'Commits what is staged, with the hooks of the repository, which run as for the user; what a hook complains about is returned.',
	whenToUse: 'Use it after git_stage, when the user wants a commit.',
	effect: 'lasts',
	needs: ['git'],
	timeout: 300_000,

	example: { message: 'Lower the tax rate' },

	input: z.strictObject({
		message: z.string().min(1).max(50_000).optional().describe('Subject, then an empty line, then the rest.'),
		amend: z
			.boolean()
			.default(false)
			.describe(
				'Replace the last commit instead; without "message" its message stays. Only when the user asks for it.',
			),
		repository,
	}),

	output: z.object({
		root: z.string(),
		hash: z.string(),
		branch: z.string().optional(),
		subject: z.string(),
		files: z.int(),
		rewritten: z.boolean().optional().describe('The commit that was replaced had been pushed already.'),
		output: z.string().optional().describe('What hooks printed.'),
		unsaved: z.array(z.string()).optional(),
	}),

	async run({ message, amend, repository: where }, { git }, { signal }) {
		if (message?.trim() === '' || (message === undefined && !amend)) {
			throw new ToolError('E_INVALID_PARAMS', 'A commit needs a "message".');
		}
		const { output, unsaved, ...made } = await git.makeCommit({ repository: where, message, amend }, signal);
		return {
			...made,
			...(output !== '' && { output: output.slice(-OUTPUT_SHOWN) }),
			...(unsaved.length > 0 && { unsaved: [...unsaved] }),
		};
	},

	render({ hash, branch = 'a detached HEAD', subject, files, rewritten, output, unsaved }) {
		return [
			[
				`Committed ${shortHash(hash)} on ${branch}: ${subject} (${plural(files, 'file')})`,
				...(rewritten ? ['The commit it replaces had been pushed already.'] : []),
				...unsavedNote(unsaved),
				...(output === undefined ? [] : ['Hooks printed:', output]),
			].join('\n'),
		];
	},
});
