import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test, vi } from 'vitest';

vi.mock('vscode', async original => ({
	...(await original<object>()),
	Uri: { file: (fsPath: string) => ({ fsPath, scheme: 'file', toString: () => `file://${fsPath}` }) },
	workspace: { textDocuments: [], notebookDocuments: [], workspaceFolders: [] },
}));

const { removeFile } = await import('../../../src/editor/files/remove-file.ts');

const ASKED = new Error('the user is asked');

/** The files, from the folder, about which the user is asked before the folder goes. */
async function askedAbout(folder: string, files: readonly string[], real = folder): Promise<readonly string[]> {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-remove-')));
	for (const file of files) {
		mkdirSync(dirname(join(home, file)), { recursive: true });
		writeFileSync(join(home, file), '');
	}
	const uri = { fsPath: join(home, folder), scheme: 'file', toString: () => `file://${join(home, folder)}` };
	const names = [folder, real].map(name => join(basename(home), name));
	const paths = { resolve: () => Promise.resolve(uri), show: () => folder, everyName: () => Promise.resolve(names) };
	const forFiles = vi.fn<(action: string, files: readonly { fsPath: string }[]) => Promise<void>>();
	forFiles.mockRejectedValue(ASKED);
	const environment = { paths, consent: { forFiles } } as never;
	await expect(removeFile(folder, { recursive: true }, { signal: NEVER_CANCELLED } as never, environment)).rejects.toBe(
		ASKED,
	);
	const [, asked = []] = forFiles.mock.calls[0] ?? [];
	return asked.map(({ fsPath }) => relative(home, fsPath).replaceAll('\\', '/')).sort();
}

test.each([
	['one name', 'app', ['app/.vscode/tasks.json', 'app/a.ts'], ['app/.vscode']],
	[
		'two names, the first of them that of the folder',
		'.github',
		['.github/hooks/a.json', '.github/b.md'],
		['.github/hooks'],
	],
	['two names below the folder', 'app', ['app/.github/hooks/a.json', 'app/.github/b.md'], ['app/.github/hooks']],
	['no name', 'app', ['app/hooks/a.json'], []],
	['a package', 'app', ['app/node_modules/x/.vscode/tasks.json'], []],
])('what is protected in a folder is asked about by %s', async (_what, folder, files, found) => {
	expect(await askedAbout(folder, files)).toEqual([folder, ...found]);
});

test('a folder that a link makes part of a protected one counts by where it lies', async () => {
	expect(await askedAbout('alias', ['alias/hooks/a.json'], '.github')).toEqual(['alias', 'alias/hooks']);
});

test('of a folder that is protected itself, not every file is named', async () => {
	const files = ['.claude/settings.json', '.claude/deep/a.md', '.claude/deep/.mcp.json'];
	expect(await askedAbout('.claude', files)).toEqual(['.claude', '.claude/deep/.mcp.json']);
});
