import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../answers/paging.ts';
import { freshness, line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { countOf } from '../../text/plural.ts';
import { areaFields, areaOf } from './text-area.ts';

const PROBLEMS_SHOWN = 10;

export const codeActions = defineTool({
	name: 'code_actions',
	title: 'List quick fixes and refactorings',
	searchHint: 'quick fix fixes lightbulb missing import refactor extract inline',
	description:
		'Lists the quick fixes and refactorings that the editor offers for a line, place or range, each with an id for code_action_apply.',
	whenToUse: 'Use it for a problem with a known fix (missing import …), or to extract, inline, move or convert code.',
	effect: 'reads',
	needs: ['refactorings'],
	timeout: 60_000,
	narrowBy: ['kind'],

	example: { path: 'src/checkout.ts', line: 8 },

	input: z.strictObject({
		path,
		...areaFields,
		line: line.describe('1-based line.'),
		kind: z
			.string()
			.optional()
			.describe('quickfix, refactor, refactor.extract, source, source.fixAll … Source actions only if asked for.'),
	}),

	output: z.object({
		path: z.string(),
		freshness,
		line: z.int(),
		column: z.int(),
		endLine: z.int(),
		endColumn: z.int(),
		problems: z.array(z.object({ line: z.int(), message: z.string() })).describe('Problems that touch the range.'),
		total: z.int(),
		actions: z.array(
			z.object({
				id: z.string().describe('For code_action_apply; holds until the file changes.'),
				title: z.string(),
				kind: z.string(),
				preferred: z.literal(true).optional(),
				disabled: z.string().optional().describe('Why it cannot be applied here.'),
			}),
		),
		truncated: z.literal(true).optional(),
	}),

	async run({ path, kind, ...place }, { refactorings }, { signal, budget }) {
		const offered = await refactorings.actions(path, areaOf(place), kind, signal);
		const rows = offered.actions.map(({ id, title, kind, preferred, disabled }) => ({
			id,
			title: sourceLine(title, 300),
			kind,
			...(preferred && { preferred: true as const }),
			...(disabled !== undefined && { disabled }),
		}));
		const problems = offered.problems
			.slice(0, PROBLEMS_SHOWN)
			.map(({ range, message }) => ({ line: range.start.line, message: sourceLine(message, 300) }));
		const room = budget - 500 - JSON.stringify(problems).length;
		const fitting = takeWhileFits(rows, room, row => JSON.stringify(row).length + 1);
		const { start, end } = offered.range;
		return {
			path: offered.path,
			freshness: offered.freshness,
			...start,
			endLine: end.line,
			endColumn: end.column,
			problems,
			total: rows.length,
			actions: [...fitting],
			...(fitting.length < rows.length && { truncated: true as const }),
		};
	},

	render({ freshness, problems, total, actions, truncated }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: more may be offered later)`;
		const cut = truncated ? `, ${actions.length} shown` : '';
		return [
			[
				`${countOf(total, 'action')}${cut}${state}`,
				...problems.map(problem => `for line ${problem.line}: ${problem.message}`),
				...actions.map(({ id, title, kind, preferred, disabled }) => {
					const notes = [kind, preferred && 'preferred', disabled && `not possible: ${disabled}`].filter(Boolean);
					return `${id} ${title} (${notes.join(', ')})`;
				}),
			].join('\n'),
		];
	},
});
