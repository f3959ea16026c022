import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { ref, repository, shortHash } from './repository-parameter.ts';

export const gitLog = defineTool({
	name: 'git_log',
	title: 'Git log',
	searchHint: 'commit history commits search when changed',
	description:
		'Lists the history of commits, the newest first: all, or those with a text in the message, of an author, path or time.',
	whenToUse: 'Use it to find when and why something changed; git_show then shows the commit.',
	effect: 'reads',
	needs: ['git'],
	narrowBy: ['text', 'path', 'since', 'limit'],

	example: { limit: 5 },

	input: z.strictObject({
		text: z.string().min(1).max(1000).optional().describe('Text in the message; capitals do not count.'),
		author: z.string().min(1).max(1000).optional().describe('Part of the name or address.'),
		path: path.optional().describe('Only commits that changed this file or folder; renames of a file are followed.'),
		ref: ref.optional().describe('Branch, tag, commit or range "a..b" to start from; HEAD unless given.'),
		since: z.string().min(1).max(100).optional().describe('Such as "2026-01-31" or "2 weeks ago".'),
		until: z.string().min(1).max(100).optional().describe('Likewise.'),
		limit: z.int().positive().max(500).default(20).describe('Commits in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Commits to skip, to page.'),
		repository,
	}),

	output: z.object({
		root: z.string(),
		total: z.int().optional().describe('Absent where counting takes too long.'),
		commits: z.array(
			z.object({
				hash: z.string(),
				author: z.string(),
				date: z.string(),
				subject: z.string(),
				refs: z.array(z.string()).optional(),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run(input, { git }, { signal, budget }) {
		const { root, commits, more, total } = await git.log(input, signal);
		const listed = commits.map(({ hash, author, date, subject, refs }) => ({
			hash,
			author,
			date,
			subject: sourceLine(subject),
			...(refs.length > 0 && { refs: refs.slice(0, 10) }),
		}));
		const shown = takeWhileFits(listed, budget - 300, commit => JSON.stringify(commit).length + 1);
		const next = input.offset + shown.length;
		return {
			root,
			...(total !== undefined && { total }),
			commits: [...shown],
			...((more || shown.length < listed.length) && { nextOffset: next }),
		};
	},

	render({ total, commits, nextOffset }) {
		const head = total === undefined ? [] : [plural(total, 'commit')];
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const lines = commits.map(({ hash, author, date, subject, refs }) => {
			const marks = refs ? ` (${refs.join(', ')})` : '';
			return `${shortHash(hash)} ${date.slice(0, 10)} ${author}: ${subject}${marks}`;
		});
		return [[...(commits.length === 0 ? ['No commits match.'] : head), ...lines, ...more].join('\n')];
	},
});
