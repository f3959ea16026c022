import { describe, expect, test } from 'vitest';
import { ToolError } from '../../../src/errors/tool-error.ts';
import { codeActionApply } from '../../../src/tools/code/code-action-apply.ts';
import { codeActions } from '../../../src/tools/code/code-actions.ts';
import { codeCompletions } from '../../../src/tools/code/code-completions.ts';
import { codeFormat } from '../../../src/tools/code/code-format.ts';
import { codeInlayHints } from '../../../src/tools/code/code-inlay-hints.ts';
import { codeOrganizeImports } from '../../../src/tools/code/code-organize-imports.ts';
import { FakeDiagnostics } from '../../fakes/fake-diagnostics.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { edited, FakePlan, FakeRefactorings } from '../../fakes/fake-refactorings.ts';
import { FakeSymbols, range } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

function ports() {
	const refactorings = new FakeRefactorings();
	refactorings.plan = new FakePlan([edited('a.ts', [1, 4], 'import x;\n')]);
	return { refactorings, diagnostics: new FakeDiagnostics() };
}

describe('code_actions', () => {
	test('lists the actions that are offered, and the problems there', async () => {
		const given = ports();
		given.refactorings.offered = {
			range: range(3, 2, 3, 9),
			problems: [{ severity: 'error', message: 'Cannot find name', range: range(3, 2) }],
			actions: [
				{ id: 'w.1.1', title: 'Add import', kind: 'quickfix', preferred: true },
				{ id: 'w.1.2', title: 'Move to file', kind: 'refactor.move', preferred: false, disabled: 'It asks.' },
			],
		};
		const { text } = await runTool(codeActions, { path: 'a.ts', line: 3 }, given);
		expect(text).toBe(
			[
				'2 actions',
				'for line 3: Cannot find name',
				'w.1.1 Add import (quickfix, preferred)',
				'w.1.2 Move to file (refactor.move, not possible: It asks.)',
			].join('\n'),
		);
		expect(given.refactorings.asked).toEqual([{ path: 'a.ts', area: { line: 3 }, kind: undefined }]);
	});

	test('a long list is cut, and the total is exact', async () => {
		const given = ports();
		given.refactorings.offered = {
			actions: Array.from({ length: 400 }, (_, index) => ({
				id: `w.1.${index}`,
				title: `Import from a module with a long name, number ${index}`,
				kind: 'quickfix',
				preferred: false,
			})),
		};
		const data = await dataOf(runTool(codeActions, { path: 'a.ts', line: 1 }, given));
		expect(data).toMatchObject({ total: 400, truncated: true });
		expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_000);
	});

	test('a range must not end before it starts', async () => {
		const error = await errorOf(runTool(codeActions, { path: 'a.ts', line: 3, column: 5, endColumn: 2 }, ports()));
		expect(error.code).toBe('E_INVALID_PARAMS');
	});
});

