import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { gitIn, makeRepository } from '../support/git.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** What agents write with tools of their own is recorded while they are connected, and undone as everything else. */
const workbench = useWorkbench();
let open: OpenWindow;
let one: Client;
let other: Client | undefined;
beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	writeFileSync(join(folder, 'clean.txt'), 'one\ntwo\nthree\n');
	writeFileSync(join(folder, 'dirty.txt'), 'committed\n');
	writeFileSync(join(folder, 'gone.txt'), 'here\n');
	appendFileSync(join(folder, '.gitignore'), '\nout/\n*.log\n');
	makeRepository(folder, 'First');
	gitIn(folder, 'checkout', '--quiet', '-b', 'feature');
	writeFileSync(join(folder, 'clean.txt'), 'one\ntwo on the branch\nthree\n');
	gitIn(folder, 'commit', '--quiet', '--all', '--message', 'Second');
	gitIn(folder, 'checkout', '--quiet', 'main');
	writeFileSync(join(folder, 'dirty.txt'), 'of the user\n');
	writeFileSync(join(folder, 'untracked.txt'), 'notes\n');
	open = await workbench().open(folder);
	one = await connectHttp(open.entry);
	// The first call connects it.
	await call(one, 'change_list', {});
});
afterAll(async () => {
	await one.close();
	await other?.close();
});

interface Listed {
	changes: {
		id: string;
		path: string;
		kind: string;
		tool: string;
		undone: boolean;
		agent: string;
		linesAdded: number;
	}[];
}
const list = async (client = one) =>
	((await call(client, 'change_list', {})).structuredContent as { data: Listed }).data.changes;
const shown = async (client = one) => (await list(client)).map(({ kind, path }) => `${kind} ${path}`);
const disk = (name: string) => readFileSync(join(open.folder, name), 'utf8');
const put = (name: string, text: string) => open.write(name, text);
/**
 * Everything that was written before this is entered when this is. What is written in the moment of a stash is taken for git's,
 * so it is written again until it is seen.
 */
async function sentinel(name: string): Promise<void> {
	let asked = 0;
	await eventually(async () => {
		if (asked++ % 40 === 0) {
			put(name, `sentinel ${asked}\n`);
		}
		expect((await list()).map(({ path }) => path)).toContain(name);
	});
}

test('writes of the only agent are its own: of files that were clean, changed, untracked, new, and gone', async () => {
	put('clean.txt', 'one\nTWO\nthree\n');
	put('dirty.txt', 'of the user\nof the agent\n');
	put('untracked.txt', 'notes\nmore\n');
	put('out/built.js', 'ignored\n');
	put('debug.log', 'ignored\n');
	rmSync(join(open.folder, 'gone.txt'));
	await sentinel('first.txt');
	await eventually(async () =>
		expect(new Set(await shown())).toEqual(
			new Set(['edit clean.txt', 'edit dirty.txt', 'edit untracked.txt', 'delete gone.txt', 'create first.txt']),
		),
	);
	expect((await list()).every(({ tool, agent }) => tool === 'outside' && agent.startsWith('test'))).toBe(true);
	put('clean.txt', 'one\nTWO\nTHREE\n');
	await eventually(async () =>
		expect(await list()).toContainEqual(expect.objectContaining({ path: 'clean.txt', linesAdded: 2 })),
	);
	expect(await list()).toHaveLength(5);
	// No hook has told of them, so they may be the user's: that they are meant has to be said.
	const left = textOf(await call(one, 'change_undo', { all: true }));
	expect(left).toMatch(/^clean\.txt: kept, written outside of the editor/m);
	expect(disk('clean.txt')).toBe('one\nTWO\nTHREE\n');
	const ids = (await list()).map(({ id }) => id);
	const answer = textOf(await call(one, 'change_undo', { ids }));
	expect(answer).toMatch(/^Took back 5 changes/);
	expect(['clean.txt', 'dirty.txt', 'untracked.txt', 'gone.txt'].map(disk)).toEqual([
		'one\ntwo\nthree\n',
		'of the user\n',
		'notes\n',
		'here\n',
	]);
});

test('neither the user’s saves, nor git, nor our own tools are writes from outside', async () => {
	const before = (await list()).length;
	await open.window.evaluate(
		`const document = await vscode.workspace.openTextDocument(args.path);
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'typed '));
		await document.save();`,
		{ path: join(open.folder, 'dirty.txt') },
	);
	await call(one, 'file_edit', { path: 'untracked.txt', edits: [{ oldText: 'notes', newText: 'NOTES' }] });
	gitIn(open.folder, 'checkout', '--quiet', 'feature');
	expect(disk('clean.txt')).toContain('on the branch');
	await sentinel('second.txt');
	gitIn(open.folder, 'checkout', '--quiet', 'main');
	gitIn(open.folder, 'stash', '--include-untracked', '--quiet');
	gitIn(open.folder, 'stash', 'pop', '--quiet');
	await sentinel('third.txt');
	const added = (await list()).slice(0, -before).map(({ path }) => path);
	expect(added).toEqual(['third.txt', 'second.txt', 'untracked.txt']);
	// From here on the text before is that of the branch.
	put('clean.txt', 'one\ntwo\nthree\nfour\n');
	await eventually(async () => expect(await shown()).toContain('edit clean.txt'));
	await eventually(async () =>
		expect((await list()).find(({ path }) => path === 'clean.txt')).toMatchObject({ linesAdded: 1 }),
	);
});

test('a write that is committed at once is still recorded', async () => {
	put('committed.txt', 'x\n');
	gitIn(open.folder, 'add', 'committed.txt');
	gitIn(open.folder, 'commit', '--quiet', '--message', 'Third', '--', 'committed.txt');
	await eventually(async () => expect(await shown()).toContain('create committed.txt'));
});

test('of two agents nobody knows who wrote, and each sees only what is surely its own', async () => {
	other = await connectHttp(open.entry);
	await call(other, 'change_list', {});
	put('whose.txt', 'hm\n');
	const rows = open.window.page.locator('.pane', { hasText: 'Changes' }).locator('.monaco-list-row');
	await open.window.executeCommand('hawser.showChanges');
	await eventually(async () =>
		expect((await rows.allInnerTexts()).join('\n')).toMatch(/Outside the editor[\s\S]*whose\.txt/),
	);
	expect(await shown(other)).toEqual([]);
	expect(await shown(one)).not.toContain('create whose.txt');
});
