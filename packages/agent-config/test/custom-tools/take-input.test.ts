import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Parameter } from '../../src/custom-tools/parameters.ts';
import { completeArguments, nameArguments } from '../../src/custom-tools/take-input.ts';

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({
	...{ name, required: false, schema: { type: 'string' }, aliases: [] },
	...more,
});
const folder = join(import.meta.dirname, 'project');

test('an argument may come under another of its names, but not twice', () => {
	const parameters = [parameter('path', { aliases: ['file', 'uri'] })];
	expect(nameArguments(parameters, { file: 'a', other: 1 })).toEqual({ path: 'a', other: 1 });
	expect(() => nameArguments(parameters, { file: 'a', path: 'b' })).toThrow('"file" and "path" are the same argument');
});

test('what is not given gets its default', () => {
	expect(completeArguments([parameter('a', { default: 'x' }), parameter('b')], {}, folder)).toEqual({ a: 'x' });
	expect(completeArguments([parameter('a', { default: 'x' })], { a: 'y' }, folder)).toEqual({ a: 'y' });
});

test.each([
	['src/../a.ts', 'a.ts'],
	['./src//a.ts', 'src/a.ts'],
	[join(folder, 'src', 'a.ts'), 'src/a.ts'],
	[pathToFileURL(join(folder, 'ä b.ts')).href, 'ä b.ts'],
	['.', '.'],
])('the path %j is given to the script in the form it asks for', (path, relative) => {
	const as = (resolve: NonNullable<Parameter['resolve']>) =>
		completeArguments([parameter('p', { resolve })], { p: path }, folder);
	expect(as('workspace-relative')).toEqual({ p: relative });
	expect(as('absolute')).toEqual({ p: join(folder, relative) });
	expect(as('cwd-relative')).toEqual({ p: join(folder, relative) });
});

test.each(['../x', '/etc/passwd', 'a/../../x', 'file:///etc/passwd'])('%j lies outside', path => {
	expect(() => completeArguments([parameter('p', { resolve: 'absolute' })], { p: path }, folder)).toThrow('outside');
});
