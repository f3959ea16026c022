import { describe, expect, test } from 'vitest';
import { symbolReferences } from '../../../src/tools/symbol/symbol-references.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeFiles } from '../../fakes/fake-files.ts';
import { FakeSymbols, range, symbol } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const FILES = {
	'cart.ts': 'export class Cart {\n    total() {}\n}\nexport class Order {\n    total() {}\n}\n',
	'use.ts': 'import { Cart } from "./cart";\nconst x = new Cart();\nx.total(); // total of x\n',
};

function ports() {
	const symbols = new FakeSymbols();
	symbols.outlines['cart.ts'] = [
		symbol('Cart', 'class', 1, 3, [symbol('total', 'method', 2, 2)]),
		symbol('Order', 'class', 4, 6, [symbol('total', 'method', 5, 5)]),
	];
	symbols.referencesAt['cart.ts:2:5'] = [
		{ path: 'use.ts', range: range(3, 3) },
		{ path: 'cart.ts', range: range(2, 5) },
	];
	symbols.definitionsAt['cart.ts:2:5'] = [{ path: 'cart.ts', range: range(2, 5) }];
	const documents = new FakeDocuments({ ...FILES });
	return { symbols, documents, sources: documents, files: new FakeFiles(['cart.ts', 'lib/use.ts', 'test/use.ts']) };
}

const ask = (input: Record<string, unknown>, given = ports()) => runTool(symbolReferences, input, given);

test('where references end is told when it is asked for', async () => {
	const { files } = await dataOf(ask({ path: 'cart.ts', symbol: 'Cart.total', ends: true }));
	expect(files).toMatchObject([{ references: [{ line: 2, column: 5, endLine: 2 }] }, { references: [{ endLine: 3 }] }]);
});

test('references are grouped by file, with the line of source', async () => {
	const { envelope, text } = await ask({ path: 'cart.ts', symbol: 'Cart.total' });
	expect(envelope).toMatchObject({
		data: {
			symbol: 'Cart.total',
			freshness: 'fresh',
			total: 2,
			totalFiles: 2,
			files: [
				{ path: 'cart.ts', references: [{ line: 2, column: 5, text: 'total() {}' }] },
				{ path: 'use.ts', references: [{ line: 3, column: 3, text: 'x.total(); // total of x' }] },
			],
		},
	});
	expect(text).toContain('cart.ts\n2 Cart: total() {}\nuse.ts\n3: x.total();');
});

test('the declaration can be left out', async () => {
	const data = await dataOf(ask({ path: 'cart.ts', symbol: 'Cart.total', includeDeclaration: false }));
	expect(data).toMatchObject({ total: 1, files: [{ path: 'use.ts' }] });
});

