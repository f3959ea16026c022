import { describe, expect, test } from 'vitest';
import { isToolError } from '../../../src/errors/tool-error.ts';
import type { Notebook } from '../../../src/ports/notebooks.ts';
import { type CellEdit, planCells } from '../../../src/tools/notebook/plan-cells.ts';
import { cellOf } from '../../fakes/fake-notebooks.ts';

const book = (...sources: string[]): Notebook => ({
	...{ path: 'a.ipynb', type: 'test-book', dirty: false, version: 'v' },
	cells: sources.map(source => cellOf(source, { version: `v-${source}` })),
});

const sourcesAfter = (notebook: Notebook, edits: readonly CellEdit[]) =>
	planCells(notebook, edits).cells.map(({ source }) => source);

function refusal(notebook: Notebook, edits: readonly CellEdit[]) {
	try {
		planCells(notebook, edits);
	} catch (error) {
		if (isToolError(error)) {
			return { code: error.code, message: error.message };
		}
	}
	throw new Error('The edits were taken.');
}

describe('numbers are those before all edits', () => {
	test('a cell that was inserted above shifts nothing', () => {
		const edits: CellEdit[] = [
			{ action: 'insert', cell: 0, newText: 'top' },
			{ action: 'replace', cell: 1, oldText: 'a', newText: 'A' },
			{ action: 'delete', cell: 2, oldText: 'b' },
			{ action: 'insert', cell: 2, newText: 'in place of b' },
			{ action: 'insert', newText: 'end' },
		];
		expect(sourcesAfter(book('a', 'b', 'c'), edits)).toEqual(['top', 'A', 'in place of b', 'c', 'end']);
		expect(planCells(book('a', 'b', 'c'), edits).numbers).toEqual([1, 2, undefined, 3, 5]);
	});

	test('cells that go after the same one keep the order in which they were asked for', () => {
		const edits: CellEdit[] = ['1', '2', '3'].map(newText => ({ action: 'insert', cell: 1, newText }));
		expect(sourcesAfter(book('a', 'b'), edits)).toEqual(['a', '1', '2', '3', 'b']);
	});

	test('a cell moves up, down, and with another text', () => {
		expect(sourcesAfter(book('a', 'b', 'c'), [{ action: 'move', cell: 3, oldText: 'c', to: 0 }])).toEqual([
			'c',
			'a',
			'b',
		]);
		const moved = planCells(book('a', 'b', 'c'), [
			{ action: 'replace', cell: 1, oldText: 'a', newText: 'A' },
			{ action: 'move', cell: 1, version: 'v-a', to: 3 },
		]);
		expect(moved.cells).toMatchObject([{ source: 'b' }, { source: 'c' }, { source: 'A', from: 1, moved: true }]);
		expect(moved.numbers).toEqual([undefined, 3]);
	});
});

describe('kind and language', () => {
	test('a new cell speaks the language of the code before it, and markdown if it is text', () => {
		const { cells } = planCells(book('a'), [
			{ action: 'insert', cell: 1, newText: 'x' },
			{ action: 'insert', cell: 1, newText: '# y', kind: 'markup' },
		]);
		expect(cells.slice(1)).toMatchObject([{ language: 'python' }, { kind: 'markup', language: 'markdown' }]);
	});

	test('without any code the language has to be said', () => {
		expect(refusal(book(), [{ action: 'insert', newText: 'x' }]).message).toContain('language');
		expect(sourcesAfter(book(), [{ action: 'insert', newText: 'x', language: 'r' }])).toEqual(['x']);
	});

	test('a cell becomes text', () => {
		const { cells } = planCells(book('a'), [{ action: 'replace', cell: 1, version: 'v-a', kind: 'markup' }]);
		expect(cells).toEqual([{ kind: 'markup', language: 'markdown', source: 'a', from: 1 }]);
	});
});

describe('an agent that is behind', () => {
	test('is told where the cell is now, and what stands in its place', () => {
		const { code, message } = refusal(book('new', 'a', 'b'), [{ action: 'delete', cell: 1, version: 'v-a' }]);
		expect(code).toBe('E_EDIT_NOT_MATCHED');
		expect(message).toContain('What you mean is cell 2 now');
		expect(message).toContain('new');
	});

	test('cannot replace, delete or move without saying what the cell held', () => {
		for (const action of ['replace', 'delete', 'move'] as const) {
			expect(refusal(book('a'), [{ action, cell: 1, newText: 'x', to: 0 }]).code).toBe('E_INVALID_PARAMS');
		}
	});

	test('cannot replace all of a cell by an empty oldText', () => {
		expect(refusal(book('a'), [{ action: 'replace', cell: 1, oldText: '', newText: 'x' }]).message).toContain('empty');
		expect(sourcesAfter(book(''), [{ action: 'replace', cell: 1, oldText: '', newText: 'x' }])).toEqual(['x']);
	});

	test('a part of a cell does not stand for all of it', () => {
		expect(refusal(book('a\nb'), [{ action: 'delete', cell: 1, oldText: 'a' }]).code).toBe('E_EDIT_NOT_MATCHED');
	});

	test('all edits are made or none, and each that fails is told', () => {
		const { message } = refusal(book('a', 'b'), [
			{ action: 'replace', cell: 1, oldText: 'x', newText: 'y' },
			{ action: 'insert', newText: 'c' },
			{ action: 'replace', cell: 2, oldText: 'z', newText: 'y' },
		]);
		expect(message).toMatch(/Edit 1: [\s\S]*Edit 3: /);
	});
});

test.each<[string, CellEdit, string]>([
	['a cell that is not there', { action: 'delete', cell: 9, oldText: 'a' }, 'E_CELL_NOT_FOUND'],
	['a place that is not there', { action: 'insert', cell: 9, newText: 'a' }, 'E_CELL_NOT_FOUND'],
	['a goal that is not there', { action: 'move', cell: 1, oldText: 'a', to: 9 }, 'E_CELL_NOT_FOUND'],
	['no cell', { action: 'delete', oldText: 'a' }, 'E_INVALID_PARAMS'],
	['no goal', { action: 'move', cell: 1, oldText: 'a' }, 'E_INVALID_PARAMS'],
	['no text', { action: 'insert' }, 'E_INVALID_PARAMS'],
	['nothing to replace by', { action: 'replace', cell: 1, oldText: 'a' }, 'E_INVALID_PARAMS'],
])('%s is refused', (_, edit, code) => {
	expect(refusal(book('a'), [edit]).code).toBe(code);
});

test('a cell that an edit before has deleted is refused', () => {
	expect(
		refusal(book('a'), [
			{ action: 'delete', cell: 1, oldText: 'a' },
			{ action: 'replace', cell: 1, oldText: 'a', newText: 'b' },
		]).code,
	).toBe('E_INVALID_PARAMS');
});
