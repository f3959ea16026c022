import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { NotebookCell } from '../../ports/notebooks.ts';
import { plural } from '../../text/plural.ts';
import { executionFields, executionOf, outputRows, renderOutputs } from './cell-rows.ts';

/** The outputs of a cell get this part of the answer; of a cell that is asked for alone, half of it. */
const OUTPUT_SHARE = 1 / 15;
const ALONE_SHARE = 1 / 2;

/** The smallest cell takes some sixty characters, so no answer has more. */
const MAX_CELLS = 1000;

const cellNumber = z.int().positive();

const rowShape = z.object({
	cell: z.int(),
	id: z.string().optional(),
	kind: z.enum(['code', 'markup']),
	language: z.string(),
	version: z.string(),
	succeeded: z.boolean().optional().describe('How the last run ended.'),
	source: z.string(),
	startLine: z.int().optional().describe('Line at which the source starts, if not the first.'),
	longLine: z.literal(true).optional().describe('Of a line that is longer than the answer, only the start is given.'),
	...executionFields,
});

type Row = z.infer<typeof rowShape>;

export const notebookRead = defineTool({
	name: 'notebook_read',
	title: 'Read a notebook',
	searchHint: 'jupyter ipynb notebook cells outputs',
	description:
		'Reads the cells of a notebook (.ipynb or another format that VS Code opens as one) with number, kind, language, source and outputs, as the editor has them, unsaved edits included. Images and HTML are named, not dumped.',
	whenToUse:
		'Use it instead of reading the JSON of an .ipynb. Long notebooks come in pages: ask on from nextCell. Each cell has a version, which notebook_edit takes.',
	effect: 'reads',
	needs: ['notebooks'],
	listed: false,
	plainText: true,
	budget: 30_000,
	timeout: 120_000,
	narrowBy: ['startCell', 'endCell', 'outputs'],

	example: { path: 'analysis.ipynb' },

	input: z.strictObject({
		path,
		startCell: cellNumber.default(1).describe('1-based first cell.'),
		endCell: cellNumber.optional().describe('1-based last cell, inclusive.'),
		startLine: line.default(1).describe('1-based line of the first cell to start at; for a cell that is very long.'),
		outputs: z.boolean().default(true).describe('Also what the cells have put out.'),
	}),

	output: z.object({
		path: z.string(),
		type: z.string(),
		dirty: z.boolean(),
		version: z.string().describe('Names all cells as they are; notebook_edit takes it.'),
		totalCells: z.int(),
		cells: z.array(rowShape),
		nextCell: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
		nextLine: z.int().optional().describe('Line of that cell at which to go on.'),
	}),

	async run({ path, startCell, endCell, startLine, outputs }, { notebooks }, { agent, signal, budget }) {
		const notebook = await notebooks.read(path, signal);
		const totalCells = notebook.cells.length;
		if (startCell > Math.max(1, totalCells)) {
			throw new ToolError('E_CELL_NOT_FOUND', `${notebook.path} has ${plural(totalCells, 'cell')}.`);
		}
		if (endCell !== undefined && endCell < startCell) {
			throw new ToolError('E_INVALID_PARAMS', `endCell ${endCell} comes before startCell ${startCell}.`);
		}
		const last = Math.min(endCell ?? totalCells, totalCells);
		const room = budget - 500;
		const outputBudget = Math.round(room * (startCell === last ? ALONE_SHARE : OUTPUT_SHARE));
		const asked = notebook.cells.slice(startCell - 1, Math.min(last, startCell - 1 + MAX_CELLS));
		const rows = takeWhileFits(
			asked.map((cell, index) => ({
				...toRow(cell, startCell + index, outputs ? outputBudget : undefined),
				...(index === 0 && startLine > 1 && fromLine(cell, startLine)),
			})),
			room,
			rowSize,
		);
		const shown = rows.map((row, index) => (index === 0 ? withinRoom(row, room) : { row }));
		const cut = shown[0]?.nextLine;
		const lastShown = startCell - 1 + rows.length;
		// A cell of which a part is shown does not count as seen.
		const firstSeen = startLine > 1 ? startCell + 1 : startCell;
		await notebooks.shown(notebook, { from: firstSeen, to: cut === undefined ? lastShown : startCell - 1 }, agent);
		return {
			path: notebook.path,
			type: notebook.type,
			dirty: notebook.dirty,
			version: notebook.version,
			totalCells,
			cells: shown.map(({ row }) => row),
			...(cut === undefined ? lastShown < last && { nextCell: lastShown + 1 } : { nextCell: startCell, nextLine: cut }),
		};
	},

	render({ path, type, dirty, version, totalCells, cells, nextCell, nextLine }) {
		const facts = [type, `version ${version}`, dirty && 'unsaved edits'].filter(Boolean).join(', ');
		const which =
			totalCells === 0 ? 'no cells' : `cells ${cells[0]?.cell ?? 0} to ${cells.at(-1)?.cell ?? 0} of ${totalCells}`;
		const blocks = cells.flatMap(cell => [headOf(cell), cell.source, ...renderOutputs(cell)]);
		const atLine = nextLine === undefined ? '' : ` and startLine ${nextLine}`;
		const more = nextCell === undefined ? [] : [`(More: call again with startCell ${nextCell}${atLine}.)`];
		const cutOutputs = cells.some(
			({ outputs = [], outputsLeftOut = 0 }) => outputsLeftOut > 0 || outputs.some(({ truncated }) => truncated),
		);
		const whole =
			cutOutputs && cells.length > 1
				? ['(Some outputs are shortened: ask for one cell alone to see more of them.)']
				: [];
		return [[`${path}: ${which} (${facts})`, ...blocks, ...more, ...whole].join('\n')];
	},
});