describe('which symbol is meant', () => {
	test('a name that two symbols have is ambiguous, and the candidates are named', async () => {
		const error = await errorOf(ask({ path: 'cart.ts', symbol: 'total' }));
		expect(error).toMatchObject({
			code: 'E_AMBIGUOUS_SYMBOL',
			details: {
				candidates: [
					{ name: 'Cart.total', line: 2 },
					{ name: 'Order.total', line: 5 },
				],
			},
		});
	});

	test('declarations that refer to each other, such as overloads, are one symbol', async () => {
		const given = ports();
		given.symbols.outlines['cart.ts'] = [symbol('tax', 'function', 1, 1), symbol('tax', 'function', 2, 3)];
		given.symbols.referencesAt['cart.ts:1:5'] = [
			{ path: 'cart.ts', range: range(1, 5) },
			{ path: 'cart.ts', range: range(2, 5) },
		];
		expect(await dataOf(ask({ path: 'cart.ts', symbol: 'tax' }, given))).toMatchObject({ symbol: 'tax', total: 2 });
	});

	test('the line settles it', async () => {
		expect(await dataOf(ask({ path: 'cart.ts', symbol: 'total', line: 2 }))).toMatchObject({ total: 2 });
	});

	test('line and column are enough', async () => {
		expect(await dataOf(ask({ path: 'cart.ts', line: 2, column: 5 }))).toMatchObject({ symbol: 'total', total: 2 });
	});

	test('the line of its declaration is enough', async () => {
		expect(await dataOf(ask({ path: 'cart.ts', line: 2 }))).toMatchObject({ symbol: 'Cart.total', total: 2 });
	});

	test('a name that the workspace declares once needs no file', async () => {
		const given = ports();
		given.symbols.found = [{ name: 'total', kind: 'method', path: 'cart.ts', range: range(2, 5) }];
		const { envelope, text } = await ask({ symbol: 'Cart.total' }, given);
		expect(envelope).toMatchObject({ data: { symbol: 'Cart.total', path: 'cart.ts', total: 2 } });
		expect(text).toContain('cart.ts\n2 Cart: total() {}');
	});

	test('a name that several files declare names them in the text', async () => {
		const given = ports();
		given.symbols.outlines['use.ts'] = [symbol('Cart', 'variable', 2, 2)];
		given.symbols.found = ['cart.ts', 'use.ts'].map(path => ({
			name: 'Cart',
			kind: 'class',
			path,
			range: range(1, 1),
		}));
		const error = await errorOf(ask({ symbol: 'Cart' }, given));
		expect(error.code).toBe('E_AMBIGUOUS_SYMBOL');
		expect(error.message).toContain('cart.ts:1 class Cart, use.ts:2 variable Cart');
	});

	test('no conclusion is drawn from a search that is not ready', async () => {
		const given = ports();
		given.symbols.freshness = 'not_ready';
		expect((await errorOf(ask({ symbol: 'Cart' }, given))).code).toBe('E_NOT_READY');
	});

	test('the end of a path will do, if only one file has it', async () => {
		const given = ports();
		given.documents.files['lib/use.ts'] = given.documents.files['use.ts'] ?? '';
		delete given.documents.files['use.ts'];
		given.symbols.definitionsAt['lib/use.ts:3:3'] = [{ path: 'cart.ts', range: range(2, 5) }];
		given.symbols.referencesAt['lib/use.ts:3:3'] = [{ path: 'cart.ts', range: range(2, 5) }];
		expect((await errorOf(ask({ path: 'use.ts', symbol: 'total' }, given))).code).toBe('E_FILE_NOT_FOUND');
		given.files = new FakeFiles(['cart.ts', 'lib/use.ts']);
		const data = await dataOf(ask({ path: 'use.ts', symbol: 'total' }, given));
		expect(data).toMatchObject({ path: 'lib/use.ts', total: 1 });
	});

	test('a file that only mentions the symbol will do', async () => {
		const given = ports();
		given.symbols.definitionsAt['use.ts:3:3'] = [{ path: 'cart.ts', range: range(2, 5) }];
		given.symbols.referencesAt['use.ts:3:3'] = [{ path: 'cart.ts', range: range(2, 5) }];
		expect(await dataOf(ask({ path: 'use.ts', symbol: 'total' }, given))).toMatchObject({ total: 1 });
	});

	test('mentions of different symbols are ambiguous', async () => {
		const given = ports();
		given.symbols.definitionsAt['use.ts:1:10'] = [{ path: 'cart.ts', range: range(1, 14) }];
		given.symbols.definitionsAt['use.ts:2:15'] = [{ path: 'other.ts', range: range(1, 1) }];
		const error = await errorOf(ask({ path: 'use.ts', symbol: 'Cart' }, given));
		expect(error).toMatchObject({ code: 'E_AMBIGUOUS_SYMBOL', details: { candidates: [{ line: 1 }, { line: 2 }] } });
	});

	test.each([
		[{ path: 'cart.ts', symbol: 'Crat' }, 'E_SYMBOL_NOT_FOUND', 'Did you mean Cart?'],
		[{ path: 'cart.ts', line: 3, column: 9 }, 'E_SYMBOL_NOT_FOUND', 'Line 3 reads: }'],
		[{ path: 'cart.ts' }, 'E_INVALID_PARAMS', ''],
		[{ path: 'cart.ts', line: 3 }, 'E_SYMBOL_NOT_FOUND', 'The line reads: }'],
		[{}, 'E_INVALID_PARAMS', ''],
		[{ symbol: 'none' }, 'E_SYMBOL_NOT_FOUND', 'Give "path"'],
		[{ path: 'none.ts', symbol: 'x' }, 'E_FILE_NOT_FOUND', ''],
	])('%j is %s', async (input, code, hint) => {
		const error = await errorOf(ask(input));
		expect(error.code).toBe(code);
		expect(error.hint).toContain(hint);
	});
});

test('1,500 references come in pages that lose none, within the budget', async () => {
	const given = ports();
	const line = `x.total(); // ${'y'.repeat(120)}`;
	given.sources = new FakeDocuments({ ...FILES, 'many.ts': Array.from({ length: 1500 }, () => line).join('\n') });
	given.symbols.referencesAt['cart.ts:2:5'] = Array.from({ length: 1500 }, (_, index) => ({
		path: 'many.ts',
		range: range(index + 1, 3),
	}));
	const seen: number[] = [];
	for (let offset: unknown = 0; offset !== undefined; ) {
		const { envelope, text } = await ask({ path: 'cart.ts', symbol: 'Cart.total', offset, limit: 1000 }, given);
		const data = envelope.ok ? envelope.data : {};
		expect(text.length).toBeLessThanOrEqual(10_000);
		expect(JSON.stringify(data).length).toBeLessThanOrEqual(12_000);
		expect(data['total']).toBe(1500);
		seen.push(
			...(data['files'] as { references: { line: number }[] }[]).flatMap(file => file.references.map(r => r.line)),
		);
		offset = data['nextOffset'];
	}
	expect(seen).toEqual(Array.from({ length: 1500 }, (_, index) => index + 1));
});

test('an answer that may be incomplete says so', async () => {
	const given = ports();
	given.symbols.freshness = 'not_ready';
	expect((await ask({ path: 'cart.ts', symbol: 'Cart.total' }, given)).text).toContain('not_ready');
});
