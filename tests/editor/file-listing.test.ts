import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callForText, connectHttp } from '../support/mcp-clients.ts';
import { answerQuestion } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();
let open: OpenWindow;
let client: Client;
beforeAll(async () => {
	open = await workbench().open(workbench().makeFolder('listing'));
	client = await connectHttp(open.entry);
});
afterAll(async () => {
	await client.close();
});

const file = (path: string) => join(open.folder, path);
const put = (path: string, content = 'text\n') => open.write(path, content);

describe('file_list', () => {
	beforeAll(() => {
		put('list/.gitignore', 'dist/\nnode_modules/\n*.log\n');
		for (const path of [
			'a.ts',
			'x.log',
			'dist/b.js',
			'node_modules/m/index.js',
			'src/c.ts',
			'src/deep/d.ts',
			'.git/HEAD',
		]) {
			put(`list/${path}`);
		}
		mkdirSync(file('list/empty/nested'), { recursive: true });
	});

	test('shows what git does not ignore, and empty folders', async () => {
		expect(await callForText(client, 'file_list', { path: 'list' })).toBe(
			['list: 4 entries, 4 files in all', '.gitignore  26', 'a.ts  5', 'empty/  (empty)', 'src/  (2 files)'].join('\n'),
		);
	});

	test('goes down, and filters by a glob', async () => {
		expect(await callForText(client, 'file_list', { path: './list/src', depth: 3 })).toBe(
			['list/src: 3 entries, 2 files in all', 'c.ts  5', 'deep/  (1 file)', 'deep/d.ts  5'].join('\n'),
		);
		expect(await callForText(client, 'file_list', { path: 'list', depth: 9, glob: 'd.*' })).toBe(
			['list: 3 entries, 1 file in all', 'src/  (1 file)', 'src/deep/  (1 file)', 'src/deep/d.ts  5'].join('\n'),
		);
		expect(await callForText(client, 'file_list', { path: 'list', depth: 9, glob: 'src/*.ts' })).toContain(
			'list: 2 entries, 1 file in all',
		);
	});

	test('ignored files come when they are asked for, git itself never', async () => {
		const all = await callForText(client, 'file_list', { path: 'list', ignored: true });
		expect(all).toContain('node_modules/  (1 file)');
		expect(all).toContain('x.log  5');
		expect(all).not.toContain('HEAD');
		expect(all).not.toContain('.git/');
		expect(await callForText(client, 'file_list', { path: 'list/dist' })).toContain('call again with ignored: true');
		expect(await callForText(client, 'file_list', { path: 'list/dist', ignored: true })).toContain('b.js  5');
	});

	test('links to files are files; ignored ones are not shown, and links to folders are not entered', async () => {
		put('linked/.gitignore', 'hidden.md\n');
		put('linked/AGENTS.md', 'rules\n');
		put('linked/sub/x.txt');
		symlinkSync('AGENTS.md', file('linked/CLAUDE.md'));
		symlinkSync('AGENTS.md', file('linked/hidden.md'));
		symlinkSync('../AGENTS.md', file('linked/sub/GEMINI.md'));
		symlinkSync('/', file('linked/root'));
		mkdirSync(file('only-links'));
		symlinkSync('../linked/AGENTS.md', file('only-links/RULES.md'));
		symlinkSync('nowhere', file('linked/broken'));
		expect(await callForText(client, 'file_list', { path: 'linked', depth: 2 })).toBe(
			[
				'linked: 6 entries, 5 files in all',
				'.gitignore  10',
				'AGENTS.md  6',
				'CLAUDE.md  6',
				'sub/  (2 files)',
				'sub/GEMINI.md  6',
				'sub/x.txt  5',
			].join('\n'),
		);
		expect(await callForText(client, 'file_list', { path: 'only-links' })).toBe(
			'only-links: 1 entry, 1 file in all\nRULES.md  6',
		);
		expect(await callForText(client, 'file_find', { query: 'CLAUDE.md' })).toBe('1 file, best first\nlinked/CLAUDE.md');
		expect(await callForText(client, 'file_read', { path: 'linked/CLAUDE.md' })).toContain('rules');
	});

	test.each([
		['list/none', 'E_FILE_NOT_FOUND'],
		['list/a.ts', 'E_INVALID_PATH'],
		['..', 'E_OUTSIDE_WORKSPACE'],
		['/etc', 'E_OUTSIDE_WORKSPACE'],
	])('%s is %s', async (path, code) => {
		expect(await callForText(client, 'file_list', { path })).toMatch(new RegExp(`^\\[${code}\\]`));
	});
});

