import { z } from 'zod';
import type { EditPlan, PlannedEdit, PlannedFile } from '../ports/values/edit-plan.ts';
import type { Position } from '../ports/values/text-position.ts';
import { filesByFolder } from '../text/files-by-folder.ts';
import { plural } from '../text/plural.ts';
import { shorten } from '../text/shorten.ts';
import { sourceLine, takeWhileFits } from './paging.ts';

/** The summary of a change of many files: exact totals, and as many places as fit. */
export const editSummary = {
	totalFiles: z.int(),
	totalEdits: z.int(),
	files: z.array(
		z.object({
			path: z.string(),
			kind: z.enum(['create', 'delete', 'rename']).optional().describe('Absent for a plain edit.'),
			to: z.string().optional().describe('Where a renamed file goes.'),
			edits: z.int(),
			places: z.array(
				z.object({
					line: z.int(),
					column: z.int(),
					text: z.string().describe('The line before the change; after a rename, as it is now.'),
					newText: z.string().optional().describe('What is put there.'),
				}),
			),
		}),
	),
	truncated: z.literal(true).optional().describe('Places or files were left out; the totals count them.'),
};

interface SummaryOptions {
	/** Characters that the summary may have. */
	budget: number;
	/** Places at most. */
	limit: number;
	/** True when the new text is shown at each place; in a rename it is the same everywhere. */
	newText?: boolean;
	/** True when the lines are shown as they are after the change. */
	asChanged?: boolean;
}

type SummaryRow = z.output<typeof editSummary.files>[number];

const NEW_TEXT_SHOWN = 600;

export function summarizeEdits(
	{ files }: Pick<EditPlan, 'files'>,
	{ budget, limit, newText = false, asChanged = false }: SummaryOptions,
) {
	const room = Math.max(0, budget - 600);
	const merged = mergeByPath(files);
	const rows = takeWhileFits(merged.map(toRow), room / 2, rowSize);
	const left = room - rows.reduce((sum, row) => sum + rowSize(row), 0);
	const places = rows.flatMap((row, index) =>
		(merged[index]?.edits ?? []).map((edit, _, edits) => {
			const { start, line } = asChanged ? changedLine(edit, edits) : { start: edit.range.start, line: edit.line };
			return {
				row,
				place: { ...start, text: sourceLine(line), ...(newText && { newText: shorten(edit.newText, NEW_TEXT_SHOWN) }) },
			};
		}),
	);
	const shown = takeWhileFits(places.slice(0, limit), left, ({ place }) => JSON.stringify(place).length + 4);
	for (const { row, place } of shown) {
		row.places.push(place);
	}
	const truncated = rows.length < merged.length || shown.length < places.length;
	return {
		totalFiles: merged.length,
		totalEdits: merged.reduce((sum, { edits }) => sum + edits.length, 0),
		files: [...rows],
		...(truncated && { truncated: true as const }),
	};
}

/** One text with the places and one without, under a headline of the tool's own. */
export function renderEdits(
	head: string,
	{ totalFiles, files, truncated }: { totalFiles: number; files: readonly SummaryRow[]; truncated?: true | undefined },
): [string, string] {
	const more = truncated ? [`(Not all places are shown; files in all: ${totalFiles}.)`] : [];
	const full = files.flatMap(row => [
		describeRow(row),
		...row.places.map(({ line, column, text, newText }) => {
			const inserted = newText === undefined ? '' : ` => ${JSON.stringify(newText)}`;
			return `${line}:${column} ${text}${inserted}`;
		}),
	]);
	return [[head, ...full, ...more].join('\n'), [head, ...files.map(describeRow), ...more].join('\n')];
}

/** What was changed, without the lines: each folder once, its files with their edits. Then the number of edits alone. */
export function renderChangedFiles(
	head: string,
	{ totalFiles, files }: { totalFiles: number; files: readonly SummaryRow[] },
): [string, string] {
	const rows = filesByFolder(
		files.map(({ path, kind, to, edits }) => {
			const notes = [kind, to === undefined ? undefined : `to ${to}`, edits > 1 ? edits : undefined];
			const note = notes.filter(word => word !== undefined).join(' ');
			return { path, ...(note !== '' && { note }) };
		}),
	);
	const more = files.length < totalFiles ? [`(and ${totalFiles - files.length} more files)`] : [];
	return [[head, ...rows, ...more].join('\n'), head];
}

/** The line of an edit after all edits of that line are made, and where the edit stands in it. */
function changedLine(edit: PlannedEdit, edits: readonly PlannedEdit[]): { start: Position; line: string } {
	const isWithinLine = ({ range: { start, end }, newText }: PlannedEdit) =>
		start.line === end.line && !newText.includes('\n');
	const ofLine = edits.filter(other => other.range.start.line === edit.range.start.line && isWithinLine(other));
	if (!isWithinLine(edit)) {
		return { start: edit.range.start, line: edit.line };
	}
	const growth = ({ range: { start, end }, newText }: PlannedEdit) => newText.length - (end.column - start.column);
	const before = ofLine.filter(other => other.range.start.column < edit.range.start.column);
	const line = ofLine
		.toSorted((left, right) => right.range.start.column - left.range.start.column)
		.reduce(
			(text, { range: { start, end }, newText }) =>
				text.slice(0, start.column - 1) + newText + text.slice(end.column - 1),
			edit.line,
		);
	const column = edit.range.start.column + before.reduce((sum, other) => sum + growth(other), 0);
	return { start: { ...edit.range.start, column }, line };
}

/** A file that is created and then filled is one file to an agent, though two steps to the editor. */
function mergeByPath(files: readonly PlannedFile[]): readonly PlannedFile[] {
	const byPath = new Map<string, PlannedFile>();
	for (const file of files) {
		const known = byPath.get(file.path);
		byPath.set(file.path, known ? { ...file, ...known, edits: [...known.edits, ...file.edits] } : file);
	}
	return [...byPath.values()];
}

function toRow({ path, kind, to, edits }: PlannedFile): SummaryRow {
	return { path, ...(kind !== 'edit' && { kind }), ...(to !== undefined && { to }), edits: edits.length, places: [] };
}

function rowSize({ path, to = '' }: SummaryRow): number {
	return path.length + to.length + 60;
}

function describeRow({ path, kind, to, edits }: SummaryRow): string {
	const what = [kind, to === undefined ? undefined : `to ${to}`].filter(word => word !== undefined).join(' ');
	return `${path}: ${what === '' ? '' : `${what}, `}${plural(edits, 'edit')}`;
}
