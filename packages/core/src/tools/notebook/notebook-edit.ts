import { z } from 'zod';
import { problemChanges, renderProblemChanges, withProblemChanges } from '../../answers/problem-changes.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { planCells } from './plan-cells.ts';

export const notebookEdit = defineTool({
	name: 'notebook_edit',
	title: 'Edit a notebook',
	searchHint: 'jupyter ipynb notebook cell change',
	description: 'Replaces, inserts, deletes and moves cells of a notebook, saves it, and tells which problems appeared.',
	whenToUse: 'Use it instead of editing an .ipynb. Each edit says what the cell held: oldText, or version.',
	effect: 'edits',
	changesOnlyNamedFiles: true,
	reviewable: true,
	needs: ['notebooks', 'diagnostics'],
	listed: false,
	asksUser: { path: 'path' },
	timeout: 120_000,

	example: {
		path: 'analysis.ipynb',
		edits: [
			{ action: 'replace', cell: 2, oldText: 'rate = 0.2', newText: 'rate = 0.19' },
			{ action: 'insert', cell: 2, newText: 'rate * 100' },
		],
	},

	input: z.strictObject({
		path,
		edits: z
			.array(
				z.strictObject({
					action: z.enum(['replace', 'insert', 'delete', 'move']),
					cell: z.int().nonnegative().optional().describe('For insert the cell before (0: top).'),
					oldText: z.string().optional().describe('A part that occurs once; for delete, move all.'),
					version: z.string().optional().describe('Instead of oldText; newText replaces the whole cell.'),
					newText: z.string().optional(),
					kind: z.enum(['code', 'markup']).optional(),
					language: z.string().min(1).optional(),
					to: z.int().nonnegative().optional().describe('move: after this cell; 0 is the top.'),
				}),
			)
			.min(1)
			.max(200)
			.describe('Numbered as before.'),
		version: z.string().optional().describe('Of the notebook: fail if it changed.'),
	}),

	output: z.object({
		path: z.string(),
		version: z.string().describe('Names all cells as they are now.'),
		totalCells: z.int(),
		edits: z
			.array(z.object({ action: z.string(), cell: z.int().optional() }))
			.describe('For each edit the number that its cell has now.'),
		changedOnSave: z.string().optional().describe('What saving changed on top, such as format on save, as a diff.'),
		problems: problemChanges,
	}),

	async run({ path, edits, version }, { notebooks, diagnostics }, call) {
		let numbers: readonly (number | undefined)[] = [];
		const { result, problems } = await withProblemChanges(diagnostics, [path], call, () =>
			notebooks.change(
				path,
				{ version },
				present => {
					const plan = planCells(present, edits);
					numbers = plan.numbers;
					return plan.cells;
				},
				call,
			),
		);
		return {
			...result,
			edits: edits.map(({ action }, index) => {
				const number = numbers[index];
				return { action, ...(number !== undefined && { cell: number }) };
			}),
			problems,
		};
	},

	render({ path, totalCells, edits, changedOnSave, problems }) {
		const onSave = changedOnSave === undefined ? [] : [`Saving changed it further:\n${changedOnSave}`];
		const after = [...onSave, ...renderProblemChanges(problems)];
		const made = edits.map(
			({ action, cell }) => `${PAST[action] ?? action}${cell === undefined ? '' : ` cell ${cell}`}`,
		);
		const head = `Edited ${path}, which has ${plural(totalCells, 'cell')} now`;
		return [[`${head}: ${made.join(', ')}.`, ...after].join('\n'), [`${head}.`, ...after].join('\n')];
	},
});

const PAST: Record<string, string> = {
	replace: 'replaced text in',
	insert: 'inserted',
	delete: 'deleted a cell',
	move: 'moved one, now',
};
