import { expect, test } from 'vitest';
import { symbolDefinition } from '../../../src/tools/symbol/symbol-definition.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeSymbols, range, symbol } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const LONG = Array.from({ length: 30 }, (_, index) => `\t\tstep${index + 1}();`).join('\n');
const FILES = {
	'use.ts': 'call();\n',
	'made.ts': `class A {\n\t@logged\n\tcall() {\n\t\treturn 1;\n\t}\n}\n`,
	'long.ts': `\tcall() {\n${LONG}\n\t}\n`,
	'/lib/lib.d.ts': 'declare function call(): number;\n',
};

function ports() {
	const symbols = new FakeSymbols();
	symbols.outlines['use.ts'] = [symbol('call', 'function', 1, 1)];
	const documents = new FakeDocuments(FILES);
	return { symbols, documents, sources: documents };
}

const ask = (input: Record<string, unknown>, given = ports()) =>
	runTool(symbolDefinition, { path: 'use.ts', symbol: 'call', ...input }, given);

test('a short declaration is given whole, from the line of its name', async () => {
	const given = ports();
	given.symbols.definitionsAt['use.ts:1:5'] = [{ path: 'made.ts', range: range(3, 2), extent: range(2, 2, 5, 3) }];
	const { text, envelope } = await ask({}, given);
	expect(envelope).toMatchObject({
		data: {
			total: 1,
			places: [{ path: 'made.ts', line: 3, column: 2, endLine: 5, text: 'call() {\n\treturn 1;\n}' }],
		},
	});
	expect(text).toBe('made.ts:3\n  call() {\n  \treturn 1;\n  }');
});

test('a long declaration is given with its start, and where it ends', async () => {
	const given = ports();
	given.symbols.definitionsAt['use.ts:1:5'] = [{ path: 'long.ts', range: range(1, 2), extent: range(1, 2, 32, 3) }];
	const { text } = await ask({}, given);
	expect(text.split('\n')).toHaveLength(1 + 5 + 1);
	expect(text).toMatch(/step4\(\);\n {2}… to line 32$/);
});

test('a place without an extent is given with its line alone, in a library too', async () => {
	const given = ports();
	given.symbols.definitionsAt['use.ts:1:5 type'] = [{ path: '/lib/lib.d.ts', range: range(1, 18) }];
	expect(await dataOf(ask({ kind: 'type' }, given))).toMatchObject({
		kind: 'type',
		places: [{ path: '/lib/lib.d.ts', line: 1, endLine: 1, text: 'declare function call(): number;' }],
	});
});

test('none is an answer; an unfinished one says so', async () => {
	expect((await ask({ kind: 'implementation' })).text).toBe('call: no implementation');
	const given = ports();
	given.symbols.freshness = 'not_ready';
	expect((await ask({ kind: 'type' }, given)).text).toContain('not_ready');
});

test('many places come in pages that lose none, within the budget', async () => {
	const given = ports();
	given.symbols.definitionsAt['use.ts:1:5 implementation'] = Array.from({ length: 300 }, () => ({
		path: 'long.ts',
		range: range(1, 2),
		extent: range(1, 2, 10, 3),
	}));
	let seen = 0;
	for (let offset: unknown = 0; offset !== undefined; ) {
		const { envelope, text } = await ask({ kind: 'implementation', offset, limit: 1000 }, given);
		const data = envelope.ok ? envelope.data : {};
		expect(text.length).toBeLessThanOrEqual(10_000);
		expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_000);
		seen += (data['places'] as unknown[]).length;
		offset = data['nextOffset'];
	}
	expect(seen).toBe(300);
});

test('a name that is not there', async () => {
	expect(await errorOf(ask({ symbol: 'nothing' }))).toMatchObject({ code: 'E_SYMBOL_NOT_FOUND' });
});
