import { z } from 'zod';
import { problemChanges, renderProblemChanges, withProblemChanges } from '../../answers/problem-changes.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { planCells } from './plan-cells.ts';

export const notebookEdit = defineTool({
	name: 'notebook_edit',
	title: 'Edit a notebook',
	description:
		'Replaces, inserts, deletes and moves cells of a notebook through the editor, in one step that the user can undo, saves it, and tells which problems appeared. All edits are made or none. Outputs of the other cells stay.',
	whenToUse:
		'Use it instead of editing the JSON of an .ipynb. Each edit of a cell says what it held: oldText, or its version from notebook_read.',
	effect: 'edits',
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
					action: z.enum(['replace', 'insert', 'delete', 'move']).describe('What to do.'),
					cell: z
						.int()
						.nonnegative()
						.optional()
						.describe('1-based cell as notebook_read numbers it; for insert, the cell before (0: top, absent: end).'),
					oldText: z
						.string()
						.optional()
						.describe('replace: the part to replace, occurs once in the cell. delete, move: all of the cell.'),
					version: z
						.string()
						.optional()
						.describe("The cell's version, instead of oldText; then newText replaces the whole cell."),
					newText: z.string().optional().describe('For replace and insert.'),
					kind: z.enum(['code', 'markup']).optional().describe('Of the cell; a new one is code unless given.'),
					language: z.string().min(1).optional().describe("Of the cell; for a new one, its neighbour's unless given."),
					to: z.int().nonnegative().optional().describe('move: the cell after which it goes; 0 is the top.'),
				}),
			)
			.min(1)
			.max(200)
			.describe('Cell numbers are those before all of these edits.'),
		version: z.string().optional().describe('Version of the notebook: fail if any cell has changed since.'),
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
