import { describe, expect, test } from 'vitest';
import { readProperty, removeProperty, saysNothing, setProperty } from '../../src/json/edit-json.ts';

const PATH = ['mcpServers', 'hawser'];
const VALUE = { command: 'hawser', args: ['mcp'] };

function set(text: string, path: readonly string[] = PATH, value: unknown = VALUE): string {
	const edit = setProperty(text, path, value);
	if (edit.kind !== 'changed') {
		throw new Error(JSON.stringify(edit));
	}
	return edit.text;
}

function remove(text: string, keep?: number): string {
	const edit = removeProperty(text, PATH, keep === undefined ? {} : { keep });
	if (edit.kind !== 'changed') {
		throw new Error(JSON.stringify(edit));
	}
	return edit.text;
}

describe('an entry is added as the author of the file would have', () => {
	test('a new file', () => {
		expect(set('')).toBe(
			'{\n  "mcpServers": {\n    "hawser": {\n      "command": "hawser",\n      "args": [\n        "mcp"\n      ]\n    }\n  }\n}\n',
		);
	});

	test('indentation by tabs', () => {
		expect(set('{\n\t"mcpServers": {\n\t\t"other": {}\n\t}\n}\n', PATH, { a: 1 })).toBe(
			'{\n\t"mcpServers": {\n\t\t"other": {},\n\t\t"hawser": {\n\t\t\t"a": 1\n\t\t}\n\t}\n}\n',
		);
	});

	test('CRLF, byte order mark, no line break at the end', () => {
		expect(set('\uFEFF{\r\n    "mcpServers": {}\r\n}', PATH, { a: 1 })).toBe(
			'\uFEFF{\r\n    "mcpServers": {\r\n        "hawser": {\r\n            "a": 1\r\n        }\r\n    }\r\n}',
		);
	});

	test('all in one line', () => {
		expect(set('{"mcpServers":{"x":{}}}', PATH, { a: [1, 'b'] })).toBe(
			'{"mcpServers":{"x":{},"hawser":{"a":[1,"b"]}}}',
		);
		expect(set('{ "x": 1 }', PATH, { a: [1, 2] })).toBe('{ "x": 1, "mcpServers": {"hawser": {"a": [1, 2]}} }');
	});

	test('comments stay with what they are about', () => {
		expect(set('{\n  "a": 1, // one\n  "b": 2 // two\n}\n', ['c'], 3)).toBe(
			'{\n  "a": 1, // one\n  "b": 2, // two\n  "c": 3\n}\n',
		);
		expect(set('{\n  "a": 1, /* one */ // more\n  // last\n}', ['c'], 3)).toBe(
			'{\n  "a": 1, /* one */ // more\n  "c": 3,\n  // last\n}',
		);
	});

	test('an existing value is replaced in its place', () => {
		expect(set('{ "mcpServers": { "hawser": { "old": true }, "z": {} } }')).toBe(
			'{ "mcpServers": { "hawser": {"command": "hawser", "args": ["mcp"]}, "z": {} } }',
		);
		expect(setProperty('{"mcpServers":{"hawser":{"args":["mcp"],"command":"hawser"}}}', PATH, VALUE).kind).toBe(
			'unchanged',
		);
	});

	test('names that mean something elsewhere are only names', () => {
		const text = set('{}', ['projects', '/a "b"\\c', '__proto__'], 1);
		expect(readProperty(text, ['projects', '/a "b"\\c', '__proto__'])).toEqual({ kind: 'found', value: 1 });
	});
});

describe('an entry is taken out', () => {
	test('from the middle, from the end, with its comma', () => {
		expect(remove('{"mcpServers":{"a":1,"hawser":{},"b":2}}')).toBe('{"mcpServers":{"a":1,"b":2}}');
		expect(remove('{"mcpServers":{"a":1,"hawser":{}}}')).toBe('{"mcpServers":{"a":1}}');
		expect(remove('{"mcpServers":{"hawser":{},"b":2}}')).toBe('{"mcpServers":{"b":2}}');
	});

	test('a comment before it does not swallow what follows', () => {
		expect(remove('{"mcpServers":{"a":1, // one\n"hawser":{}}}')).toBe('{"mcpServers":{"a":1 // one\n}}');
		expect(remove('{"mcpServers":{"a":1, // one\n"hawser":{}, "b":2}}')).toBe('{"mcpServers":{"a":1, // one\n "b":2}}');
	});

	test('objects that were made for it go with it', () => {
		expect(remove('{"x":1,"mcpServers":{"hawser":{}}}', 0)).toBe('{"x":1}');
		expect(remove('{"x":1,"mcpServers":{"hawser":{}}}')).toBe('{"x":1,"mcpServers":{}}');
		expect(remove('{"x":1,"mcpServers":{"hawser":{} /* mine */}}', 0)).toBe('{"x":1,"mcpServers":{ /* mine */}}');
	});

	test('what is not there needs no removing', () => {
		expect(removeProperty('{"mcpServers":{}}', PATH).kind).toBe('unchanged');
		expect(removeProperty(' \n', PATH).kind).toBe('unchanged');
	});
});

describe('a file is left alone', () => {
	test.each([
		['{"a": 1', 'it is not valid JSON: CloseBraceExpected at line 1, column 8'],
		['{\n"a" 1}', 'it is not valid JSON: ColonExpected at line 2, column 5'],
		['[]', 'it does not hold a JSON object'],
		['{"mcpServers": []}', '"mcpServers" in it is not an object'],
		['{"mcpServers": {}, "mcpServers": {}}', 'it has "mcpServers" twice'],
		['{"mcpServers": {"hawser": 1, "hawser": 2}}', 'it has "mcpServers.hawser" twice'],
		['['.repeat(100_000), 'it is nested too deeply'],
	])('case %#', (text, reason) => {
		expect(setProperty(text, PATH, VALUE)).toEqual({ kind: 'refused', reason });
		expect(removeProperty(text, PATH)).toEqual({ kind: 'refused', reason });
	});

	test('when it is deeper than anybody means, at any depth', () => {
		const kinds = [400, 600, 1000, 2000, 4000, 8000].map(depth => {
			const text = `{"a": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
			return setProperty(text, PATH, VALUE).kind;
		});
		expect(kinds).toEqual(['changed', ...Array.from({ length: 5 }, () => 'refused')]);
	});
});

test('a file says nothing when it has neither a value nor a comment', () => {
	expect(['', ' ', '\uFEFF{ }\n', '{}'].every(saysNothing)).toBe(true);
	expect(['{"a":1}', '{ /* x */ }', '// x\n{}', '[]', '{'].some(saysNothing)).toBe(false);
});
