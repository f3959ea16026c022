import { describe, expect, test } from 'vitest';
import { fileDelete } from '../../../src/tools/file/file-delete.ts';
import { fileFind } from '../../../src/tools/file/file-find.ts';
import { fileList } from '../../../src/tools/file/file-list.ts';
import { FakeFiles } from '../../fakes/fake-files.ts';
import { dataOf, runTool } from '../../fakes/run-tool.ts';

const PATHS = ['a.ts', 'lib.ts', 'lib/deep/x.ts', 'lib/y.ts', 'lib-2/z.ts'];

describe('file_list', () => {
	const list = (input: Record<string, unknown>, files = new FakeFiles(PATHS)) => runTool(fileList, input, { files });

	test('shows files with their size and folders with the files in them', async () => {
		const { text } = await list({});
		expect(text).toBe('Workspace: 4 entries, 5 files in all\na.ts  4\nlib/  (2 files)\nlib-2/  (1 file)\nlib.ts  6');
	});

	test('goes as deep as asked, each folder before what is in it', async () => {
		const data = await dataOf(list({ depth: 3 }));
		expect((data['entries'] as { name: string }[]).map(({ name }) => name)).toEqual([
			'a.ts',
			'lib/',
			'lib/deep/',
			'lib/deep/x.ts',
			'lib/y.ts',
			'lib-2/',
			'lib-2/z.ts',
			'lib.ts',
		]);
	});

	test('shows empty folders', async () => {
		const files = new FakeFiles(PATHS);
		files.emptyFolders = ['empty', 'lib/hollow'];
		expect((await list({}, files)).text).toContain('empty/  (empty)');
		expect((await list({ depth: 2 }, files)).text).toContain('lib/hollow/  (empty)');
	});

	test('says when everything is ignored', async () => {
		const files = new FakeFiles([]);
		files.allIgnored = true;
		expect((await list({ path: 'dist' }, files)).text).toContain('call again with ignored: true');
	});

	test('20,000 files come in pages that lose none, within the budget', async () => {
		const files = new FakeFiles(
			Array.from({ length: 20_000 }, (_, index) => `file-${String(index).padStart(5, '0')}.ts`),
		);
		const seen = new Set<string>();
		for (let offset: unknown = 19_000; offset !== undefined; ) {
			const { envelope, text } = await list({ offset, limit: 1000 }, files);
			const data = envelope.ok ? envelope.data : {};
			expect(text.length).toBeLessThanOrEqual(10_000);
			expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_500);
			for (const { name } of data['entries'] as { name: string }[]) {
				seen.add(name);
			}
			offset = data['nextOffset'];
		}
		expect(seen.size).toBe(1000);
	});
});

describe('file_find', () => {
	test('gives the best first, with the total and a way on', async () => {
		const files = new FakeFiles(PATHS);
		const { envelope, text } = await runTool(fileFind, { query: 'lib', limit: 2, glob: '*.ts, src' }, { files });
		expect(envelope).toMatchObject({ data: { total: 4, files: ['lib.ts', 'lib/y.ts'], nextOffset: 2 } });
		expect(text).toBe('4 files, best first\nlib.ts\nlib/y.ts\n(More: call again with offset 2.)');
		expect(files.filters).toEqual([{ include: ['*.ts', 'src'], exclude: [], ignored: false }]);
	});
});

test('file_delete says where the file is now', async () => {
	const files = new FakeFiles([]);
	expect((await runTool(fileDelete, { path: 'a.ts' }, { files })).text).toBe(
		'Deleted the file a.ts. It is in the trash.',
	);
});
