import { expect, test } from 'vitest';
import type { FoundSymbol } from '../../../src/ports/symbols.ts';
import { symbolSearch } from '../../../src/tools/symbol/symbol-search.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeSymbols, range } from '../../fakes/fake-symbols.ts';
import { dataOf, runTool } from '../../fakes/run-tool.ts';

const FILES = {
	'a.ts': '@wide\nexport class Cart {\n}\nexport const cart = cartOf();\nexport function cartOf() {}\n',
	'b.ts': 'export class ShoppingCart {}\n',
};

function found(name: string, path: string, line: number, endLine = line, kind = 'class'): FoundSymbol {
	return { name, kind, path, range: range(line, 1, endLine, 1) };
}

function ports(symbols: readonly FoundSymbol[]) {
	const fake = new FakeSymbols();
	fake.found = symbols;
	return { symbols: fake, sources: new FakeDocuments(FILES) };
}

const CARTS = [
	found('ShoppingCart', 'b.ts', 1),
	found('cartOf', 'a.ts', 5, 5, 'function'),
	found('cart', 'a.ts', 4, 4, 'variable'),
	found('Cart', 'a.ts', 1, 3),
];

const ask = (input: Record<string, unknown>, given = ports(CARTS)) => runTool(symbolSearch, input, given);

test('exact names come first, then those that begin so, then the rest', async () => {
	const { symbols } = await dataOf(ask({ query: 'Cart' }));
	expect((symbols as { name: string }[]).map(({ name }) => name)).toEqual(['Cart', 'cart', 'cartOf', 'ShoppingCart']);
});

test('the place is that of the name, with its line', async () => {
	const { symbols } = await dataOf(ask({ query: 'Cart' }));
	expect(symbols).toMatchObject([
		{ name: 'Cart', line: 2, column: 14, text: 'export class Cart {' },
		{ name: 'cart', line: 4, column: 14 },
		{ name: 'cartOf', line: 5, column: 17 },
		{ name: 'ShoppingCart', line: 1, column: 14 },
	]);
});

test('kinds narrow the question', async () => {
	expect(await dataOf(ask({ query: 'cart', kinds: ['function', 'variable'] }))).toMatchObject({ total: 2 });
});

test('an answer that the language server has cut says so', async () => {
	const given = ports(CARTS);
	given.symbols.limited = true;
	const { text } = await ask({ query: 'c' }, given);
	expect(text).toContain('4 symbols or more');
	expect(text).toContain('a longer query');
});

test('many symbols come in pages that lose none, within the budget', async () => {
	const given = ports(Array.from({ length: 500 }, (_, index) => found(`Symbol${index}`, 'a.ts', 1, 3)));
	let seen = 0;
	for (let offset: unknown = 0; offset !== undefined; ) {
		const { envelope, text } = await ask({ query: 'Symbol', offset, limit: 1000 }, given);
		const data = envelope.ok ? envelope.data : {};
		expect(text.length).toBeLessThanOrEqual(10_000);
		expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_000);
		expect(data['total']).toBe(500);
		seen += (data['symbols'] as unknown[]).length;
		offset = data['nextOffset'];
	}
	expect(seen).toBe(500);
});
