import { describe, expect, test } from 'vitest';
import type { OutlineSymbol } from '../../../src/ports/symbols.ts';
import { symbolReplace } from '../../../src/tools/symbol/symbol-replace.ts';
import { FakeDiagnostics } from '../../fakes/fake-diagnostics.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeSymbols, range } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

/** The outline of a text in which `⟦` and `⟧` enclose what the language server gives as the range of `x`. */
function ports(marked: string, language = 'typescript', name = 'x') {
	const text = marked.replace('⟦', '').replace('⟧', '');
	const start = placeOf(marked.slice(0, marked.indexOf('⟦')));
	const end = placeOf(marked.slice(0, marked.indexOf('⟧')).replace('⟦', ''));
	const nameAt = placeOf(text.slice(0, text.indexOf(name, marked.indexOf('⟦'))));
	const declared: OutlineSymbol = {
		name,
		kind: 'function',
		range: range(start.line, start.column, end.line, end.column),
		nameRange: range(nameAt.line, nameAt.column, nameAt.line, nameAt.column + name.length),
		children: [],
	};
	const symbols = new FakeSymbols();
	symbols.outlines['a.ts'] = [declared];
	return { symbols, documents: new FakeDocuments({ 'a.ts': text }, { language }), diagnostics: new FakeDiagnostics() };
}

function placeOf(before: string): { line: number; column: number } {
	return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

async function replace(marked: string, text: string, language?: string): Promise<string | undefined> {
	const given = ports(marked, language);
	await dataOf(runTool(symbolReplace, { path: 'a.ts', symbol: 'x', text }, given));
	return given.documents.textOf('a.ts');
}

describe('what is replaced', () => {
	test.each([
		['a function', 'a\n⟦function x() {\n}⟧\nb\n', 'function x() {}', 'a\nfunction x() {}\nb\n'],
		['a variable with its keywords', 'a\nexport const ⟦x = 1⟧;\nb\n', 'let x = 2;', 'a\nlet x = 2;\nb\n'],
		['one of several variables', 'const ⟦x = 1⟧, y = 2;\n', 'x = 3', 'const x = 3, y = 2;\n'],
		['the last of several variables', 'const y = 1, ⟦x = 2⟧;\n', 'x = 3', 'const y = 1, x = 3;\n'],
		['not the comment above', '/** Doc. */\n⟦function x() {}⟧\n', 'class x {}', '/** Doc. */\nclass x {}\n'],
		[
			'a comment if the text has one',
			'/**\n * Doc.\n */\n⟦function x() {}⟧\n',
			'// New.\nclass x {}',
			'// New.\nclass x {}\n',
		],
		[
			'nothing above an empty line',
			'// far\n\n⟦function x() {}⟧\n',
			'// New.\nclass x {}',
			'// far\n\n// New.\nclass x {}\n',
		],
		[
			'an indented method',
			'class A {\n\t⟦x() {}⟧\n}\n',
			'\tx() {\n\t\treturn 1;\n\t}\n',
			'class A {\n\tx() {\n\t\treturn 1;\n\t}\n}\n',
		],
	])('%s', async (_what, marked, text, expected) => {
		expect(await replace(marked, text)).toBe(expected);
	});

	test('a decorator above a Python function stays unless the text has one', async () => {
		const marked = '@cached\n⟦def x():\n    pass⟧\n';
		expect(await replace(marked, 'def x(): ...', 'python')).toBe('@cached\ndef x(): ...\n');
		expect(await replace(marked, '@other\ndef x(): ...', 'python')).toBe('@other\ndef x(): ...\n');
	});
});

describe('what is deleted', () => {
	test.each([
		['with its comment and one empty line', 'a\n\n/** Doc. */\n⟦function x() {}⟧\n\nb\n', 'a\n\nb\n'],
		['at the start', '⟦function x() {}⟧\n\nb\n', 'b\n'],
		['at the end', 'a\n\n⟦function x() {}⟧\n', 'a\n\n'],
		['a statement with its semicolon', 'a\nconst ⟦x = 1⟧;\nb\n', 'a\nb\n'],
		['the first of several variables', 'const ⟦x = 1⟧, y = 2;\n', 'const y = 2;\n'],
		['the last of several variables', 'const y = 1, ⟦x = 2⟧;\n', 'const y = 1;\n'],
		['the last property of an object', '{\n\t"y": 1,\n\t⟦"x": 2⟧\n}\n', '{\n\t"y": 1\n}\n'],
		['a property in the middle', '{\n\t⟦x: 1⟧,\n\ty: 2\n}\n', '{\n\ty: 2\n}\n'],
	])('%s', async (_what, marked, expected) => {
		expect(await replace(marked, '')).toBe(expected);
	});
});

test('the answer has the old text, what was replaced and where the new text is', async () => {
	const given = ports('a\n⟦function x() {\n}⟧\n');
	const data = await dataOf(runTool(symbolReplace, { path: 'a.ts', symbol: 'x', text: 'class x {}' }, given));
	expect(data).toMatchObject({
		symbol: 'x',
		replaced: { line: 2, column: 1, endLine: 3, endColumn: 2 },
		written: { line: 2, column: 1, endLine: 2, endColumn: 11 },
		oldText: 'function x() {\n}',
	});
});

describe('refusals', () => {
	const ask = (input: Record<string, unknown>, given = ports('⟦function x() {}⟧\nx();\n')) =>
		errorOf(runTool(symbolReplace, { path: 'a.ts', symbol: 'x', text: 'y', ...input }, given));

	test('the same text', async () => {
		expect((await ask({ text: 'function x() {}' })).code).toBe('E_NO_CHANGES');
	});

	test('a place that only mentions the symbol', async () => {
		const given = ports('⟦function x() {}⟧\nx();\n');
		given.symbols.definitionsAt['a.ts:2:1'] = [{ path: 'a.ts', range: range(1, 10) }];
		const error = await ask({ symbol: undefined, line: 2, column: 1 }, given);
		expect(error).toMatchObject({ code: 'E_SYMBOL_NOT_FOUND', hint: 'It is declared in a.ts, line 1.' });
	});

	test('an outline of an older text', async () => {
		const given = ports('⟦function x() {}⟧\n');
		given.symbols.freshness = 'stale';
		expect((await ask({}, given)).code).toBe('E_NOT_READY');
	});

	test('a file that changes meanwhile', async () => {
		const given = ports('⟦function x() {}⟧\n');
		const read = given.documents.read.bind(given.documents);
		let count = 0;
		given.documents.read = async path => ({ ...(await read(path)), text: `${'\n'.repeat(count++)}function x() {}\n` });
		expect((await ask({}, given)).code).toBe('E_FILE_CHANGED');
	});
});
