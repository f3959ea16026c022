import { expect, test } from 'vitest';
import { ToolError } from '../../../src/errors/tool-error.ts';
import { editorNotify } from '../../../src/tools/editor/editor-notify.ts';
import { editorReplaceSelection } from '../../../src/tools/editor/editor-replace-selection.ts';
import { editorShowTestingUi } from '../../../src/tools/editor/editor-show-testing-ui.ts';
import { FakeEditor } from '../../fakes/fake-editor.ts';
import { range } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

test('editor_replace_selection says what it replaced, and that it is not saved', async () => {
	const editor = new FakeEditor();
	editor.selection = { path: 'a.ts', replaced: 'two', range: range(2, 1, 2, 6), otherSelections: 2, dirty: true };
	const { envelope, text } = await runTool(editorReplaceSelection, { text: 'three', expected: 'two' }, { editor });
	expect(envelope).toMatchObject({
		data: { path: 'a.ts', line: 2, column: 1, endLine: 2, endColumn: 6, replaced: 'two', otherSelections: 2 },
	});
	expect(envelope).toMatchObject({ data: { saved: false } });
	expect(text).toBe(
		'Replaced the selection in a.ts; the new text is at 2:1-2:6, not saved.\n2 further selections were left as they are.\nIt was:\ntwo',
	);
	expect(editor.replacements).toEqual([{ text: 'three', expected: 'two' }]);
});

test('editor_replace_selection does not send back a whole file', async () => {
	const editor = new FakeEditor();
	const replaced = 'x'.repeat(50_000);
	editor.selection = { path: 'a.ts', replaced, range: range(1, 1), otherSelections: 0, dirty: true };
	const data = await dataOf(runTool(editorReplaceSelection, { text: '' }, { editor }));
	expect(data).toMatchObject({ truncated: true });
	expect(JSON.stringify(data).length).toBeLessThan(3000);
});

test('editor_replace_selection without a selection is an error', async () => {
	const editor = new FakeEditor();
	editor.selection = new ToolError('E_NO_SELECTION', 'Nothing is selected.');
	expect(await errorOf(runTool(editorReplaceSelection, { text: '' }, { editor }))).toMatchObject({
		code: 'E_NO_SELECTION',
	});
});

test.each([
	[{ message: 'Done' }, { message: 'Done', kind: 'info' }],
	[
		{ message: ' Careful\n', kind: 'warning' },
		{ message: 'Careful', kind: 'warning' },
	],
])('editor_notify %j', async (input, notice) => {
	const editor = new FakeEditor();
	expect(await dataOf(runTool(editorNotify, input, { editor }))).toEqual({ shown: true });
	expect(editor.notices).toEqual([notice]);
});

test.each([{ message: ' ' }, { message: 'x'.repeat(1001) }, { message: 'x', kind: 'fatal' }])(
	'editor_notify refuses %j',
	async input => {
		const editor = new FakeEditor();
		expect(await errorOf(runTool(editorNotify, input, { editor }))).toMatchObject({ code: 'E_INVALID_PARAMS' });
		expect(editor.notices).toEqual([]);
	},
);

test.each([
	[
		{ finished: true, sources: 1 },
		{ discovery: 'finished', sources: 1 },
		'The search for tests is over: the Testing view is shown, with tests from 1 source.',
	],
	[
		{ finished: false, sources: 2 },
		{ discovery: 'running', sources: 2 },
		'Extensions are still looking for tests: the Testing view is shown, with tests from 2 sources.',
	],
	[
		{ finished: true, sources: 0 },
		{ discovery: 'finished', sources: 0 },
		'The search for tests is over: no extension has found any; if none offers tests, VS Code has no Testing view to show.',
	],
])('editor_show_testing_ui, %j', async (tests, data, said) => {
	const editor = new FakeEditor();
	editor.tests = tests;
	const { envelope, text } = await runTool(editorShowTestingUi, {}, { editor });
	expect(envelope).toMatchObject({ data });
	expect(text).toBe(said);
});
