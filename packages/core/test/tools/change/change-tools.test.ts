import { expect, test } from 'vitest';
import type { Changes, RecordedChange, UndoneChange } from '../../../src/ports/changes.ts';
import { changeList } from '../../../src/tools/change/change-list.ts';
import { changeUndo } from '../../../src/tools/change/change-undo.ts';
import { dataOf, runTool } from '../../fakes/run-tool.ts';

const CHANGE: RecordedChange = {
	id: 'c1',
	time: '2026-11-17T10:00:00.000Z',
	agent: 'claude-code',
	call: 'r1',
	tool: 'file_edit',
	kind: 'edit',
	path: 'src/cart.ts',
	linesAdded: 2,
	linesRemoved: 1,
	isUndo: false,
	undone: false,
};

function fakeChanges(known: readonly RecordedChange[], outcomes: readonly Partial<UndoneChange>[] = []) {
	const undone: string[][] = [];
	const changes: Changes = {
		list: () => Promise.resolve(known),
		undo(ids) {
			undone.push([...ids]);
			return Promise.resolve(
				ids.map((id, index) => ({ id, path: 'src/cart.ts', outcome: 'undone', kept: [], ...outcomes[index] })),
			);
		},
	};
	return { changes, undone };
}

test('change_list tells id, time, tool, file and size, and what is undone', async () => {
	const { changes } = fakeChanges([CHANGE, { ...CHANGE, id: 'c2', kind: 'move', to: 'src/basket.ts', undone: true }]);
	const { text } = await runTool(changeList, {}, { changes });
	expect(text).toBe(
		'c1 2026-11-17T10:00:00 file_edit src/cart.ts (+2 -1)\nc2 2026-11-17T10:00:00 file_edit src/cart.ts to src/basket.ts (move, undone)',
	);
});

test('change_list counts what it leaves out', async () => {
	const { changes } = fakeChanges(Array.from({ length: 3 }, (_, index) => ({ ...CHANGE, id: `c${index}` })));
	const { text } = await runTool(changeList, { limit: 1 }, { changes });
	expect(text).toContain('2 more; raise limit or give a path.');
	expect(await dataOf(runTool(changeList, { limit: 1 }, { changes }))).toMatchObject({ total: 3 });
	expect((await runTool(changeList, { call: 'r2' }, { changes })).text).toBe('No changes.');
});

test('change_undo takes back everything but undoings, and these by their ids', async () => {
	const { changes, undone } = fakeChanges([
		CHANGE,
		{ ...CHANGE, id: 'c2', isUndo: true },
		{ ...CHANGE, id: 'c3', undone: true },
	]);
	expect((await runTool(changeUndo, { all: true }, { changes })).text).toBe('Took back 1 change in 1 file.');
	await runTool(changeUndo, { ids: ['c2'] }, { changes });
	expect(undone).toEqual([['c1'], ['c2']]);
});

test('change_undo leaves what may be the user’s own work, unless it is named', async () => {
	const { changes, undone } = fakeChanges([CHANGE, { ...CHANGE, id: 'c2', path: 'src/a.ts', guessed: true }]);
	const { text } = await runTool(changeUndo, { all: true }, { changes });
	expect(text).toBe(
		'Took back 1 change in 1 file.\nsrc/a.ts: kept, written outside of the editor, by you or by the user; if it is yours, give its id, c2.',
	);
	await runTool(changeUndo, { ids: ['c2'] }, { changes });
	await runTool(changeUndo, { path: 'src' }, { changes });
	expect(undone).toEqual([['c1'], ['c2'], ['c1', 'c2']]);
	const guesses = fakeChanges([{ ...CHANGE, guessed: true }]);
	expect((await runTool(changeUndo, { all: true }, guesses)).text).toContain('src/cart.ts: kept');
	expect(guesses.undone).toEqual([]);
});

test('change_undo names what was left, and why', async () => {
	const why = 'someone else has changed the same lines since';
	const { changes } = fakeChanges([CHANGE], [{ outcome: 'partly', why, kept: [{ line: 4, lines: 3 }] }]);
	expect((await runTool(changeUndo, { all: true }, { changes })).text).toBe(
		`src/cart.ts: taken back in part, ${why}. Left: line 4 to 6.`,
	);
});

test.each([
	[{}, 'E_INVALID_PARAMS'],
	[{ ids: ['c9'] }, 'E_INVALID_PARAMS'],
	[{ ids: ['c3'] }, 'E_INVALID_PARAMS'],
	[{ call: 'r9' }, 'E_NO_CHANGES'],
])('change_undo %j is %s', async (input, code) => {
	const { changes } = fakeChanges([CHANGE, { ...CHANGE, id: 'c3', undone: true }]);
	expect((await runTool(changeUndo, input, { changes })).text).toContain(`[${code}]`);
});
