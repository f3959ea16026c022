import { describe, expect, test } from 'vitest';
import type { HierarchySymbol } from '../../../src/ports/symbols.ts';
import { symbolCalls } from '../../../src/tools/symbol/symbol-calls.ts';
import { symbolTypes } from '../../../src/tools/symbol/symbol-types.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeSymbols, range, symbol } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const FILES = { 'a.ts': 'a();\nb();\nc();\n' };

const at = (name: string, line: number): HierarchySymbol => ({
	name,
	kind: 'function',
	path: 'a.ts',
	range: range(line, 5),
});
const site = (line: number) => ({ path: 'a.ts', range: range(line, 1) });

function ports() {
	const symbols = new FakeSymbols();
	symbols.outlines['a.ts'] = [symbol('a', 'function', 1, 1), symbol('b', 'function', 2, 2)];
	const documents = new FakeDocuments(FILES);
	return { symbols, documents, sources: documents };
}

describe('symbol_calls', () => {
	const ask = (input: Record<string, unknown>, given = ports()) =>
		runTool(symbolCalls, { path: 'a.ts', symbol: 'a', ...input }, given);

	/** a is called by b, b by c, c by a: round and round. */
	function circle() {
		const given = ports();
		const [a, b, c] = [at('a', 1), at('b', 2), at('c', 3)];
		given.symbols.callsAt['a.ts:1:5'] = { symbol: a, calls: [{ symbol: b, sites: [site(2)] }] };
		given.symbols.callsAt['a.ts:2:5'] = { symbol: b, calls: [{ symbol: c, sites: [site(3), site(1)] }] };
		given.symbols.callsAt['a.ts:3:5'] = { symbol: c, calls: [{ symbol: a, sites: [site(1)] }] };
		return given;
	}

	test('callers with the lines of their calls', async () => {
		expect((await ask({}, circle())).text).toBe('a: 1 caller\na.ts:2 b\n  2: b();');
	});

	test('a circle is cut where it closes, and that is said', async () => {
		const { calls } = await dataOf(ask({ depth: 3 }, circle()));
		expect(calls).toMatchObject([
			{ name: 'b', level: 1 },
			{ name: 'c', level: 2, siteCount: 2 },
			{ name: 'a', level: 3, repeated: true },
		]);
	});

	test('the least certain step decides the freshness', async () => {
		const given = circle();
		given.symbols.freshness = 'not_ready';
		expect((await ask({}, given)).text).toContain('not_ready');
	});

	test('no callers is an answer', async () => {
		const given = ports();
		given.symbols.callsAt['a.ts:1:5'] = { symbol: at('a', 1), calls: [] };
		expect((await ask({}, given)).text).toBe('a: no callers');
		expect((await ask({ direction: 'outgoing' }, given)).text).toBe('a: calls nothing');
	});

	test('what cannot be called is refused', async () => {
		expect(await errorOf(ask({}))).toMatchObject({ code: 'E_SYMBOL_NOT_FOUND' });
	});

	test('many callers come in pages that lose none, within the budget', async () => {
		const given = ports();
		const calls = Array.from({ length: 400 }, (_, index) => ({
			symbol: { ...at(`caller${index}`, 1), path: `file${index}.ts` },
			sites: [site(1), site(2), site(3)],
		}));
		given.symbols.callsAt['a.ts:1:5'] = { symbol: at('a', 1), calls };
		let seen = 0;
		for (let offset: unknown = 0; offset !== undefined; ) {
			const { envelope, text } = await ask({ offset, limit: 1000 }, given);
			const data = envelope.ok ? envelope.data : {};
			expect(text.length).toBeLessThanOrEqual(10_000);
			expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_000);
			seen += (data['calls'] as unknown[]).length;
			offset = data['nextOffset'];
		}
		expect(seen).toBe(400);
	});

	test('a tree too wide to be followed says so', async () => {
		const given = ports();
		const calls = Array.from({ length: 150 }, (_, index) => ({ symbol: at(`f${index}`, 100 + index), sites: [] }));
		given.symbols.callsAt['a.ts:1:5'] = { symbol: at('a', 1), calls };
		expect(await dataOf(ask({ depth: 2 }, given))).toMatchObject({ total: 150, truncated: true });
	});
});

describe('symbol_types', () => {
	const ask = (input: Record<string, unknown>, given = ports()) =>
		runTool(symbolTypes, { path: 'a.ts', symbol: 'a', ...input }, given);

	test('the tree, with the line of source', async () => {
		const given = ports();
		given.symbols.typesAt['a.ts:1:5'] = { symbol: at('a', 1), types: [at('b', 2)] };
		given.symbols.typesAt['a.ts:2:5'] = { symbol: at('b', 2), types: [at('c', 3)] };
		expect((await ask({ depth: 2 }, given)).text).toBe('a: 2 subtypes\na.ts:2 b();\n  a.ts:3 c();');
	});

	test('none is an answer, and what is no type is refused', async () => {
		const given = ports();
		given.symbols.typesAt['a.ts:1:5'] = { symbol: at('a', 1), types: [] };
		expect((await ask({ direction: 'supertypes' }, given)).text).toBe('a: no supertypes');
		expect(await errorOf(ask({}))).toMatchObject({ code: 'E_SYMBOL_NOT_FOUND' });
	});
});
