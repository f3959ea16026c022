import { expect, test } from 'vitest';
import type { ActiveEditor } from '../../../src/ports/editor.ts';
import { editorContext } from '../../../src/tools/editor/editor-context.ts';
import { editorOpen } from '../../../src/tools/editor/editor-open.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeEditor } from '../../fakes/fake-editor.ts';
import { FakeSymbols, range, symbol } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const ACTIVE: ActiveEditor = {
	path: 'a.ts',
	language: 'typescript',
	dirty: true,
	lineCount: 3,
	cursor: { line: 2, column: 4 },
	selections: [{ range: range(2, 1, 2, 4), text: 'two' }],
	visible: { startLine: 1, endLine: 2 },
};

function ports(active: ActiveEditor | undefined) {
	const symbols = new FakeSymbols();
	symbols.outlines['a.ts'] = [symbol('Cart', 'class', 1, 3, [symbol('total', 'method', 2, 3)])];
	const editor = new FakeEditor();
	editor.activeEditor = active;
	return { editor, symbols, documents: new FakeDocuments({ 'a.ts': 'one\ntwo\nthree' }) };
}

test('editor_context tells where the user is', async () => {
	const { envelope, text } = await runTool(editorContext, { includeText: true }, ports(ACTIVE));
	expect(envelope).toMatchObject({
		data: {
			active: {
				path: 'a.ts',
				line: 2,
				column: 4,
				enclosing: ['Cart', 'total'],
				selections: [{ line: 2, column: 1, endLine: 2, endColumn: 4, text: 'two' }],
				visible: { startLine: 1, endLine: 2, text: 'one\ntwo' },
			},
			tabsTotal: 1,
		},
	});
	expect(text).toContain('Cursor: line 2, column 4, in Cart > total');
});

test('editor_context without an active file is an answer too', async () => {
	expect(await dataOf(runTool(editorContext, {}, ports(undefined)))).toMatchObject({ tabsTotal: 1 });
});

test('editor_context does without an outline when there is no language server', async () => {
	const given = ports(ACTIVE);
	given.symbols.outline = () => Promise.reject(new Error('no server'));
	expect(await dataOf(runTool(editorContext, {}, given))).not.toHaveProperty('active.enclosing');
});

test.each([
	[{}, undefined],
	[{ line: 3 }, range(3, 1)],
	[{ line: 3, column: 2 }, range(3, 2)],
	[{ line: 3, column: 2, endLine: 4, endColumn: 5 }, range(3, 2, 4, 5)],
	[{ line: 3, endLine: 4 }, range(3, 1, 4, 1)],
])('editor_open %j', async (input, wanted) => {
	const given = ports(undefined);
	await dataOf(runTool(editorOpen, { path: 'a.ts', ...input }, given));
	expect(given.editor.opened).toEqual([{ path: 'a.ts', range: wanted }]);
});

test('editor_open refuses a selection that ends before it starts', async () => {
	const error = await errorOf(runTool(editorOpen, { path: 'a.ts', line: 4, endLine: 2 }, ports(undefined)));
	expect(error).toMatchObject({ code: 'E_INVALID_PARAMS' });
});
