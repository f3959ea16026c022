import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import type { RanCell } from '../../ports/notebooks.ts';
import { countOf, tally } from '../../text/plural.ts';
import { executionFields, executionOf, outputRows, renderOutputs } from './cell-rows.ts';

const DEFAULT_WAIT = 300_000;
const MAX_WAIT = 3_600_000;
/** The outputs of a cell get at most this part of the answer; failures come first. */
const OUTPUT_SHARE = 1 / 4;

const rowShape = z.object({
	cell: z.int(),
	state: z.enum(['succeeded', 'failed', 'stopped', 'not_run']),
	language: z.string().optional().describe('Of a cell that was not run.'),
	...executionFields,
});

export const notebookRun = defineTool({
	name: 'notebook_run',
	title: 'Run cells of a notebook',
	searchHint: 'jupyter ipynb notebook execute cell kernel',
	description:
		"Runs cells of a notebook, or all of them, with its kernel, where the user can watch, and gives each cell's outputs and errors. The outputs are in the notebook then, not saved.",
	whenToUse:
		'Use it to check code in a notebook. A failing cell is an answer, not an error. Where several kernels fit and none is selected, the error lists them.',
	effect: 'runs',
	needs: ['notebooks'],
	listed: false,
	timeout: MAX_WAIT + 60_000,
	failureFields: ['failed'],
	narrowBy: ['cells'],

	example: { path: 'analysis.ipynb', cells: [2] },

	input: z.strictObject({
		path,
		cells: z
			.array(z.int().positive())
			.min(1)
			.max(1000)
			.optional()
			.describe('1-based code cells in the order in which they run; all unless given.'),
		kernel: z.string().min(1).optional().describe('Name or id of a kernel to select; the selected one unless given.'),
		timeout: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.default(DEFAULT_WAIT)
			.describe('Milliseconds until the run is stopped; 300000 unless given.'),
	}),

	output: z.object({
		path: z.string(),
		kernel: z.string().optional(),
		total: z.int(),
		succeeded: z.int(),
		failed: z.int(),
		stopped: z.int().describe('Still running when the time was over.'),
		notRun: z.int().describe('Left out by the kernel, such as after a failure.'),
		milliseconds: z.int(),
		dirty: z.boolean().describe('The notebook has unsaved edits or outputs.'),
		cells: z
			.array(rowShape)
			.describe('In the order of the run; where there is no room for all, failures and cells with outputs first.'),
		cellsLeftOut: z.int().optional().describe('Read them with notebook_read.'),
	}),

	async run({ path, cells, kernel, timeout }, { notebooks }, call) {
		call.progress({ message: 'Running the cells …' });
		const run = await notebooks.run(path, { cells, kernel, milliseconds: timeout }, call.signal, (done, total) =>
			call.progress({ message: `${done} of ${total} cells have run`, done, total }),
		);
		const outputBudget = Math.round(call.budget * OUTPUT_SHARE);
		const rows = run.cells.map(cell => toRow(cell, outputBudget));
		const important = [...rows].sort((left, right) => rank(left) - rank(right));
		const chosen = new Set(takeWhileFits(important, call.budget - 700, row => JSON.stringify(row).length + 20));
		const count = (state: RanCell['state']) => run.cells.filter(cell => cell.state === state).length;
		return {
			path: run.path,
			...(run.kernel !== undefined && { kernel: run.kernel }),
			total: rows.length,
			succeeded: count('succeeded'),
			failed: count('failed'),
			stopped: count('stopped'),
			notRun: count('not_run'),
			milliseconds: run.milliseconds,
			dirty: run.dirty,
			cells: rows.filter(row => chosen.has(row)),
			...(chosen.size < rows.length && { cellsLeftOut: rows.length - chosen.size }),
		};
	},

	render({ path, kernel, total, succeeded, failed, stopped, notRun, milliseconds, dirty, cells, cellsLeftOut }) {
		const states = tally([
			[succeeded, 'ran', 'ran'],
			[failed, 'failed', 'failed'],
			[stopped, 'stopped', 'stopped'],
			[notRun, 'not run', 'not run'],
		]);
		const by = kernel === undefined ? '' : ` with ${kernel}`;
		const head = `${countOf(total, 'cell')} of ${path}${by} in ${(milliseconds / 1000).toFixed(1)} s${states && `: ${states}`}.`;
		const notes = [
			...(stopped > 0 ? ['(The time was over, and the rest was stopped. A longer timeout lets it finish.)'] : []),
			...(cellsLeftOut === undefined ? [] : [`(${cellsLeftOut} more cells: see them with notebook_read.)`]),
			...(dirty ? ['The notebook has unsaved changes now.'] : []),
		];
		const blocks = cells.flatMap(cell => [headOf(cell), ...renderOutputs(cell)]);
		const short = cells.filter(({ state }) => state !== 'succeeded').map(headOf);
		return [[head, ...blocks, ...notes].join('\n'), [head, ...short, ...notes].join('\n'), head];
	},
});

type Row = ReturnType<typeof toRow>;

function toRow(cell: RanCell, outputBudget: number) {
	const { number, state, language, outputs } = cell;
	return {
		cell: number,
		state,
		...(state === 'not_run' ? { language } : { ...executionOf(cell), ...outputRows(outputs, outputBudget) }),
	};
}

function rank(row: Row): number {
	return row.state === 'failed' ? 0 : 'outputs' in row && row.outputs ? 1 : 2;
}

function headOf({ cell, state, language, order, milliseconds }: z.infer<typeof rowShape>): string {
	const facts = [
		state === 'not_run' ? `not run, ${language ?? ''}` : state === 'succeeded' ? 'ran' : state,
		order !== undefined && `execution ${order}`,
		milliseconds !== undefined && `${milliseconds} ms`,
	];
	return `--- cell ${cell} (${facts.filter(Boolean).join(', ')})`;
}
