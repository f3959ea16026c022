import { describe, expect, test } from 'vitest';
import { symbolRename } from '../../../src/tools/symbol/symbol-rename.ts';
import { FakeDiagnostics } from '../../fakes/fake-diagnostics.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { edited, FakePlan, FakeRefactorings } from '../../fakes/fake-refactorings.ts';
import { FakeSymbols, symbol } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

function ports(facts = {}) {
	const symbols = new FakeSymbols();
	symbols.outlines['cart.ts'] = [
		symbol('Cart', 'class', 1, 3, [symbol('total', 'method', 2, 2)]),
		symbol('total', 'function', 5, 6),
	];
	const refactorings = new FakeRefactorings();
	refactorings.plan = new FakePlan([edited('cart.ts', [2]), edited('use.ts', [3, 9])]);
	const documents = new FakeDocuments(
		{ 'cart.ts': 'class Cart {\n    total() {}\n}\n\nfunction total() {\n}\n' },
		facts,
	);
	const clean = [{ path: 'cart.ts', freshness: 'fresh' as const, problems: [] }];
	return { symbols, documents, refactorings, diagnostics: new FakeDiagnostics([], [clean, clean]) };
}

const rename = (input: Record<string, unknown>, given = ports()) =>
	runTool(symbolRename, { path: 'cart.ts', symbol: 'Cart.total', newName: 'sum', ...input }, given);

test('a preview counts the edits of every file, shows the places and changes nothing', async () => {
	const given = ports();
	const { envelope, text } = await rename({ preview: true }, given);
	expect(envelope).toMatchObject({
		data: {
			applied: false,
			oldName: 'total',
			newName: 'sum',
			totalFiles: 2,
			totalEdits: 3,
			files: [
				{ path: 'cart.ts', edits: 1, places: [{ line: 2, column: 1, text: 'line 2' }] },
				{ path: 'use.ts', edits: 2, places: [{ line: 3 }, { line: 9 }] },
			],
		},
	});
	expect(text).toBe(
		'Would rename total to sum: 3 edits in 2 files\ncart.ts: 1 edit\n2:1 line 2\nuse.ts: 2 edits\n3:1 line 3\n9:1 line 9',
	);
	expect(given.refactorings.plan.applied).toBe(0);
	expect(given.refactorings.asked).toEqual([{ path: 'cart.ts', position: { line: 2, column: 5 }, newName: 'sum' }]);
});

test('an applied rename gives the files by folder, and no lines', async () => {
	const given = ports();
	given.refactorings.plan = new FakePlan([
		edited('src/shop/cart.ts', [2]),
		edited('src/shop/use.ts', [3, 9]),
		edited('main.ts', [1]),
	]);
	const { text } = await rename({}, given);
	expect(text).toBe('Renamed total to sum: 4 edits in 3 files\nNo new problems.\nsrc/shop/ cart.ts, use.ts 2\nmain.ts');
});

test('an applied rename names the files that the user has to save', async () => {
	const given = ports();
	given.refactorings.plan = new FakePlan([edited('cart.ts', [2])], ['cart.ts']);
	const { envelope, text } = await rename({}, given);
	expect(envelope).toMatchObject({ data: { applied: true, leftUnsaved: ['cart.ts'] } });
	expect(text).toContain('Not saved, because the user has unsaved edits: cart.ts');
	expect(given.refactorings.plan.applied).toBe(1);
});

describe('what would be incomplete or empty is not applied', () => {
	test('uses that may not all be known', async () => {
		const given = ports();
		given.refactorings.freshness = 'not_ready';
		expect(await errorOf(rename({}, given))).toMatchObject({ code: 'E_NOT_READY', details: { totalEdits: 3 } });
		expect(given.refactorings.plan.applied).toBe(0);
		expect((await rename({ preview: true }, given)).text).toContain('not_ready');
	});

	test('a place without a symbol has nothing to rename', async () => {
		const given = ports();
		given.refactorings.plan = new FakePlan([]);
		expect((await errorOf(rename({}, given))).code).toBe('E_RENAME_REFUSED');
	});

	test('the name it has already', async () => {
		expect((await errorOf(rename({ newName: 'total' }))).code).toBe('E_NO_CHANGES');
	});
});

describe('the new name', () => {
	test.each([
		['typescript', '1 2', 'is not an identifier'],
		['typescript', 'a-b', 'is not an identifier'],
		['typescript', 'a.b', 'is not an identifier'],
		['javascriptreact', '', 'is not an identifier'],
		['python', 'two words', 'is not a name in python files'],
		['css', 'two words', 'is not a name in css files'],
		['markdown', 'two\nlines', 'is not a name'],
	])('%s has no name %j', async (language, newName, complaint) => {
		const error = await errorOf(rename({ newName }, ports({ language })));
		expect(error.code).toBe(newName === '' ? 'E_INVALID_PARAMS' : 'E_INVALID_NAME');
		expect(newName === '' ? complaint : error.message).toContain(complaint);
	});

	test.each([
		['typescript', 'größe'],
		['typescript', '$sum_1'],
		['typescript', '#sum'],
		['css', '--main-gap'],
		['markdown', 'Two words'],
		['ruby', 'empty?'],
	])('%s has the name %s', async (language, newName) => {
		expect(await dataOf(rename({ newName }, ports({ language })))).toMatchObject({ applied: true, newName });
	});

	test('a reserved word is a name for a member and for nothing else', async () => {
		expect(await dataOf(rename({ newName: 'delete' }))).toMatchObject({ applied: true });
		expect((await errorOf(rename({ symbol: 'total', line: 5, newName: 'delete' }))).message).toContain('reserved word');
	});
});

test('5,000 edits in 500 files stay in the budget, with exact totals', async () => {
	const given = ports();
	const lines = Array.from({ length: 10 }, (_, index) => index + 1);
	const files = Array.from({ length: 500 }, (_, index) =>
		edited(`packages/some/folder/file-number-${index}.ts`, lines),
	);
	given.refactorings.plan = new FakePlan(files);
	const { envelope, text } = await rename({ limit: 1000 }, given);
	expect(envelope).toMatchObject({ data: { totalFiles: 500, totalEdits: 5000, truncated: true } });
	expect(JSON.stringify(envelope).length).toBeLessThanOrEqual(10_500);
	expect(text.length).toBeLessThanOrEqual(10_000);
	expect(text).toContain('5000 edits in 500 files');
});
