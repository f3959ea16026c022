import { expect, test } from 'vitest';
import { readList, removeElement, setElement } from '../../src/json/edit-list.ts';

const PATH = ['hooks', 'PostToolUse'];
const OWN = { matcher: 'Edit', own: true };
const isOwn = (value: unknown) => typeof value === 'object' && value !== null && 'own' in value;

function set(text: string, value: unknown = OWN): string {
	const edit = setElement(text, PATH, value, isOwn);
	return edit.kind === 'changed' ? edit.text : JSON.stringify(edit);
}

function remove(text: string, keep?: number): string {
	const edit = removeElement(text, PATH, isOwn, keep);
	return edit.kind === 'changed' ? edit.text : JSON.stringify(edit);
}

const FILES: readonly [name: string, text: string][] = [
	['without the list', '{\n  // mine\n  "model": "opus"\n}\n'],
	['an empty list', '{\n  "hooks": { "PostToolUse": [] }\n}\n'],
	[
		'a list over several lines',
		'{\n\t"hooks": {\n\t\t"PostToolUse": [\n\t\t\t{ "matcher": "Bash" } // theirs\n\t\t]\n\t}\n}\n',
	],
	['a trailing comma', '{\n  "hooks": {\n    "PostToolUse": [\n      { "matcher": "Bash" },\n    ],\n  },\n}\n'],
	['everything in one line', '{"hooks":{"PostToolUse":[{"matcher":"Bash"}]},"model":"opus"}'],
	['line ends of Windows', '{\r\n  "hooks": {\r\n    "PostToolUse": [\r\n      1\r\n    ]\r\n  }\r\n}\r\n'],
	['only comments in the list', '{\n  "hooks": {\n    "PostToolUse": [\n      // none yet\n    ]\n  }\n}\n'],
];

test.each(FILES)('a value comes in and goes out again, and leaves the rest as it was: %s', (_, text) => {
	const added = set(text);
	expect(added).not.toBe(text);
	const found = readList(added, PATH);
	expect(found.kind === 'found' && found.values.at(-1)).toEqual(OWN);
	expect(set(added)).toBe('{"kind":"unchanged"}');
	const before = readList(text, PATH);
	const gone = remove(added, text.includes('PostToolUse') ? 2 : 0);
	expect(readList(gone, PATH)).toEqual(before);
	if (!text.includes('[]') && !text.includes('none yet')) {
		expect(gone).toBe(text);
	}
});

test('ours is renewed in its place, between those of others', () => {
	const text = '{"hooks":{"PostToolUse":[1,{"own":1},2]}}';
	expect(set(text)).toBe('{"hooks":{"PostToolUse":[1,{"matcher":"Edit","own":true},2]}}');
	expect(remove(text)).toBe('{"hooks":{"PostToolUse":[1,2]}}');
});

test('the list and the objects around it go only if they were not there before us', () => {
	const text = '{\n  "a": 1,\n  "hooks": {\n    "PostToolUse": [\n      { "own": 1 }\n    ]\n  }\n}\n';
	expect(remove(text, 0)).toBe('{\n  "a": 1\n}\n');
	expect(remove(text, 1)).toContain('"hooks": {}');
	expect(remove(text, 2)).toContain('"PostToolUse": []');
	expect(remove(text)).toContain('"PostToolUse": []');
});

test('what is no list, no JSON or there twice is refused', () => {
	expect(set('{"hooks":{"PostToolUse":{}}}')).toContain('is not a list');
	expect(set('{"hooks":[]}')).toContain('is not an object');
	expect(set('{"hooks":')).toContain('not valid JSON');
	expect(set('{"hooks":{"PostToolUse":[],"PostToolUse":[]}}')).toContain('twice');
	expect(remove('{}')).toBe('{"kind":"unchanged"}');
	expect(remove('')).toBe('{"kind":"unchanged"}');
});
