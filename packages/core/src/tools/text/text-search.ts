import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { splitGlobs } from '../../text/glob.ts';
import { plural } from '../../text/plural.ts';
import { matchesByFile, renderFile } from './matches-by-file.ts';

export const textSearch = defineTool({
	name: 'text_search',
	title: 'Search text',
	description:
		'Searches all files of the workspace, unsaved edits included, with ripgrep. Leaves out what .gitignore and the search settings exclude. Gives lines, exact totals and pages.',
	whenToUse:
		'Use it instead of grep, which lacks unsaved edits. For uses of a symbol, symbol_references is more exact.',
	effect: 'reads',
	needs: ['textSearch'],
	timeout: 60_000,
	narrowBy: ['include', 'limit', 'filesOnly'],

	example: { query: 'addTax', include: 'src' },

	input: z.strictObject({
		query: z
			.string()
			.min(1)
			.max(10_000)
			.regex(/^[^\0]*$/, 'must not contain a NUL character')
			.describe('Text to find, or a regular expression with regex. May span lines.'),
		regex: z.boolean().default(false).describe('The query is a regular expression (Rust syntax; look-around works).'),
		case: z
			.enum(['smart', 'sensitive', 'insensitive'])
			.default('smart')
			.describe('smart: capitals count only if the query has some.'),
		word: z.boolean().default(false).describe('Whole words only.'),
		include: z.string().optional().describe('Only here: globs, folders or files, such as "src, *.test.ts".'),
		exclude: z.string().optional().describe('Not here: globs, folders or files.'),
		ignored: z.boolean().default(false).describe('Also search ignored files such as node_modules.'),
		context: z.int().min(0).max(5).default(0).describe('Lines before and after each match.'),
		filesOnly: z.boolean().default(false).describe('Only files and how many matches each has; offset counts files.'),
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
