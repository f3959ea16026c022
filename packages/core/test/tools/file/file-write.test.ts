import { describe, expect, test } from 'vitest';
import { fileEdit } from '../../../src/tools/file/file-edit.ts';
import { fileWrite } from '../../../src/tools/file/file-write.ts';
import { FakeDiagnostics } from '../../fakes/fake-diagnostics.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeFiles } from '../../fakes/fake-files.ts';
import { range } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const ports = (files: Record<string, string> = {}, diagnostics = new FakeDiagnostics()) => ({
	documents: new FakeDocuments(files),
	diagnostics,
});

describe('file_write', () => {
	test('creates what is not there', async () => {
		const given = ports();
		expect(await dataOf(runTool(fileWrite, { path: 'a.ts', text: 'x' }, given))).toMatchObject({ created: true });
		expect(given.documents.textOf('a.ts')).toBe('x');
	});

	test('keeps the final line break of the file', async () => {
		const given = ports({ 'a.ts': 'old\n' });
		await runTool(fileWrite, { path: 'a.ts', text: 'new' }, given);
		expect(given.documents.textOf('a.ts')).toBe('new\n');
	});

	test('exact writes the text as it is, and tells the size', async () => {
		const given = { ...ports({ 'a.ts': 'old\n' }), files: new FakeFiles([]) };
		const data = await dataOf(runTool(fileWrite, { path: 'a.ts', text: 'new', exact: true }, given));
		expect(data['bytes']).toBe('a.ts'.length);
		expect(given.documents.textOf('a.ts')).toBe('new');
	});

	test.each([
		['create', { 'a.ts': 'old' }, 'E_FILE_EXISTS'],
		['replace', {}, 'E_FILE_NOT_FOUND'],
	])('mode %s is obeyed', async (mode, files, code) => {
		expect((await errorOf(runTool(fileWrite, { path: 'a.ts', text: 'x', mode }, ports(files)))).code).toBe(code);
	});

	test('an older version is refused', async () => {
		const call = runTool(fileWrite, { path: 'a.ts', text: 'x', version: 'v1' }, ports({ 'a.ts': 'old' }));
		expect((await errorOf(call)).code).toBe('E_FILE_CHANGED');
	});
});

describe('file_edit', () => {
	test('tells where it changed what, and which problems came of it', async () => {
		const problem = { severity: 'error' as const, message: 'Cannot find name', source: 'ts', range: range(2, 1) };
		const diagnostics = new FakeDiagnostics(
			[],
			[
				[{ path: 'a.ts', freshness: 'fresh', problems: [] }],
				[{ path: 'a.ts', freshness: 'fresh', problems: [problem] }],
			],
		);
		const given = ports({ 'a.ts': 'one\ntwo\n' }, diagnostics);
		const edits = [{ oldText: 'two', newText: 'three' }];
		expect((await runTool(fileEdit, { path: 'a.ts', edits }, given)).text).toBe(
			'Edited a.ts (+1 -1 lines).\n1 problem appeared:\n  a.ts:2 error: Cannot find name\nAt line 2.',
		);
		expect(given.documents.textOf('a.ts')).toBe('one\nthree\n');
	});

	test('changes nothing when an edit does not match', async () => {
		const given = ports({ 'a.ts': 'one\n' });
		const call = runTool(fileEdit, { path: 'a.ts', edits: [{ oldText: 'two', newText: 'x' }] }, given);
		expect((await errorOf(call)).code).toBe('E_EDIT_NOT_MATCHED');
		expect(given.documents.textOf('a.ts')).toBe('one\n');
	});
});
