import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { gitIn, makeConflict, makeRepository } from '../support/git.ts';
import { call, callForData, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();
const place = mkdtempSync(join(tmpdir(), 'hawser-exchange-'));
const remote = join(place, 'remote of all.git');
const colleague = join(place, 'colleague');
let open: OpenWindow;
let client: Client;

beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	makeRepository(folder, 'Open the shop');
	gitIn(place, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
	gitIn(folder, 'remote', 'add', 'origin', remote);
	open = await workbench().open(folder);
	client = await connectHttp(open.entry);
});
afterAll(async () => {
	await client.close();
	rmSync(place, { recursive: true, force: true });
});

const git = (...args: string[]) => gitIn(open.folder, ...args);
const textIn = (file: string) => readFileSync(join(open.folder, file), 'utf8');

/** The user types at the start of a file and does not save. */
const type = (file: string, text: string) =>
	open.window.evaluate(
		`const document = await vscode.workspace.openTextDocument(args.path);
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(edit => edit.insert(new vscode.Position(0, 0), args.text));`,
		{ path: join(open.folder, file), text },
	);

/** What the Source Control view shows of the branch. */
const seenInView = () =>
	open.window.evaluate(
		`const api = (await vscode.extensions.getExtension('vscode.git').activate()).getAPI(1);
		const { HEAD } = api.repositories[0].state;
		return { commit: HEAD?.commit, ahead: HEAD?.ahead, behind: HEAD?.behind };`,
	);

test('a branch is published, pushed and pulled, and the Source Control view follows', async () => {
	expect(textOf(await call(client, 'git_sync', { action: 'push' }))).toMatch(/^\[E_NO_UPSTREAM\][\s\S]*publish/);
	const published = await callForData<{ pushed: number }>(client, 'git_sync', { action: 'push', publish: true });
	expect(published).toMatchObject({ branch: 'main', upstream: 'origin/main', ahead: 0, behind: 0, pushed: 1 });
	gitIn(place, 'clone', '--quiet', remote, colleague);
	gitIn(colleague, 'config', 'user.name', 'Bea');
	gitIn(colleague, 'config', 'user.email', 'bea@example.org');
	appendFileSync(join(colleague, 'src/cart.ts'), '// of a colleague\n');
	gitIn(colleague, 'commit', '--quiet', '--all', '--message', 'Say hello');
	gitIn(colleague, 'push', '--quiet');
	const fetched = await callForData<object>(client, 'git_sync', { action: 'fetch' });
	expect(fetched).toMatchObject({ behind: 1, moved: [{ name: 'origin/main', change: 'updated' }] });
	await eventually(async () => expect(await seenInView()).toMatchObject({ behind: 1 }));
	await type('src/cart.ts', '// typed\n');
	expect(textOf(await call(client, 'git_sync', { action: 'pull' }))).toMatch(/^\[E_FILE_DIRTY\].*src\/cart\.ts/);
	await open.window.executeCommand('workbench.action.files.revert');
	const pulled = await callForData<object>(client, 'git_sync', { action: 'pull' });
	expect(pulled).toMatchObject({ pulled: 1, files: ['src/cart.ts'], behind: 0 });
	expect(textIn('src/cart.ts')).toContain('// of a colleague');
	await eventually(async () =>
		expect(await seenInView()).toMatchObject({ behind: 0, commit: git('rev-parse', 'HEAD').trim() }),
	);
});

test('changes are put aside and brought back, and unsaved edits are never in the way', async () => {
	await open.window.executeCommand('workbench.action.closeAllEditors');
	writeFileSync(join(open.folder, 'package.json'), '{}\n');
	await type('package.json', ' ');
	expect(textOf(await call(client, 'git_stash', { action: 'push' }))).toMatch(/^\[E_FILE_DIRTY\]/);
	await open.window.executeCommand('workbench.action.files.revert');
	expect(await callForData(client, 'git_stash', { action: 'push', message: 'Nothing much' })).toMatchObject({
		changed: ['package.json'],
	});
	expect(textIn('package.json')).not.toBe('{}\n');
	expect(textOf(await call(client, 'git_stash', { action: 'show' }))).toMatch(/Nothing much[\s\S]*\+\{\}/);
	await call(client, 'git_stash', { action: 'pop' });
	expect(textIn('package.json')).toBe('{}\n');
	git('checkout', '--quiet', 'package.json');
	expect(textOf(await call(client, 'git_stash'))).toBe('No stashes');
	await open.window.executeCommand('workbench.action.closeAllEditors');
});

test('a conflict is resolved on the text of the editor, and what the user has typed stays', async () => {
	makeConflict(open.folder, 'src/cart.ts');
	// The user types into what they see, which is the file with its markers.
	await eventually(async () =>
		expect(
			await open.window.evaluate('return (await vscode.workspace.openTextDocument(args.path)).getText()', {
				path: join(open.folder, 'src/cart.ts'),
			}),
		).toContain('>>>>>>>'),
	);
	await type('src/cart.ts', '// typed by the user\n');
	const conflicts = textOf(await call(client, 'git_conflicts'));
	expect(conflicts).toMatch(/^1 file in conflict, 1 piece; a merge is unfinished\n\nsrc\/cart\.ts .*unsaved edits/);
	expect(conflicts).toMatch(
		/Piece 1, .*\n--- ours: HEAD\n\/\/ ours\n--- base\n\(nothing\)\n--- theirs: side\n\/\/ theirs$/,
	);
	const done = await callForData<object>(client, 'git_resolve', {
		path: 'src/cart.ts',
		version: /version (\S+)/.exec(conflicts)?.[1],
		pieces: [{ piece: 1, take: 'both' }],
	});
	expect(done).toMatchObject({ resolved: 1, left: 0, staged: true });
	expect(textIn('src/cart.ts')).toMatch(/^\/\/ typed by the user\n[\s\S]*\n\/\/ ours\n\/\/ theirs\n$/);
	expect(await callForData(client, 'git_sync', { action: 'continue' })).toMatchObject({ branch: 'main', ahead: 3 });
	expect(git('status', '--porcelain', '--untracked-files=no')).toBe('');
	expect(existsSync(join(open.folder, '.git/MERGE_HEAD'))).toBe(false);
});
