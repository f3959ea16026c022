import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { gitIn, makeRepository } from '../support/git.ts';
import { call, callForData, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();
let open: OpenWindow;
let client: Client;

beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	makeRepository(folder, 'Open the shop');
	// Another branch that has another cart.
	gitIn(folder, 'switch', '--quiet', '--create', 'other');
	appendFileSync(join(folder, 'src/cart.ts'), '// other\n');
	gitIn(folder, 'commit', '--quiet', '--all', '--message', 'Another cart');
	gitIn(folder, 'switch', '--quiet', 'main');
	open = await workbench().open(folder);
	client = await connectHttp(open.entry);
});
afterAll(async () => {
	await client.close();
});

const git = (...args: string[]) => gitIn(open.folder, ...args);

interface Status {
	repositories: {
		root: string;
		branch?: string;
		staged?: { path: string }[];
		counts: Record<string, number>;
		unsaved?: string[];
	}[];
	total: number;
}

/** Reads the Source Control view: paths of staged and of other changes. */
const seenInView = (root = open.folder) =>
	open.window.evaluate(
		`const api = (await vscode.extensions.getExtension('vscode.git').activate()).getAPI(1);
		const repository = api.repositories.find(({ rootUri }) => rootUri.fsPath === args.root);
		const names = changes => changes.map(({ uri }) => uri.fsPath.slice(args.root.length + 1)).sort();
		return { head: repository?.state.HEAD?.name, commit: repository?.state.HEAD?.commit, staged: names(repository?.state.indexChanges ?? []), changed: names(repository?.state.workingTreeChanges ?? []) };`,
		{ root },
	);

test('the Source Control view follows from a change to a commit', async () => {
	open.write('src/new.ts', 'export const answer = 42;\n');
	open.write('package.json', '{}\n');
	const before = await callForData<Status>(client, 'git_status');
	expect(before.repositories).toMatchObject([
		{ root: '.', branch: 'main', counts: { untracked: expect.any(Number) as number } },
	]);
	const diff = textOf(await call(client, 'git_diff'));
	expect(diff).toMatch(/package\.json \(modified\) \+1 −\d+\n@@[\s\S]*\n\+\{\}\n[\s\S]*Not shown: \d+ untracked file/);
	const staged = await callForData<Status>(client, 'git_stage', { paths: ['src/new.ts', 'package.json'] });
	expect(staged.repositories[0]?.staged?.map(({ path }) => path)).toEqual(['package.json', 'src/new.ts']);
	expect(await seenInView()).toMatchObject({ staged: ['package.json', 'src/new.ts'] });
	const committed = await callForData<{ hash: string; files: number }>(client, 'git_commit', {
		message: 'Answer everything',
	});
	expect(committed).toMatchObject({ branch: 'main', subject: 'Answer everything', files: 2 });
	expect(git('rev-parse', 'HEAD').trim()).toBe(committed.hash);
	await eventually(async () => expect(await seenInView()).toMatchObject({ commit: committed.hash, staged: [] }));
	expect(textOf(await call(client, 'git_show', { ref: committed.hash }))).toMatch(
		/Answer everything[\s\S]*\+export const answer = 42;/,
	);
	expect(textOf(await call(client, 'git_show', { ref: 'HEAD~1', path: 'src/cart.ts', content: true }))).toContain(
		'class Cart',
	);
	expect(textOf(await call(client, 'git_log', { text: 'answer EVERY' }))).toContain('Answer everything');
	expect(textOf(await call(client, 'git_log', { path: 'src/cart.ts' }))).toContain('Open the shop');
});

test('unsaved edits are told, and blamed as the lines that the user sees', async () => {
	await open.window.evaluate(
		`const document = await vscode.workspace.openTextDocument(args.path);
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// typed\\n'));`,
		{ path: join(open.folder, 'src/cart.ts') },
	);
	const { repositories } = await callForData<Status>(client, 'git_status');
	expect(repositories[0]?.unsaved).toEqual(['src/cart.ts']);
	expect(textOf(await call(client, 'git_diff'))).toContain('unsaved in the editor: src/cart.ts');
	const blame = textOf(await call(client, 'git_blame', { path: 'src/cart.ts', endLine: 2 }));
	expect(blame).toMatch(/unsaved edits\.\)\nnot committed yet\n1 \/\/ typed\n[0-9a-f]{10} .* Ada: Open the shop\n2 /);
	expect(textOf(await call(client, 'git_branch', { action: 'switch', name: 'other' }))).toMatch(
		/^\[E_FILE_DIRTY\].*src\/cart\.ts/,
	);
	expect(git('branch', '--show-current').trim()).toBe('main');
	await open.window.executeCommand('workbench.action.files.revert');
	await eventually(async () =>
		expect((await callForData<Status>(client, 'git_status')).repositories[0]?.unsaved).toBeUndefined(),
	);
	await open.window.executeCommand('workbench.action.closeAllEditors');
});

