import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { column, freshness, line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import { plural } from '../../text/plural.ts';

export const codeCompletions = defineTool({
	name: 'code_completions',
	title: 'Completions',
	searchHint: 'autocomplete suggestions members methods available names intellisense',
	description:
		'Gives what can be written at a place, as the editor completes it: members, arguments, values, imports, with their types.',
	whenToUse: 'Use it to learn what an object or a module offers, instead of guessing a name.',
	effect: 'reads',
	needs: ['symbols', 'documents'],
	listed: false,
	timeout: 60_000,
	narrowBy: ['query', 'limit'],

	example: { path: 'src/cart.ts', line: 19, after: 'this.' },

	input: z.strictObject({
		path,
		line,
		column: column.optional().describe('1-based column of the cursor; the end of the line unless given.'),
		after: z
			.string()
			.min(1)
			.optional()
			.describe('Text of the line that the cursor comes just after, instead of column.'),
		query: z.string().min(1).optional().describe('Only names that contain this; case does not matter.'),
		limit: z.int().positive().max(500).default(50).describe('Completions in one answer.'),
	}),

	output: z.object({
		path: z.string(),
		line: z.int(),
		column: z.int(),
		freshness,
		total: z.int(),
		items: z.array(
			z.object({
				name: z.string(),
				kind: z.string(),
				detail: z.string().optional().describe('Its type or signature, where the server tells.'),
			}),
		),
		truncated: z.literal(true).optional().describe('There are more than are given here.'),
	}),

	async run({ path: file, query, limit, ...place }, { symbols, documents }, { signal, budget }) {
		const position = await cursorOf(file, place, documents, signal);
		const { freshness, items, path: shownPath } = await symbols.completions(file, position, signal);
		const wanted = query?.toLowerCase() ?? '';
		const matching = items.filter(({ name }) => name.toLowerCase().includes(wanted));
		const shown = takeWhileFits(matching.slice(0, limit), budget - 500, item => JSON.stringify(item).length + 2);
		return {
			path: shownPath,
			...position,
			freshness,
			total: matching.length,
			items: shown.map(item => ({ ...item })),
			...(shown.length < matching.length && { truncated: true as const }),
		};
	},

	render({ path: file, line: row, column: at, freshness, total, items, truncated }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: the language server may know more later)`;
		const head = `${file}:${row}:${at}: ${total === 0 ? 'nothing to complete' : plural(total, 'completion')}${state}`;
		const full = items.map(({ name, kind, detail }) => `${name}  (${kind})${detail === undefined ? '' : ` ${detail}`}`);
		const more = truncated ? [`(The first ${items.length}; narrow with query.)`] : [];
		return [[head, ...full, ...more].join('\n'), [head, items.map(({ name }) => name).join(', '), ...more].join('\n')];
	},
});

async function cursorOf(
	file: string,
	{ line: row, column: at, after }: { line: number; column?: number | undefined; after?: string | undefined },
	documents: Ports['documents'],
	signal: Cancellation,
): Promise<{ line: number; column: number }> {
	if (at !== undefined) {
		return { line: row, column: at };
	}
	const [text = ''] = await documents.lines(file, [row], signal);
	if (after === undefined) {
		return { line: row, column: text.length + 1 };
	}
	const start = text.indexOf(after);
	if (start === -1 || text.includes(after, start + 1)) {
		const often = start === -1 ? 'is not' : 'is more than once';
		throw new ToolError('E_INVALID_PARAMS', `The text ${JSON.stringify(after)} ${often} in line ${row} of ${file}.`, {
			hint: `Give a longer text, or column. The line is: ${text.trim().slice(0, 200)}`,
		});
	}
	return { line: row, column: start + after.length + 1 };
}