function toRow(cell: NotebookCell, number: number, outputBudget: number | undefined): Row {
	const { id, kind, language, version, succeeded, source } = cell;
	return {
		cell: number,
		...(id !== undefined && { id }),
		...{ kind, language, version, source },
		...(succeeded !== undefined && { succeeded }),
		...executionOf(cell),
		...(outputBudget !== undefined && outputRows(cell.outputs, outputBudget)),
	};
}

function fromLine({ source }: NotebookCell, startLine: number) {
	const lines = source.split('\n');
	if (startLine > lines.length) {
		throw new ToolError('E_INVALID_LINE', `The cell has ${plural(lines.length, 'line')}.`);
	}
	return { startLine, source: lines.slice(startLine - 1).join('\n') };
}

/** The first cell always comes; where it is too long by itself, as many whole lines of it as there is room for. */
function withinRoom(row: Row, room: number): { row: Row; nextLine?: number } {
	const spare = room - (rowSize(row) - row.source.length);
	if (row.source.length <= spare) {
		return { row };
	}
	const lines = row.source.split('\n');
	const shown = takeWhileFits(
		lines.map(text => text.slice(0, spare)),
		spare,
		text => text.length + 1,
	);
	const { outputs = [], outputsLeftOut = 0, ...rest } = row;
	const unseen = outputs.length + outputsLeftOut;
	return {
		row: {
			...{ ...rest, source: shown.join('\n') },
			...(shown.some((text, index) => text.length < (lines[index]?.length ?? 0)) && { longLine: true as const }),
			...(unseen > 0 && { outputsLeftOut: unseen }),
		},
		...(shown.length < lines.length && { nextLine: (row.startLine ?? 1) + shown.length }),
	};
}

function rowSize({ source, ...rest }: Row): number {
	return source.length + JSON.stringify(rest).length;
}

function headOf({
	cell,
	id,
	kind,
	language,
	version,
	order,
	succeeded,
	milliseconds,
	startLine,
	longLine,
}: Row): string {
	const ran = succeeded === undefined ? '' : succeeded ? 'ran' : 'failed';
	const facts = [
		kind === 'markup' && language === 'markdown' ? 'markdown' : `${kind} ${language}`,
		order !== undefined && `execution ${order}`,
		ran && (milliseconds === undefined ? ran : `${ran} in ${milliseconds} ms`),
		id !== undefined && `id ${id}`,
		`version ${version}`,
		startLine !== undefined && `from line ${startLine}`,
		longLine && 'only the start of a very long line',
	];
	return `--- cell ${cell} (${facts.filter(Boolean).join(', ')})`;
}
