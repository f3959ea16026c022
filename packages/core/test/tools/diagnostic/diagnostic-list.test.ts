import { expect, test } from 'vitest';
import type { Diagnostics, FileProblems, Severity, UncheckedFiles } from '../../../src/ports/diagnostics.ts';
import { diagnosticList } from '../../../src/tools/diagnostic/diagnostic-list.ts';
import { range } from '../../fakes/fake-symbols.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const problem = (severity: Severity, message: string, source = 'ts') => ({
	severity,
	message,
	source,
	code: '1',
	range: range(2, 3),
});

const FILES: readonly FileProblems[] = [
	{ path: 'a.ts', freshness: 'fresh', problems: [problem('hint', 'unused'), problem('error', 'bad type')] },
	{ path: 'b.ts', freshness: 'fresh', problems: [problem('warning', 'style', 'eslint')] },
	{ path: 'c.ts', freshness: 'fresh', problems: [] },
];

const port = (files: readonly FileProblems[], unchecked: readonly UncheckedFiles[]): Diagnostics => ({
	check: path => Promise.resolve({ files: files.filter(file => path === undefined || file.path === path), unchecked }),
	around: () => Promise.resolve([]),
	importersWithErrors: () => Promise.resolve({ files: [], unchecked: 0 }),
});
const ask = (input = {}, files = FILES, unchecked: readonly UncheckedFiles[] = []) =>
	runTool(diagnosticList, input, { diagnostics: port(files, unchecked) });

test('errors come first; hints are counted but not listed', async () => {
	expect((await ask()).text).toBe(
		[
			'2 problems (of all: 1 error, 1 warning, 1 hint) in 3 files',
			'a.ts',
			'2:3 ts 1: bad type',
			'b.ts',
			'2:3 warning eslint 1: style',
		].join('\n'),
	);
});

test.each([
	[{ severity: 'error' }, ['bad type']],
	[{ severity: 'hint' }, ['bad type', 'style', 'unused']],
	[{ source: 'eslint' }, ['style']],
	[{ path: 'a.ts' }, ['bad type']],
	[{ glob: 'a*' }, ['bad type']],
	[{ glob: 'none' }, []],
	[{ limit: 1 }, ['bad type']],
	[{ offset: 1 }, ['style']],
])('%j lists %j', async (input, messages) => {
	const { problems } = await dataOf(ask(input));
	expect((problems as { message: string }[]).map(({ message }) => message)).toEqual(messages);
});

test('clean is said only with how sure it is', async () => {
	expect((await ask({ path: 'c.ts' })).text).toBe('No problems in 1 file');
	const unsure = await ask({}, [{ path: 'c.ts', freshness: 'not_ready', problems: [] }]);
	expect(unsure.text).toContain('not_ready: c.ts');
	expect(unsure.envelope).toMatchObject({
		data: { freshness: 'not_ready', unsure: [{ path: 'c.ts', freshness: 'not_ready' }] },
	});
});

test('where nothing was checked, nothing is said to be clean', async () => {
	const { envelope, text } = await ask({}, []);
	expect(envelope).toMatchObject({ ok: true, data: { freshness: 'not_ready', checkedFiles: 0 } });
	expect(text).toMatch(/^No file was checked\./);
	expect(text).toContain('path');
});

test('what was not checked is said in one line, with the reason and the next step', async () => {
	const { envelope, text } = await ask({}, FILES, [
		{ language: 'yaml', reason: 'no_server', paths: ['a.yml', 'b.yml'] },
		{ language: 'typescript', reason: 'not_reached', paths: ['1.ts', '2.ts', '3.ts', '4.ts'] },
	]);
	expect(text.split('\n').slice(0, 2)).toEqual([
		'2 problems (of all: 1 error, 1 warning, 1 hint) in 3 files; not_ready',
		'Not checked: 2 yaml files (no extension checks them); 4 typescript files (out of time; call again to go on: 1.ts, 2.ts, 3.ts …).',
	]);
	expect(envelope).toMatchObject({
		data: { freshness: 'not_ready', unchecked: [{ files: 2 }, { language: 'typescript', files: 4 }] },
	});
});

test('files of a language that nobody checks do not put the others in doubt', async () => {
	const unchecked = [{ language: 'yaml', reason: 'no_server', paths: ['a.yml'] }] as const;
	expect((await ask({}, FILES, unchecked)).envelope).toMatchObject({ data: { freshness: 'fresh' } });
	expect((await ask({}, [], unchecked)).text).toBe(
		'No file was checked. Name a file, or a folder with source files, with path.\nNot checked: 1 yaml file (no extension checks them).',
	);
});

test('a thousand problems come in pages that lose none, within the budget', async () => {
	const many = Array.from({ length: 1000 }, (_, index) => problem('error', `problem ${index} ${'x'.repeat(150)}`));
	const files = [{ path: 'a.ts', freshness: 'fresh', problems: many }] as const;
	const seen: string[] = [];
	for (let offset: unknown = 0; offset !== undefined; ) {
		const { envelope, text } = await ask({ offset, limit: 1000 }, files);
		expect(text.length).toBeLessThanOrEqual(10_000);
		const data = envelope.ok ? envelope.data : {};
		seen.push(...(data['problems'] as { message: string }[]).map(({ message }) => message));
		offset = data['nextOffset'];
	}
	expect(seen).toEqual(many.map(({ message }) => message));
});

test('an unknown severity is refused', async () => {
	expect(await errorOf(ask({ severity: 'fatal' }))).toMatchObject({ code: 'E_INVALID_PARAMS' });
});
