import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { splitGlobs } from '../../text/glob.ts';
import { plural } from '../../text/plural.ts';
import { matchesByFile, renderFile } from './matches-by-file.ts';
import { searchQuery } from './search-query.ts';

export const textSearch = defineTool({
	name: 'text_search',
	title: 'Search text',
	searchHint: 'grep ripgrep rg regex string pattern in files',
	description: 'Searches all files of the workspace with ripgrep, unsaved edits included.',
	whenToUse: 'Use it instead of grep. For uses of a symbol, symbol_references is exact.',
	effect: 'reads',
	needs: ['textSearch'],
	timeout: 60_000,
	narrowBy: ['include', 'limit', 'filesOnly'],

	example: { query: 'addTax', include: 'src' },

	input: z.strictObject({
		...searchQuery,
		context: z.int().min(0).max(5).default(0).describe('Lines around each match.'),
		filesOnly: z.boolean().default(false).describe('Only files and counts; offset counts files.'),
		limit: z.int().positive().max(10_000).default(100).describe('Matches in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Matches to skip, to page.'),
	}),

	output: z.object({
		total: z.int().describe('All matches.'),
		totalFiles: z.int(),
		searchedNothing: z.boolean().optional().describe('No file fits, or all that fit are ignored.'),
		files: z.array(
			z.object({
				path: z.string(),
				count: z.int().describe('All matches in the file.'),
				unsaved: z.boolean().optional().describe('Searched with unsaved edits.'),
				matches: z
					.array(
						z.object({
							line: z.int(),
							column: z.int(),
							alsoAt: z.array(z.int()).optional().describe('Columns of further matches in the line.'),
							endLine: z.int().optional(),
							text: z.string(),
							before: z.array(z.string()).optional(),
							after: z.array(z.string()).optional(),
						}),
					)
					.optional(),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ query, include, exclude, context, filesOnly, limit, offset, ...rest }, ports, { signal, budget }) {
		const { files, matches, searchedNothing } = await ports.textSearch.search(
			{ ...rest, text: query, include: splitGlobs(include), exclude: splitGlobs(exclude) },
			{ offset, limit: filesOnly ? 0 : limit, context },
			signal,
		);
		const total = files.reduce((sum, file) => sum + file.matches, 0);
		const facts = { total, totalFiles: files.length, ...(searchedNothing && { searchedNothing }) };
		const space = budget - 500;
		if (filesOnly) {
			const page = takeWhileFits(files.slice(offset, offset + limit), space, ({ path }) => path.length + 45);
			const next = offset + page.length;
			return {
				...facts,
				files: page.map(({ matches: count, ...file }) => ({ ...file, count })),
				...(next < files.length && { nextOffset: next }),
			};
		}
		const byPath = new Map(files.map(file => [file.path, file]));
		const shown = matchesByFile(matches, space);
		const next = shown.next ?? offset + limit;
		return {
			...facts,
			files: shown.files.map(file => {
				const found = byPath.get(file.path);
				return { ...file, count: found?.matches ?? 0, ...(found?.unsaved && { unsaved: true }) };
			}),
			...(next < total && { nextOffset: next }),
		};
	},

	render({ total, totalFiles, files, nextOffset, searchedNothing }) {
		if (searchedNothing) {
			return ['No file was searched: none fits include and exclude, or all that fit are ignored (see ignored).'];
		}
		const head = total === 0 ? 'No matches.' : `${plural(total, 'match', 'matches')} in ${plural(totalFiles, 'file')}`;
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const name = (file: (typeof files)[number]) => `${file.path}${file.unsaved ? ' (unsaved edits)' : ''}`;
		const full = files.map(file =>
			file.matches ? renderFile({ path: name(file), matches: file.matches }) : `${name(file)}: ${file.count}`,
		);
		return [[head, ...full, ...more].join('\n')];
	},
});
