import { expect, test } from 'vitest';
import { symbolOutline } from '../../../src/tools/symbol/symbol-outline.ts';
import { FakeSymbols, symbol } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

function outline(symbols: FakeSymbols['outlines'][string], input = {}) {
	const port = new FakeSymbols();
	port.outlines['a.ts'] = symbols;
	return runTool(symbolOutline, { path: 'a.ts', ...input }, { symbols: port });
}

const CART = [symbol('Cart', 'class', 1, 9, [symbol('total', 'method', 2, 5, [symbol('sum', 'variable', 3, 3)])])];

test('symbol_outline shows the tree with kinds and lines', async () => {
	expect((await outline(CART)).text).toBe('a.ts: 3 symbols\nclass Cart  1-9\n  method total  2-5\n    variable sum  3');
});

test('depth limits the levels, and the total still counts all', async () => {
	const data = await dataOf(outline(CART, { depth: 1 }));
	expect(data).toEqual({
		path: 'a.ts',
		freshness: 'fresh',
		total: 3,
		depth: 1,
		symbols: [{ name: 'Cart', kind: 'class', level: 1, line: 1, endLine: 9 }],
	});
});

test('a huge file loses whole levels before it loses symbols', async () => {
	const classes = Array.from({ length: 60 }, (_, index) =>
		symbol(
			`Class${index}`,
			'class',
			index * 50 + 1,
			index * 50 + 40,
			Array.from({ length: 20 }, (__, method) => symbol(`method${method}`, 'method', method, method)),
		),
	);
	const { envelope, text } = await outline(classes);
	expect(text.length).toBeLessThanOrEqual(10_000);
	expect(envelope).toMatchObject({ data: { total: 1260, depth: 1, truncated: true } });
	expect(text).toContain('Class59');
});

test('a file without symbols is an answer, not an error', async () => {
	expect(await dataOf(outline([]))).toMatchObject({ total: 0, symbols: [] });
});

test('columns are told when they are asked for', async () => {
	const [row] = (await dataOf(outline(CART, { depth: 1, columns: true })))['symbols'] as Record<string, unknown>[];
	expect(row).toMatchObject({ line: 1, endLine: 9, column: expect.any(Number) as unknown, nameRange: { line: 1 } });
});

test('arguments that only dialects use are not published', async () => {
	const { message, hint, details } = await errorOf(outline(CART, { column: true }));
	expect(message).toMatch(/"column"/);
	expect([message, hint, JSON.stringify(details)].join()).not.toContain('columns');
});