test('branches are created and switched, and the status bar follows', async () => {
	const created = await callForData<{ done: string }>(client, 'git_branch', {
		action: 'create',
		name: 'feature/deep',
		switch: true,
	});
	expect(created).toMatchObject({ done: 'switched', branch: 'feature/deep' });
	await eventually(async () => expect(await seenInView()).toMatchObject({ head: 'feature/deep' }));
	expect(textOf(await call(client, 'git_branch'))).toMatch(/^3 branches\n[\s\S]*\* feature\/deep/);
	await call(client, 'git_branch', { action: 'switch', name: 'main' });
	expect(textOf(await call(client, 'git_branch', { action: 'delete', name: 'feature/deep' }))).toMatch(/is deleted/);
});

test('a hook that refuses is heard', async () => {
	const hook = join(open.folder, '.git/hooks/commit-msg');
	mkdirSync(join(open.folder, '.git/hooks'), { recursive: true });
	writeFileSync(hook, '#!/bin/sh\necho "the subject needs a ticket"\nexit 1\n', { mode: 0o755 });
	open.write('src/new.ts', 'export const answer = 43;\n');
	await call(client, 'git_stage', { paths: ['src/new.ts'] });
	expect(textOf(await call(client, 'git_commit', { message: 'No ticket' }))).toMatch(
		/^\[E_COMMIT_REFUSED\][\s\S]*the subject needs a ticket/,
	);
	writeFileSync(hook, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
});

test('a long diff comes in pages that add up to the whole', async () => {
	open.write('long.txt', Array.from({ length: 3000 }, (_, index) => `line ${index}`).join('\n'));
	git('add', 'long.txt');
	const lines: string[] = [];
	for (let offset: number | undefined = 0; offset !== undefined; ) {
		const page = textOf(await call(client, 'git_diff', { staged: true, path: 'long.txt', offset }));
		lines.push(...page.split('\n').filter(line => line.startsWith('+line')));
		const next = /offset (\d+)/.exec(page)?.[1];
		offset = next === undefined ? undefined : Number(next);
	}
	expect(lines).toEqual(Array.from({ length: 3000 }, (_, index) => `+line ${index}`));
	git('rm', '--quiet', '--cached', 'long.txt');
});

test('two repositories in one window are told apart', async () => {
	const inner = join(open.folder, 'inner');
	mkdirSync(inner);
	gitIn(inner, 'init', '--quiet', '--initial-branch=trunk');
	writeFileSync(join(inner, 'a.txt'), 'a\n');
	await open.window.evaluate(
		`const api = (await vscode.extensions.getExtension('vscode.git').activate()).getAPI(1);
		await api.openRepository(vscode.Uri.file(args.inner));`,
		{ inner },
	);
	const { repositories } = await callForData<Status>(client, 'git_status');
	expect(repositories.map(({ root, branch }) => [root, branch])).toEqual([
		['.', 'main'],
		['inner', 'trunk'],
	]);
	expect(textOf(await call(client, 'git_log'))).toMatch(/^\[E_AMBIGUOUS_REPOSITORY\].*\., inner/);
	expect(textOf(await call(client, 'git_log', { repository: 'inner' }))).toBe('No commits match.');
	const status = await callForData<Status>(client, 'git_status', { path: 'inner/a.txt' });
	expect(status.repositories).toMatchObject([{ root: 'inner', untracked: ['inner/a.txt'] }]);
});

describe("ggMCP's names", () => {
	test('get_project_vcs_status tells the changes', async () => {
		const { repositories } = await callForData<Status>(client, 'get_project_vcs_status');
		expect(repositories[0]?.staged).toEqual([{ path: 'src/new.ts', change: 'modified' }]);
	});

	test('find_commit_by_message takes a text that looks like an option as text', async () => {
		git('commit', '--quiet', '--message', '--output=hacked; $(touch hacked)');
		const tool = 'find_commit_by_message';
		expect(textOf(await call(client, tool, { text: '$(touch hacked)' }))).toMatch(/^\[E_AMBIGUOUS_REPOSITORY\]/);
		const { commits } = await callForData<{ commits: { hash: string }[] }>(client, 'git_log', {
			text: '--output=hacked',
			repository: '.',
		});
		expect(commits.map(({ hash }) => hash)).toEqual([git('rev-parse', 'HEAD').trim()]);
		expect(git('ls-files', '--others', 'hacked')).toBe('');
	});
});
