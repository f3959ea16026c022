import { expect, test } from 'vitest';
import { cellAddress, linesOfCells, notebookText, splitCellAddress } from '../../src/text/notebook-text.ts';

const CELLS = ['a', 'b\nb', '', 'd'].map(source => ({ kind: 'code', language: 'python', source }));

test('every line of the text belongs to one cell', () => {
	const lines = notebookText(CELLS).split('\n');
	for (const [index, { source }] of CELLS.entries()) {
		const { from, to } = linesOfCells(CELLS, { from: index + 1, to: index + 1 });
		expect(
			lines
				.slice(from - 1, to)
				.join('\n')
				.trimEnd(),
		).toBe(`%% code python\n${source}`.trimEnd());
	}
	expect(linesOfCells(CELLS, { from: 1, to: CELLS.length })).toEqual({ from: 1, to: lines.length });
});

test('no cells are no lines', () => {
	const { from, to } = linesOfCells(CELLS, { from: 2, to: 1 });
	expect(to).toBeLessThan(from);
});

test('an address of a cell is taken apart as it was put together', () => {
	expect(splitCellAddress(cellAddress('books/a#b.ipynb', 12))).toEqual({ notebook: 'books/a#b.ipynb', cell: 12 });
});

test.each(['a.ipynb', '#cell1', 'a.ipynb#cell0', 'a.ipynb#cell', 'a.ipynb#cell1x', 'a.ipynb#cell12345678', ''])(
	'%j names no cell',
	path => {
		expect(splitCellAddress(path)).toBeUndefined();
	},
);
