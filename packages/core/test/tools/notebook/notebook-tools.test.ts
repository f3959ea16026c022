import { describe, expect, test } from 'vitest';
import type { RanCell } from '../../../src/ports/notebooks.ts';
import { notebookEdit } from '../../../src/tools/notebook/notebook-edit.ts';
import { notebookRead } from '../../../src/tools/notebook/notebook-read.ts';
import { notebookRun } from '../../../src/tools/notebook/notebook-run.ts';
import { FakeDiagnostics } from '../../fakes/fake-diagnostics.ts';
import { cellOf, FakeNotebooks } from '../../fakes/fake-notebooks.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const text = (value: string) => ({ kind: 'result' as const, text: value, media: [] });

describe('notebook_read', () => {
	test('pages by cells, and says where to go on', async () => {
		const cells = Array.from({ length: 10_000 }, (_, index) => cellOf(`cell(${index + 1})`));
		const notebooks = new FakeNotebooks({ 'a.ipynb': cells });
		const numbers: number[] = [];
		for (let next: unknown = 1; next !== undefined; ) {
			const page = await dataOf(runTool(notebookRead, { path: 'a.ipynb', startCell: next }, { notebooks }));
			numbers.push(...(page['cells'] as { cell: number }[]).map(({ cell }) => cell));
			next = page['nextCell'];
		}
		expect(numbers).toEqual(cells.map((_, index) => index + 1));
		expect(notebooks.seen[0]).toMatchObject({ from: 1 });
	});

	test('a cell that is longer than the answer comes in pieces of whole lines', async () => {
		const source = Array.from({ length: 2000 }, (_, index) => `line ${index + 1} ${'y'.repeat(30)}`).join('\n');
		const notebooks = new FakeNotebooks({ 'a.ipynb': [cellOf(source, { outputs: [text('out')] })] });
		let read = '';
		for (let next: unknown = 1; next !== undefined; ) {
			const page = await dataOf(runTool(notebookRead, { path: 'a.ipynb', startLine: next }, { notebooks }));
			read += `${read === '' ? '' : '\n'}${(page['cells'] as { source: string }[])[0]?.source ?? ''}`;
			next = page['nextLine'];
		}
		expect(read).toBe(source);
		// A part does not count as seen.
		expect(notebooks.seen.every(({ from, to }) => to < from)).toBe(true);
	});

	test('a line that is longer than the answer is not cut silently', async () => {
		const notebooks = new FakeNotebooks({ 'a.ipynb': [cellOf('z'.repeat(100_000))] });
		const { text: told } = await runTool(notebookRead, { path: 'a.ipynb' }, { notebooks });
		expect(told).toContain('only the start of a very long line');
		expect(told.length).toBeLessThan(30_000);
	});

	test('outputs are shortened, named or left out, and counted', async () => {
		const outputs = [
			text('a\n'.repeat(50_000)),
			{ kind: 'result' as const, media: [{ mime: 'image/png', bytes: 2_500_000 }] },
			...Array.from({ length: 100 }, () => text('more')),
		];
		const notebooks = new FakeNotebooks({ 'a.ipynb': [cellOf('x', { outputs }), cellOf('y')] });
		const { text: told } = await runTool(notebookRead, { path: 'a.ipynb' }, { notebooks });
		expect(told).toContain('lines left out');
		expect(told).toMatch(/\d+ more outputs are not shown/);
		expect(told).toContain('ask for one cell alone');
		const without = await runTool(notebookRead, { path: 'a.ipynb', outputs: false }, { notebooks });
		expect(without.text).not.toContain('[result]');
		const picture = new FakeNotebooks({ 'a.ipynb': [cellOf('x', { outputs: outputs.slice(1, 2) })] });
		expect((await runTool(notebookRead, { path: 'a.ipynb' }, { notebooks: picture })).text).toContain(
			'[result] (image/png, 2.5 MB)',
		);
	});

	test.each([
		[{ startCell: 3 }, 'E_CELL_NOT_FOUND'],
		[{ startCell: 2, endCell: 1 }, 'E_INVALID_PARAMS'],
		[{ startLine: 2 }, 'E_INVALID_LINE'],
		[{ path: 'gone.ipynb' }, 'E_FILE_NOT_FOUND'],
	])('%o is refused', async (input, code) => {
		const notebooks = new FakeNotebooks({ 'a.ipynb': [cellOf('x'), cellOf('y')] });
		expect(await errorOf(runTool(notebookRead, { path: 'a.ipynb', ...input }, { notebooks }))).toMatchObject({ code });
	});

	test('a notebook without cells says so', async () => {
		const notebooks = new FakeNotebooks({ 'a.ipynb': [] });
		expect((await runTool(notebookRead, { path: 'a.ipynb' }, { notebooks })).text).toContain('a.ipynb: no cells');
	});
});

