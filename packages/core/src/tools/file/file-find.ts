import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { splitGlobs } from '../../text/glob.ts';
import { plural } from '../../text/plural.ts';
import { rankPaths } from './rank-paths.ts';

export const fileFind = defineTool({
	name: 'file_find',
	title: 'Find files by name',
	searchHint: 'glob locate path by name filename',
	description:
		'Finds files whose name or path has the query, or its letters in order (crt finds cart.ts), best first. Ignored files are left out.',
	whenToUse: 'Use it when you know a name but not the folder.',
	effect: 'reads',
	needs: ['files'],
	narrowBy: ['query', 'glob', 'limit'],

	example: { query: 'cart' },

	input: z.strictObject({
		query: z.string().trim().min(1).max(500).describe('Part of a name or path; words are all wanted.'),
		glob: z.string().optional().describe('Only these: globs or folders, such as "src, *.ts".'),
		ignored: z.boolean().default(false).describe('Also ignored files such as node_modules.'),
		limit: z.int().positive().max(10_000).default(50).describe('Files in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Files to skip, to page.'),
	}),

	output: z.object({
		total: z.int(),
		files: z.array(z.string()),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ query, glob, ignored, limit, offset }, { files }, { signal, budget }) {
		const all = await files.all({ include: splitGlobs(glob), exclude: [], ignored }, signal);
		const ranked = rankPaths(all, query);
		const shown = takeWhileFits(ranked.slice(offset, offset + limit), budget - 300, path => path.length + 4);
		const next = offset + shown.length;
		return { total: ranked.length, files: [...shown], ...(next < ranked.length && { nextOffset: next }) };
	},

	render({ total, files, nextOffset }) {
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		return [[total === 0 ? 'No file matches.' : `${plural(total, 'file')}, best first`, ...files, ...more].join('\n')];
	},
});
