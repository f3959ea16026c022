import { describe, expect, test } from 'vitest';
import { fileRead } from '../../../src/tools/file/file-read.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const read = (text: string, input: Record<string, unknown> = {}, facts = {}) =>
	runTool(fileRead, { path: 'a.ts', ...input }, { documents: new FakeDocuments({ 'a.ts': text }, facts) });

test('file_read gives numbered lines and what one must know to edit the file', async () => {
	const { text } = await read('one\ntwo\n', {}, { dirty: true, lineEnding: 'crlf', encoding: 'utf8bom' });
	expect(text).toMatch(/^lines 1 to 2 of 2 \(utf8bom, CRLF, version v\d+, unsaved edits\)\n1 one\n2 two$/);
});

test('file_read gives the lines that were asked for', async () => {
	const data = await dataOf(read('1\n2\n3\n4\n5', { startLine: 2, endLine: 3 }));
	expect(data).toMatchObject({ text: '2\n3', startLine: 2, endLine: 3, totalLines: 5 });
	expect(data).not.toHaveProperty('nextLine');
});

test.each([
	['', 0],
	['\n', 1],
	['a', 1],
	['a\n', 1],
	['a\n\n', 2],
])('%j has %i lines', async (content, totalLines) => {
	expect(await dataOf(read(content))).toMatchObject({ totalLines });
});

test('an empty file is said to be empty', async () => {
	expect((await read('')).text).toContain('(empty file)');
});

describe('a long file', () => {
	const lines = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`);

	test('comes in pages that together are the whole file', async () => {
		const pages: string[] = [];
		for (let startLine: unknown = 1; startLine !== undefined; ) {
			const data = await dataOf(read(lines.join('\n'), { startLine }));
			pages.push(String(data['text']));
			startLine = data['nextLine'];
		}
		expect(pages.length).toBeGreaterThan(1);
		expect(pages.join('\n')).toBe(lines.join('\n'));
	});

	test('stays in the budget and says how to go on', async () => {
		const { text } = await read(lines.join('\n'));
		expect(text.length).toBeLessThanOrEqual(30_000);
		expect(text).toMatch(/\(More: call again with startLine \d+\.\)$/);
	});

	test('a line without end is cut, and the answer says which', async () => {
		const data = await dataOf(read(`short\n${'x'.repeat(100_000)}\nend`));
		expect(data).toMatchObject({ longLines: [2], endLine: 3 });
	});
});

test.each([
	[{ startLine: 9 }, 'E_INVALID_LINE'],
	[{ startLine: 2, endLine: 1 }, 'E_INVALID_PARAMS'],
	[{ startLine: 0 }, 'E_INVALID_PARAMS'],
	[{ path: 'b.ts' }, 'E_FILE_NOT_FOUND'],
])('%j is %s', async (input, code) => {
	expect(await errorOf(read('1\n2\n', input))).toMatchObject({ code });
});