describe('code_action_apply', () => {
	const apply = (input: Record<string, unknown>, given = ports()) => runTool(codeActionApply, input, given);

	test('a preview shows what is put where, and changes nothing', async () => {
		const given = ports();
		const data = await dataOf(apply({ id: 'w.1.1', preview: true }, given));
		expect(data).toMatchObject({
			applied: false,
			totalEdits: 2,
			files: [{ path: 'a.ts', places: [{ line: 1, text: 'line 1', newText: 'import x;\n' }, { line: 4 }] }],
		});
		expect(given.refactorings.plan.applied).toBe(0);
	});

	test('an action is found by kind or title for a range', async () => {
		const given = ports();
		await dataOf(apply({ path: 'a.ts', line: 2, column: 3, endColumn: 9, kind: 'refactor.extract' }, given));
		expect(given.refactorings.asked).toEqual([
			{ path: 'a.ts', area: { line: 2, column: 3, endColumn: 9 }, kind: 'refactor.extract', title: undefined },
		]);
		expect(given.refactorings.plan.applied).toBe(1);
	});

	test('where nothing is offered at a position, the line can be taken instead', async () => {
		const given = ports();
		const plan = given.refactorings.planAction.bind(given.refactorings);
		given.refactorings.planAction = async choice => {
			const planned = await plan(choice);
			if ('area' in choice && choice.area.column !== undefined) {
				throw new ToolError('E_ACTION_NOT_FOUND', 'Nothing here.');
			}
			return planned;
		};
		const input = { path: 'a.ts', line: 2, column: 3, kind: 'refactor.extract' };
		expect((await errorOf(apply(input, given))).code).toBe('E_ACTION_NOT_FOUND');
		expect(await dataOf(apply({ ...input, orWholeLine: true }, given))).toMatchObject({ applied: true });
		expect(given.refactorings.asked.at(-1)).toMatchObject({ area: { line: 2, column: undefined } });
	});

	test('a file that is created and filled is one file', async () => {
		const given = ports();
		given.refactorings.plan = new FakePlan([
			{ path: 'b.ts', kind: 'create', edits: [] },
			edited('b.ts', [1]),
			edited('a.ts', [2]),
		]);
		expect(await dataOf(apply({ id: 'w.1.1' }, given))).toMatchObject({
			totalFiles: 2,
			totalEdits: 2,
			files: [
				{ path: 'b.ts', kind: 'create', edits: 1 },
				{ path: 'a.ts', edits: 1 },
			],
		});
	});

	test('what an extension does by itself is run, but cannot be shown beforehand', async () => {
		const given = ports();
		const run = () => Promise.resolve({ changed: ['a.ts'], leftUnsaved: [] });
		given.refactorings.action = { title: 'Fix', kind: 'quickfix', others: ['Other'], run };
		expect((await errorOf(apply({ id: 'w.1.1', preview: true }, given))).code).toBe('E_ACTION_REFUSED');
		const { text } = await apply({ id: 'w.1.1' }, given);
		expect(text).toContain('Applied "Fix"');
		expect(text).toContain('Also possible: Other');
	});

	test.each([
		[{}, 'E_INVALID_PARAMS'],
		[{ line: 1 }, 'E_INVALID_PARAMS'],
		[{ path: 'a.ts', kind: 'quickfix' }, 'E_INVALID_PARAMS'],
	])('%j is %s', async (input, code) => {
		expect((await errorOf(apply(input))).code).toBe(code);
	});

	test('without id, kind and title the preferred quick fix is meant', async () => {
		const given = ports();
		await dataOf(apply({ path: 'a.ts', line: 1 }, given));
		expect(given.refactorings.asked).toMatchObject([{ path: 'a.ts', area: { line: 1 }, kind: 'quickfix' }]);
	});

	test('an action without effect is an error', async () => {
		const given = ports();
		given.refactorings.plan = new FakePlan([]);
		expect((await errorOf(apply({ id: 'w.1.1' }, given))).code).toBe('E_NO_CHANGES');
	});
});

describe('code_format', () => {
	const format = (input: Record<string, unknown>, given = ports()) =>
		runTool(codeFormat, { path: 'a.ts', ...input }, given);

	test('tells how many lines it touched', async () => {
		expect((await format({})).text).toBe('a.ts: formatted, 2 lines touched, saved.');
	});

	test('says when there was nothing to do, and saves nothing', async () => {
		const given = ports();
		given.refactorings.plan = new FakePlan([]);
		expect((await format({}, given)).text).toBe('a.ts: formatted already; nothing changed.');
		expect(given.refactorings.plan.applied).toBe(0);
	});

	test('says when the user has to save', async () => {
		const given = ports();
		given.refactorings.plan = new FakePlan([edited('a.ts', [1])], ['a.ts']);
		expect(await dataOf(format({}, given))).toMatchObject({ changed: true, leftUnsaved: true });
	});

	test.each([
		[{}, undefined],
		[{ startLine: 3 }, { from: 3, to: 3 }],
		[
			{ startLine: 3, endLine: 5 },
			{ from: 3, to: 5 },
		],
		[{ endLine: 5 }, { from: 1, to: 5 }],
	])('%j means the lines %j', async (input, lines) => {
		const given = ports();
		await format(input, given);
		expect(given.refactorings.asked).toEqual([{ path: 'a.ts', lines }]);
	});

	test('lines in the wrong order are an error', async () => {
		expect((await errorOf(format({ startLine: 3, endLine: 2 }))).code).toBe('E_INVALID_PARAMS');
	});
});

