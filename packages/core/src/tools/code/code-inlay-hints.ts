import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { freshness, line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { plural } from '../../text/plural.ts';

export const codeInlayHints = defineTool({
	name: 'code_inlay_hints',
	title: 'Inlay hints',
	searchHint: 'inferred types parameter names annotations',
	description: 'Gives what the editor writes between the code: inferred types and the names of parameters.',
	whenToUse: 'Use it to see the types of a whole stretch of code at once; for one symbol use symbol_hover.',
	effect: 'reads',
	needs: ['symbols'],
	listed: false,
	timeout: 60_000,
	narrowBy: ['startLine', 'endLine'],

	example: { path: 'src/cart.ts' },

	input: z.strictObject({
		path,
		startLine: line.optional().describe('1-based first line; 1 unless given.'),
		endLine: line.optional().describe('1-based last line, inclusive; the last of the file unless given.'),
	}),

	output: z.object({
		path: z.string(),
		freshness,
		total: z.int(),
		hints: z.array(z.object({ line: z.int(), column: z.int(), text: z.string(), kind: z.string().optional() })),
		switchedOff: z.string().optional().describe('The settings that keep the server from giving any.'),
		nextLine: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ path: file, startLine = 1, endLine }, { symbols }, { signal, budget }) {
		if (endLine !== undefined && endLine < startLine) {
			throw new ToolError('E_INVALID_PARAMS', `endLine ${endLine} comes before startLine ${startLine}.`);
		}
		const {
			hints,
			path: shownPath,
			...about
		} = await symbols.inlayHints(file, { from: startLine, to: endLine }, signal);
		const shown = takeWhileFits(hints, budget - 500, hint => JSON.stringify(hint).length + 2);
		const next = hints[shown.length];
		return {
			path: shownPath,
			...about,
			total: hints.length,
			hints: shown.map(hint => ({ ...hint })),
			...(next && { nextLine: next.line }),
		};
	},

	render({ path: file, freshness, total, hints, switchedOff, nextLine }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: the language server may know more later)`;
		const head = `${file}: ${total === 0 ? 'no hints' : plural(total, 'hint')}${state}`;
		const off =
			switchedOff === undefined ? [] : [`The user has them switched off: ${switchedOff}. symbol_hover gives types.`];
		const more = nextLine === undefined ? [] : [`(More: call again with startLine ${nextLine}.)`];
		return [
			[head, ...off, ...hints.map(({ line: row, column: at, text }) => `${row}:${at}  ${text}`), ...more].join('\n'),
		];
	},
});
