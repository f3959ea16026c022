import { expect, test } from 'vitest';
import { summarizeEdits } from '../../src/answers/edit-summary.ts';
import type { PlannedEdit } from '../../src/ports/values/edit-plan.ts';

const LINE = '\treturn total + total;';
const edit = (column: number): PlannedEdit => ({
	range: { start: { line: 3, column }, end: { line: 3, column: column + 5 } },
	newText: 'grandTotal',
	line: LINE,
});
const plan = { files: [{ path: 'a.ts', kind: 'edit' as const, edits: [edit(9), edit(17)] }] };

test('a change that was made is told with the lines as they are now, and where the new text stands', () => {
	const { files } = summarizeEdits(plan, { budget: 5000, limit: 10, asChanged: true });
	expect(files[0]?.places).toEqual([
		{ line: 3, column: 9, text: 'return grandTotal + grandTotal;' },
		{ line: 3, column: 22, text: 'return grandTotal + grandTotal;' },
	]);
});

test('a preview is told with the lines as they stand', () => {
	const { files } = summarizeEdits(plan, { budget: 5000, limit: 10 });
	expect(files[0]?.places.map(({ column, text }) => ({ column, text }))).toEqual([
		{ column: 9, text: 'return total + total;' },
		{ column: 17, text: 'return total + total;' },
	]);
});

test('an edit over several lines is told as it stood', () => {
	const over = { ...edit(9), range: { start: { line: 3, column: 9 }, end: { line: 4, column: 2 } } };
	const { files } = summarizeEdits(
		{ files: [{ path: 'a.ts', kind: 'edit', edits: [over] }] },
		{
			budget: 5000,
			limit: 10,
			asChanged: true,
		},
	);
	expect(files[0]?.places[0]).toMatchObject({ column: 9, text: 'return total + total;' });
});
