import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { type DiffPage, diffFields, diffPaging, pageOfDiff, renderDiff } from './diff-pages.ts';
import { ref, repository, shortHash } from './repository-parameter.ts';

const MESSAGE_SHOWN = 4_000;
const LINE_SHOWN = 2_000;

export const gitShow = defineTool({
	name: 'git_show',
	title: 'Show a commit',
	searchHint: 'one commit contents old version of a file',
	description: 'Shows a commit: message, author, and what it changed, in pages. Or the text that a file had then.',
	whenToUse: 'Use it after git_log or git_blame, to see what a commit did.',
	effect: 'reads',
	needs: ['git'],
	plainText: true,
	budget: 20_000,
	narrowBy: ['path', 'filesOnly', 'context'],

	example: { ref: 'HEAD' },

	input: z.strictObject({
		ref: ref.default('HEAD').describe('Commit, branch or tag.'),
		path: path.optional().describe('Only this file or folder.'),
		content: z
			.boolean()
			.default(false)
			.describe('The whole text of "path" at that commit instead; offset counts lines.'),
		...diffPaging,
		repository,
	}),

	output: z.object({
		hash: z.string(),
		author: z.string().optional(),
		date: z.string().optional(),
		committer: z.string().optional().describe('Where it is not the author.'),
		parents: z.array(z.string()).optional(),
		refs: z.array(z.string()).optional(),
		message: z.string().optional(),
		...z.object(diffFields).partial().shape,
		path: z.string().optional(),
		text: z.string().optional(),
		totalLines: z.int().optional(),
	}),

	async run({ ref: wanted, path: place, content, context, repository: where, ...paging }, { git }, { signal, budget }) {
		if (content) {
			if (place === undefined) {
				throw new ToolError('E_INVALID_PARAMS', 'The argument "content" needs "path".');
			}
			return textAt(await git.fileAt({ path: place, ref: wanted }, signal), paging.offset, budget);
		}
		const { commit, diff } = await git.commit({ repository: where, ref: wanted, path: place, context }, signal);
		const message = [commit.subject, commit.body].filter(Boolean).join('\n\n').slice(0, MESSAGE_SHOWN);
		const committer = `${commit.committer} at ${commit.committed}`;
		return {
			hash: commit.hash,
			author: `${commit.author} <${commit.email}>`,
			date: commit.date,
			...(commit.committer !== commit.author && { committer }),
			parents: [...commit.parents],
			...(commit.refs.length > 0 && { refs: commit.refs.slice(0, 20) }),
			message,
			...pageOfDiff(diff.files, { ...paging, budget: budget - message.length }),
		};
	},

	render({ hash, author, date, committer, parents = [], refs, message, path: file, text, totalLines, ...diff }) {
		if (text !== undefined) {
			const more = diff.nextOffset === undefined ? [] : [`(More: call again with offset ${diff.nextOffset}.)`];
			return [[`${file} at ${shortHash(hash)}: ${totalLines} lines`, text, ...more].join('\n')];
		}
		const { totalFiles = 0, added = 0, removed = 0, files = [], nextOffset } = diff;
		const page: DiffPage = { totalFiles, added, removed, files, nextOffset };
		return [
			[
				`commit ${hash}${refs ? ` (${refs.join(', ')})` : ''}`,
				`${author}, ${date}${committer ? `, committed by ${committer}` : ''}`,
				...(parents.length > 1 ? [`Merge of ${parents.map(shortHash).join(' and ')}; changes since the first`] : []),
				'',
				message,
				'',
				renderDiff(page),
			].join('\n'),
		];
	},
});

function textAt(
	{ path: file, hash, text }: { path: string; hash: string; text: string },
	offset: number,
	budget: number,
) {
	const lines = text.replace(/\n$/, '').split('\n');
	const asked = lines.slice(offset).map(line => line.slice(0, LINE_SHOWN));
	const shown = takeWhileFits(asked, budget - 300, line => line.length + 1);
	const next = offset + shown.length;
	return {
		hash,
		path: file,
		totalLines: lines.length,
		text: shown.join('\n'),
		...(next < lines.length && { nextOffset: next }),
	};
}
