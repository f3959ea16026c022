/** A cell as far as its text goes; `CellText` of the port without what it means. */
interface Cell {
	kind: string;
	language: string;
	source: string;
}

/**
 * All cells as one text, each below a line that names its kind and language: for comparing two states of a notebook as two
 * states of a file are compared. Numbers are left out, because an inserted cell would change all that follow.
 */
export function notebookText(cells: readonly Cell[]): string {
	return cells.map(cell => `${cellText(cell)}\n`).join('');
}

export function cellText({ kind, language, source }: Cell): string {
	return `%% ${kind} ${language}\n${source}`;
}

/** The lines of that text that hold these cells; all numbers are 1-based and inclusive. */
export function linesOfCells(cells: readonly Cell[], { from, to }: { from: number; to: number }) {
	const before = lineCount(cells.slice(0, from - 1));
	const after = before + lineCount(cells.slice(from - 1, to));
	// The text ends in a line break, after which a comparison of lines sees one more, empty line.
	return { from: before + 1, to: to >= cells.length ? after + 1 : after };
}

function lineCount(cells: readonly Cell[]): number {
	return cells.reduce((sum, { source }) => sum + 1 + source.split('\n').length, 0);
}

/** Cells of a notebook are documents of their own. Agents name them like this: analysis.ipynb#cell3, counted from 1. */
const ADDRESS = /^(.+)#cell([1-9]\d{0,5})$/s;

export function cellAddress(notebook: string, cell: number): string {
	return `${notebook}#cell${cell}`;
}

export function splitCellAddress(path: string): { notebook: string; cell: number } | undefined {
	const [, notebook, cell] = ADDRESS.exec(path) ?? [];
	return notebook === undefined ? undefined : { notebook, cell: Number(cell) };
}
