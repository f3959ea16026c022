import { expect, test } from 'vitest';
import type { FileMove } from '../../../src/ports/file-moves.ts';
import { fileRename } from '../../../src/tools/file/file-rename.ts';
import { dataOf, runTool } from '../../fakes/run-tool.ts';

function rename(move: Partial<FileMove>) {
	const whole: FileMove = {
		from: 'a.ts',
		to: 'b.ts',
		kind: 'file',
		imports: 'updated',
		changed: [],
		outdated: [],
		leftUnsaved: [],
		...move,
	};
	return runTool(fileRename, { from: 'a.ts', to: 'b.ts' }, { fileMoves: { move: () => Promise.resolve(whole) } });
}

test('the answer names the files whose imports were changed', async () => {
	expect((await rename({ changed: ['c.ts', 'd.ts'], leftUnsaved: ['b.ts'] })).text).toBe(
		'Moved the file. Imports were updated.\nChanged 2 files:\nc.ts, d.ts\nNot saved, because of unsaved edits: b.ts',
	);
});

test("imports that stay as they are, because the user's setting says so, are named", async () => {
	expect((await rename({ imports: 'never', outdated: ['c.ts'] })).text).toBe(
		"Moved the file. Imports were not updated: the user's setting says never.\nStill importing from the old place:\nc.ts",
	);
});

test('thousands of changed files stay in the budget, with an exact total', async () => {
	const changed = Array.from({ length: 3000 }, (_, index) => `packages/some/folder/file-number-${index}.ts`);
	const data = await dataOf(rename({ changed, outdated: changed }));
	expect(data).toMatchObject({ changedTotal: 3000, outdatedTotal: 3000, truncated: true });
	expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_000);
});
