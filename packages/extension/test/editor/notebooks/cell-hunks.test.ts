import type { CellText, PlannedCell } from '@hawser/core/ports/notebooks.ts';
import { describe, expect, test } from 'vitest';
import { changesOfCells } from '../../../src/editor/notebooks/cell-hunks.ts';

const cell = (source: string): CellText => ({ kind: 'code', language: 'python', source });
const kept = (source: string, from: number): PlannedCell => ({ ...cell(source), from });

/** Makes the changes as the editor does: from the end, by the indexes of the present cells. */
function apply(present: readonly CellText[], planned: readonly PlannedCell[]): string[] {
	const { hunks, texts } = changesOfCells(present, planned);
	const result = present.map(({ source }, index) => texts.get(index) ?? source);
	for (const { from, to, cells } of hunks.toReversed()) {
		result.splice(from, to - from, ...cells.map(({ source }) => source));
	}
	return result;
}

const PRESENT = ['a', 'b', 'c', 'd'].map(cell);

describe('changesOfCells', () => {
	test.each<[string, PlannedCell[]]>([
		['nothing', PRESENT.map(({ source }, index) => kept(source, index + 1))],
		['another text', [kept('a', 1), kept('B', 2), kept('c', 3), kept('d', 4)]],
		['a cell less', [kept('a', 1), kept('c', 3), kept('d', 4)]],
		[
			'cells in front, between and behind',
			[cell('x'), kept('a', 1), cell('y'), kept('b', 2), kept('c', 3), kept('d', 4), cell('z')],
		],
		['the last first', [{ ...kept('d', 4), moved: true }, kept('a', 1), kept('b', 2), kept('c', 3)]],
		['the first last, changed', [kept('b', 2), kept('c', 3), kept('d', 4), { ...kept('A', 1), moved: true }]],
		['no cells', []],
		['others', [cell('x'), cell('y')]],
	])('%s', (_, planned) => {
		expect(apply(PRESENT, planned)).toEqual(planned.map(({ source }) => source));
	});

	test('a cell whose text alone changes stays, one of another kind or language makes way', () => {
		expect(changesOfCells(PRESENT, [kept('A', 1), kept('b', 2), kept('c', 3), kept('d', 4)]).hunks).toEqual([]);
		const planned: PlannedCell[] = [{ ...kept('a', 1), language: 'r' }, kept('b', 2), kept('c', 3), kept('d', 4)];
		expect(changesOfCells(PRESENT, planned).hunks).toMatchObject([{ from: 0, to: 1 }]);
	});
});
