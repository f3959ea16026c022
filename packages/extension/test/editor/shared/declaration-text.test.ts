import { describe, expect, test } from 'vitest';
import {
	bareName,
	isAnnounced,
	mayDeclare,
	mayDefine,
	nameAround,
} from '../../../src/editor/shared/declaration-text.ts';

/** The place of `name` in the text is marked with a bar before it. */
function marked(text: string): { text: string; offset: number } {
	return { text: text.replace('|', ''), offset: text.indexOf('|') };
}

describe('mayDeclare', () => {
	test.each([
		['def |name(value):', 'python'],
		['class |name:', 'python'],
		['|name = 5', 'python'],
		['func (s *Server) |name() error {', 'go'],
		['pub fn |name<T>(value: T) {', 'rust'],
		['    public function |name(int $value): int', 'php'],
		['int |name(int value) {', 'cpp'],
		['|name() {', 'shellscript'],
		['static const char *|name(const char *text);', 'c'],
		['  |name: string;', 'typescript'],
		['public List<String> |name(int a) {', 'java'],
		['export const |name = 1;', 'typescript'],
		['static int |name[256] = {0};', 'c'],
		['int (*|name)(int);', 'c'],
		['PyAPI_FUNC(int) |name(void);', 'c'],
		['int a = 1, |name = 2;', 'c'],
		['template <typename T, int N = 3> T |name(T x) {', 'cpp'],
		['public string? |name { get; set; }', 'csharp'],
		['[JsonProperty("a")] public int |name', 'csharp'],
		['T |name<T>(T x) => x;', 'csharp'],
		['int? |name;', 'dart'],
		['factory Basket.|name()', 'dart'],
		['List<? extends X> |name;', 'java'],
		['defmodule |name do', 'elixir'],
		['    case |name', 'swift'],
		['\t|name struct {', 'go'],
		['\t|name int', 'go'],
		['\t|name() int', 'go'],
		['    |name(u32),', 'rust'],
		['|name <- function(x) {', 'r'],
		['  |name?: number;', 'typescript'],
		['  |name<T>(x: T): void;', 'typescript'],
		['case |name = 1;', 'php'],
		['|name(x) = x + 1', 'julia'],
		['M.|name = function(a)', 'lua'],
		['self.|name = 1', 'python'],
		['(defn |name [x]', 'clojure'],
	])('is true for %s', (line, language) => {
		const { text, offset } = marked(line);
		expect(mayDeclare(text, offset, 'name', language)).toBe(true);
	});

	test.each([
		['value = |name(1)', 'python'],
		['    |name(1)', 'python'],
		['    |name(1);', 'cpp'],
		['  return |name(1);', 'cpp'],
		['  else |name(1);', 'cpp'],
		['x.|name(1)', 'go'],
		['    |name(1);', 'php'],
		['if (|name(1)) {', 'cpp'],
		['f(a, |name);', 'cpp'],
		['a = b + |name;', 'cpp'],
		['case |name:', 'c'],
		['self.|name', 'python'],
		['x ? |name : 1', 'typescript'],
		['import |name', 'python'],
	])('is false for %s', (line, language) => {
		const { text, offset } = marked(line);
		expect(mayDeclare(text, offset, 'name', language)).toBe(false);
	});
});

describe('isAnnounced', () => {
	test.each([
		'int |name(int value);',
		'int |name(int first,\n         int second);\n\nvoid other() {}',
		'extern int |name;',
		'struct |name;',
		'class |name;',
	])('is true for %s', source => {
		const { text, offset } = marked(source);
		expect(isAnnounced(text, offset)).toBe(true);
	});

	test.each([
		'int |name(int value) { return 1; }',
		'int |name(int value)\n{\n\treturn 1;\n}',
		'struct |name {\n};',
		'int |name;',
		'int |name = f(3);',
		'int |name = 5;',
		'struct |name : Base {\n};',
	])('is false for %s', source => {
		const { text, offset } = marked(source);
		expect(isAnnounced(text, offset)).toBe(false);
	});
});

test('mayDefine takes a body for a definition, and neither a prototype nor a call', () => {
	const defines = (source: string) => {
		const { text, offset } = marked(source);
		return mayDefine(text, offset, 'name', 'c');
	};
	expect(defines('int |name(int value) {\n}')).toBe(true);
	expect(defines('int |name(int value)\n{\n}')).toBe(true);
	expect(defines('int |name(int value);\n')).toBe(false);
	expect(defines('\treturn |name(1);\n')).toBe(false);
});

test('nameAround gives the whole name of which a match is a part', () => {
	expect(nameAround('int roundAmount(int value)', 6)).toEqual({ name: 'roundAmount', start: 4 });
	expect(nameAround('größe = 1', 0)).toEqual({ name: 'größe', start: 0 });
	expect(nameAround('', 0)).toEqual({ name: '', start: 0 });
});

test('bareName leaves out signatures and what a symbol belongs to', () => {
	expect(bareName('add(int, int)')).toBe('add');
	expect(bareName('Shop::add')).toBe('add');
	expect(bareName('Shop.add')).toBe('add');
	expect(bareName('$value')).toBe('$value');
	expect(bareName('def total(x)')).toBe('total');
	expect(bareName('total/1')).toBe('total');
	expect(bareName('valid?')).toBe('valid');
	expect(bareName('Total<K, V>')).toBe('Total');
	expect(bareName('impl From<Str> for std::ffi::OsStr')).toBe('impl From<Str> for std::ffi::OsStr');
});