test('file_find gives the best first', async () => {
	for (const path of ['ShoppingCart.ts', 'cart.ts', 'cart.test.ts', 'discarted/x.md', 'ignored/cart.ts']) {
		put(`find/${path}`);
	}
	put('find/.gitignore', 'ignored/');
	expect(await callForText(client, 'file_find', { query: 'cart' })).toBe(
		['4 files, best first', 'find/cart.ts', 'find/cart.test.ts', 'find/ShoppingCart.ts', 'find/discarted/x.md'].join(
			'\n',
		),
	);
	expect(await callForText(client, 'file_find', { query: 'SCart', glob: '*.ts' })).toContain('find/ShoppingCart.ts');
	expect(await callForText(client, 'file_find', { query: 'no such file' })).toBe('No file matches.');
});

describe('file_delete', () => {
	const dataOf = async (input: Record<string, unknown>) =>
		(await call(client, 'file_delete', input)).structuredContent as {
			data: { path: string; kind: string; movedTo: string };
		};
	const tabs = () =>
		open.window.evaluate('return vscode.window.tabGroups.all.flatMap(group => group.tabs.map(tab => tab.label))');

	test('a file can be got back, and its tab closes', async () => {
		const path = put('delete/a.txt', 'precious');
		await call(client, 'editor_open', { path });
		expect(await tabs()).toContain('a.txt');
		const { data } = await dataOf({ path: 'delete/a.txt' });
		expect(data).toMatchObject({ path: 'delete/a.txt', kind: 'file' });
		expect(existsSync(path)).toBe(false);
		// This editor has no trash of the system.
		expect(readFileSync(data.movedTo, 'utf8')).toBe('precious');
		expect(await tabs()).not.toContain('a.txt');
	});

	test('a folder needs recursive, and can be got back', async () => {
		put('delete/folder/deep/b.txt', 'b');
		expect(await callForText(client, 'file_delete', { path: 'delete/folder' })).toMatch(
			/^\[E_IS_FOLDER\].*\n.*recursive: true/,
		);
		const { data } = await dataOf({ path: 'delete/folder', recursive: true });
		expect(data.kind).toBe('folder');
		expect(existsSync(file('delete/folder'))).toBe(false);
		expect(readFileSync(join(data.movedTo, 'deep/b.txt'), 'utf8')).toBe('b');
	});

	test('unsaved edits are not lost, of a file or below a folder', async () => {
		const path = put('delete/dirty/c.txt');
		await open.window.evaluate(
			`const document = await vscode.workspace.openTextDocument(args.path);
			const editor = await vscode.window.showTextDocument(document);
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'typed '));`,
			{ path },
		);
		for (const input of [{ path }, { path: 'delete/dirty', recursive: true }]) {
			expect(await callForText(client, 'file_delete', input)).toMatch(/^\[E_FILE_DIRTY\].*delete\/dirty\/c\.txt/);
		}
		expect(existsSync(path)).toBe(true);
		await open.window.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	test('a link goes, not what it leads to', async () => {
		const path = put('delete/target.txt');
		symlinkSync(path, file('delete/link.txt'));
		await dataOf({ path: 'delete/link.txt' });
		expect(existsSync(file('delete/link.txt'))).toBe(false);
		expect(existsSync(path)).toBe(true);
	});

	test.each(['.vscode/settings.json', 'delete/package'])('%s is for the user to decide about', async path => {
		const kept = [put('.vscode/settings.json', '{}'), put('delete/package/.vscode/tasks.json', '{}')];
		const answer = callForText(client, 'file_delete', { path, recursive: true });
		await answerQuestion(open.window, ['An agent wants to delete', path], 'Deny');
		expect(await answer).toMatch(/^\[E_DENIED\] The user does not allow it/);
		expect(kept.map(existsSync)).toEqual([true, true]);
	});

	test.each([
		['.', 'E_DENIED'],
		['delete/none.txt', 'E_FILE_NOT_FOUND'],
		['../listing', 'E_OUTSIDE_WORKSPACE'],
	])('%s is %s', async (path, code) => {
		expect(await callForText(client, 'file_delete', { path, recursive: true })).toMatch(new RegExp(`^\\[${code}\\]`));
	});
});
