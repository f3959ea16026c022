import { describe, expect, test } from 'vitest';
import { ToolError } from '../../../src/errors/tool-error.ts';
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
			'Edited line 2.\n1 problem appeared:\na.ts:2: Cannot find name',
		);
		expect(given.documents.textOf('a.ts')).toBe('one\nthree\n');
	});

	test('several files are edited in one call, and their problems told together', async () => {
		const given = ports({ 'a.ts': 'one\n', 'b.ts': 'two\n' });
		const edits = [
			{ path: 'a.ts', oldText: 'one', newText: 'first' },
			{ path: 'b.ts', oldText: 'two', newText: 'second' },
		];
		const { text } = await runTool(fileEdit, { edits }, given);
		expect(text).toContain('Edited a.ts, line 1.\nEdited b.ts, line 1.');
		expect([given.documents.textOf('a.ts'), given.documents.textOf('b.ts')]).toEqual(['first\n', 'second\n']);
	});

	test('no file is changed when the edit of another does not match', async () => {
		const given = ports({ 'a.ts': 'one\n', 'b.ts': 'two\n' });
		const edits = [
			{ path: 'a.ts', oldText: 'one', newText: 'first' },
			{ path: 'b.ts', oldText: 'none', newText: 'second' },
		];
		expect((await errorOf(runTool(fileEdit, { edits }, given))).code).toBe('E_EDIT_NOT_MATCHED');
		expect(given.documents.textOf('a.ts')).toBe('one\n');
	});

	test('a file that was changed is put back when another cannot be written', async () => {
		const given = ports({ 'a.ts': 'one\n', 'b.ts': 'two\n' });
		const change = given.documents.change.bind(given.documents);
		given.documents.change = (path, ...rest) =>
			path === 'b.ts' ? Promise.reject(new ToolError('E_SAVE_FAILED', 'The disk is full.')) : change(path, ...rest);
		const edits = [
			{ path: 'a.ts', oldText: 'one', newText: 'first' },
			{ path: 'b.ts', oldText: 'two', newText: 'second' },
		];
		expect((await errorOf(runTool(fileEdit, { edits }, given))).code).toBe('E_SAVE_FAILED');
		expect(given.documents.textOf('a.ts')).toBe('one\n');
	});

	test('a changed declaration names the files that import it and have errors', async () => {
		const given = ports({ 'a.ts': 'export function a(b: number) {\n\treturn b;\n}\n' });
		const error = { severity: 'error' as const, message: 'wrong', range: range(7, 1) };
		given.diagnostics.importers = [{ path: 'c.ts', freshness: 'fresh', problems: [error, error] }];
		const signature = { oldText: 'b: number', newText: 'b: string' };
		expect((await runTool(fileEdit, { path: 'a.ts', edits: [signature] }, given)).text).toContain(
			'Errors in files that import it: c.ts:7 (2)',
		);
		const body = { oldText: 'return b', newText: 'return b + 1' };
		expect((await runTool(fileEdit, { path: 'a.ts', edits: [body] }, given)).text).not.toContain('c.ts');
	});

	test('changes nothing when an edit does not match', async () => {
		const given = ports({ 'a.ts': 'one\n' });
		const call = runTool(fileEdit, { path: 'a.ts', edits: [{ oldText: 'two', newText: 'x' }] }, given);
		expect((await errorOf(call)).code).toBe('E_EDIT_NOT_MATCHED');
		expect(given.documents.textOf('a.ts')).toBe('one\n');
	});
});