describe('code_organize_imports', () => {
	test('changes what is out of order, and tells when nothing is', async () => {
		const given = ports();
		expect((await runTool(codeOrganizeImports, { path: 'a.ts' }, given)).text).toBe(
			'a.ts: the imports are in order; nothing changed.',
		);
		given.refactorings.action = {
			title: 'Organize',
			kind: 'source.organizeImports',
			others: [],
			plan: given.refactorings.plan,
		};
		expect((await runTool(codeOrganizeImports, { path: 'a.ts' }, given)).text).toBe(
			'a.ts: imports organised, 2 lines touched, saved.',
		);
		expect(given.refactorings.plan.applied).toBe(1);
	});
});

describe('code_completions', () => {
	const completions = [
		{ name: 'add', kind: 'method', detail: '(item: Item): void' },
		{ name: 'total', kind: 'method' },
	];
	const given = () => {
		const symbols = new FakeSymbols();
		symbols.completionsAt = { 'a.ts:2:6': completions, 'a.ts:2:8': [] };
		return { symbols, documents: new FakeDocuments({ 'a.ts': 'x\ncart.a;\n' }) };
	};

	test.each([{ column: 6 }, { after: 'cart.' }])('stands where %j says', async place => {
		const { text } = await runTool(codeCompletions, { path: 'a.ts', line: 2, ...place }, given());
		expect(text).toBe('a.ts:2:6: 2 completions\nadd  (method) (item: Item): void\ntotal  (method)');
	});

	test('stands at the end of the line unless told', async () => {
		expect(await dataOf(runTool(codeCompletions, { path: 'a.ts', line: 2 }, given()))).toMatchObject({
			column: 8,
			total: 0,
		});
	});

	test('a query and a limit narrow it, and the total is exact', async () => {
		const input = { path: 'a.ts', line: 2, column: 6 };
		expect(await dataOf(runTool(codeCompletions, { ...input, query: 'TOT' }, given()))).toMatchObject({
			total: 1,
			items: [{ name: 'total' }],
		});
		expect(await dataOf(runTool(codeCompletions, { ...input, limit: 1 }, given()))).toMatchObject({
			total: 2,
			truncated: true,
		});
	});

	test.each([
		['cart', 'is not'],
		['a', 'is more than once'],
	])('a text that does not mark one place is refused: %s', async (after, words) => {
		const documents = new FakeDocuments({ 'a.ts': 'banana' });
		const input = { path: 'a.ts', line: 1, after };
		expect(await errorOf(runTool(codeCompletions, input, { ...given(), documents }))).toMatchObject({
			code: 'E_INVALID_PARAMS',
			message: expect.stringContaining(words) as unknown,
		});
	});
});

describe('code_inlay_hints', () => {
	test('are told by place, and what does not fit is named', async () => {
		const symbols = new FakeSymbols();
		symbols.hints = { 'a.ts': [{ line: 1, column: 4, text: ': number', kind: 'type' }] };
		expect((await runTool(codeInlayHints, { path: 'a.ts' }, { symbols })).text).toBe('a.ts: 1 hint\n1:4  : number');
		symbols.hints = { 'a.ts': Array.from({ length: 900 }, (_, line) => ({ line, column: 1, text: ': string' })) };
		const { hints, nextLine } = await dataOf(runTool(codeInlayHints, { path: 'a.ts' }, { symbols }));
		expect(nextLine).toBe((hints as unknown[]).length + 1);
	});

	test('settings that switch them off are named, and a range must not end before it starts', async () => {
		const symbols = new FakeSymbols();
		symbols.hintsOff = 'typescript.inlayHints.*';
		expect((await runTool(codeInlayHints, { path: 'a.ts' }, { symbols })).text).toContain('switched off: typescript');
		const wrong = { path: 'a.ts', startLine: 3, endLine: 2 };
		expect(await errorOf(runTool(codeInlayHints, wrong, { symbols }))).toMatchObject({ code: 'E_INVALID_PARAMS' });
	});
});
