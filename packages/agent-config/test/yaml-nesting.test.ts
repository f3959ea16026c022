import { isNestedTooDeeply } from '@hawser/core/text/yaml-nesting.ts';
import { describe, expect, test } from 'vitest';
import { Lexer, parse } from 'yaml';

const isTooDeep = (text: string) => isNestedTooDeeply(new Lexer().lex(text));

const indented = (levels: number, line: (level: number) => string) =>
	Array.from({ length: levels }, (_, level) => ' '.repeat(level) + line(level)).join('\n');

describe('what could hang or end the parser is told', () => {
	test.each([
		['open braces', '{'.repeat(5000)],
		['open brackets', '['.repeat(5000)],
		['closed brackets', '['.repeat(5000) + ']'.repeat(5000)],
		['brackets over many lines', '[\n'.repeat(5000)],
		['brackets whose end is only in a comment', '{ # }\n'.repeat(5000)],
		['brackets whose end is only in a string', '{ "}": '.repeat(5000)],
		['explicit keys', '? '.repeat(5000)],
		['sequences in one line', '- '.repeat(5000)],
		['sequences that go on in the next line', indented(60, () => '- '.repeat(60))],
		['mappings by indentation', indented(400, level => `k${level}:`)],
		['mappings in one line', 'a: '.repeat(5000)],
	])('%s', (_name, text) => {
		expect(isTooDeep(text)).toBe(true);
	});
});

describe('what people write is not', () => {
	test.each([
		['a deep file', indented(40, level => `k${level}:`)],
		['a long list', '- x: 1\n  y: [1, 2]\n'.repeat(5000)],
		['many keys', Array.from({ length: 5000 }, (_, index) => `key${index}: {a: [b, c]}`).join('\n')],
		['brackets in plain text', 'a: say [ [ [ [\n'.repeat(5000)],
		['brackets in strings', `${'a'.repeat(3)}: "${'['.repeat(5000)}"\n`],
		['brackets in a block of text', `a: |\n${'  {{{{ [[[[\n'.repeat(1000)}`],
		['many documents', '---\na: 1\n'.repeat(500)],
	])('%s', (_name, text) => {
		expect(isTooDeep(text)).toBe(false);
	});
});

test('what is not told is parsed in no time', () => {
	const deepest = [...Array(100).keys()].findLast(levels => !isTooDeep('? '.repeat(levels))) ?? 0;
	expect(deepest).toBeGreaterThan(30);
	expect(() => void parse('? '.repeat(deepest), { logLevel: 'silent' })).not.toThrow(RangeError);
});