test('notebook_edit changes cells and tells problems with their cell', async () => {
	const notebooks = new FakeNotebooks({ 'a.ipynb': [cellOf('x'), cellOf('y')] });
	const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
	const problem = { severity: 'error' as const, message: 'bad', range, cell: 2 };
	const file = { path: 'a.ipynb', freshness: 'fresh' as const };
	const diagnostics = new FakeDiagnostics([], [[{ ...file, problems: [] }], [{ ...file, problems: [problem] }]]);
	const edits = [
		{ action: 'replace', cell: 2, oldText: 'y', newText: 'Y' },
		{ action: 'insert', cell: 0, newText: 'top' },
	];
	const { envelope, text: told } = await runTool(notebookEdit, { path: 'a.ipynb', edits }, { notebooks, diagnostics });
	expect(envelope).toMatchObject({ ok: true, data: { totalCells: 3, edits: [{ cell: 3 }, { cell: 1 }] } });
	expect(notebooks.books['a.ipynb']?.map(({ source }) => source)).toEqual(['top', 'x', 'Y']);
	expect(told).toContain('a.ipynb cell 2:1: bad');
});

describe('notebook_run', () => {
	const ran = (number: number, state: RanCell['state'], more: Partial<RanCell> = {}): RanCell => ({
		...cellOf('x'),
		number,
		state,
		...more,
	});
	const run = (cells: readonly RanCell[]) =>
		new FakeNotebooks({}, { path: 'a.ipynb', kernel: 'K', ended: true, dirty: true, milliseconds: 1200, cells });

	test('counts the states and gives outputs; the shell sees failures', async () => {
		const notebooks = run([
			ran(1, 'succeeded', { order: 3, milliseconds: 5, outputs: [text('42')] }),
			ran(2, 'failed', { outputs: [{ kind: 'error', text: 'Oops', media: [] }] }),
			ran(3, 'not_run'),
		]);
		const { envelope, text: told } = await runTool(notebookRun, { path: 'a.ipynb', cells: [1] }, { notebooks });
		expect(envelope).toMatchObject({ data: { total: 3, succeeded: 1, failed: 1, notRun: 1, dirty: true } });
		expect(told).toBe(
			[
				'3 cells of a.ipynb with K in 1.2 s: 1 ran, 1 failed, 1 not run.',
				'--- cell 1 (ran, execution 3, 5 ms)',
				'[result] 42',
				'--- cell 2 (failed)',
				'[error] Oops',
				'--- cell 3 (not run, python)',
				'The notebook has unsaved changes now.',
			].join('\n'),
		);
		expect(notebooks.asked).toMatchObject({ cells: [1], milliseconds: 300_000 });
		expect(notebookRun.failureFields).toEqual(['failed']);
	});

	test('where there is no room for all cells, the failures come', async () => {
		const cells = Array.from({ length: 400 }, (_, index) => ran(index + 1, index === 399 ? 'failed' : 'succeeded'));
		const data = await dataOf(runTool(notebookRun, { path: 'a.ipynb' }, { notebooks: run(cells) }));
		const shown = data['cells'] as { cell: number }[];
		expect(shown.at(-1)).toMatchObject({ cell: 400, state: 'failed' });
		expect(data['cellsLeftOut']).toBe(400 - shown.length);
		expect(shown.length).toBeLessThan(400);
	});

	test('what was stopped is said', async () => {
		const { text: told } = await runTool(notebookRun, { path: 'a.ipynb' }, { notebooks: run([ran(1, 'stopped')]) });
		expect(told).toContain('The time was over');
	});

	test('without a kernel it is an error', async () => {
		const notebooks = new FakeNotebooks({});
		expect(await errorOf(runTool(notebookRun, { path: 'a.ipynb' }, { notebooks }))).toMatchObject({
			code: 'E_NO_KERNEL',
		});
	});
});
