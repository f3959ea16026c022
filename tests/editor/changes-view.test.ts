import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

/** The view in which the user looks at what agents have changed, and takes it back. */
const { open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	// Before the agent is there: what is written from then on is taken for its own.
	put('a.txt', 'one\ntwo\nthree\n');
	put('b.txt', 'one\ntwo\nthree\nfour\n');
	put('c.txt', 'x\n');
	put('d.txt', 'x\n');
	client = await connectHttp(open().entry);
	await open().window.executeCommand('hawser.showChanges');
});
afterAll(async () => {
	await client.close();
});

const page = () => open().window.page;
const disk = (name: string) => readFileSync(join(open().folder, name), 'utf8');
const put = (name: string, text: string) => writeFileSync(join(open().folder, name), text);
const edit = (path: string, oldText: string, newText: string) =>
	call(client, 'file_edit', { path, edits: [{ oldText, newText }] });
const pane = () => page().locator('.pane', { has: page().locator('.pane-header', { hasText: 'Changes' }) });
const rows = () => pane().locator('.monaco-list-row');
const row = (text: string | RegExp) => rows().filter({ hasText: text }).first();
const badge = (count: number) => page().locator('.activitybar .badge-content', { hasText: `${count}` });
const press = async (text: string | RegExp, action: string) => {
	await row(text).hover();
	await row(text).getByRole('button', { name: action }).click();
};
const agentRow = /^test 1/;
const tabs = () =>
	open().window.evaluate('return vscode.window.tabGroups.all.flatMap(group => group.tabs.map(tab => tab.label));');

test('the view says what it is for while there is nothing in it', async () => {
	await eventually(async () => expect(await pane().innerText()).toContain('What agents change in your files'));
});

test('a change appears with its agent, call and file, counted and marked in the explorer until it is looked at', async () => {
	await edit('a.txt', 'two', 'TWO');
	await row('a.txt').waitFor();
	expect(await rows().allInnerTexts()).toEqual([
		expect.stringMatching(/test/),
		expect.stringMatching(/Edit files/),
		expect.stringMatching(/a\.txt/),
	]);
	await badge(1).waitFor();
	await row('a.txt').click();
	await eventually(async () => expect(await tabs()).toContainEqual(expect.stringMatching(/^a\.txt \(/)));
	await badge(1).waitFor({ state: 'hidden' });
});

test('undo takes a file back, and can be undone itself', async () => {
	await press('a.txt', 'Undo');
	await eventually(() => expect(disk('a.txt')).toBe('one\ntwo\nthree\n'));
	await open().window.answerNotification('Undid 1 change', 'Redo');
	await eventually(() => expect(disk('a.txt')).toBe('one\nTWO\nthree\n'));
});

test('what others have worked on is shown before everything of an agent is undone, and stays', async () => {
	await edit('b.txt', 'one', 'ONE');
	await edit('b.txt', 'four', 'FOUR');
	await open().window.evaluate(
		`const document = await vscode.workspace.openTextDocument(args.path);
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(edit => edit.insert(new vscode.Position(0, 3), ' mine'));
		await document.save();`,
		{ path: join(open().folder, 'b.txt') },
	);
	await eventually(async () => expect((await rows().allInnerTexts()).join()).toMatch(/b\.txt[^]*b\.txt/));
	await press(agentRow, 'Undo');
	await eventually(async () => expect(await open().window.dialogText()).toMatch(/This stays:\s*b\.txt \(line 1\)/));
	await open().window.answerDialog('Preview');
	await eventually(async () => expect(await tabs()).toContainEqual(expect.stringMatching(/^Preview: undo/)));
	await open().window.answerNotification(/Undo \d+ changes of test 1/, 'Undo');
	await eventually(() => expect(disk('b.txt')).toBe('ONE mine\ntwo\nthree\nfour\n'));
	await open().window.answerNotification(/stayed, whole or in part/, 'Show What Stayed');
	await eventually(async () => expect(await tabs()).toContainEqual('b.txt (before test 1 ↔ now)'));
});

/** Badges of files are drawn by style alone. */
const explorerBadge = (name: string) =>
	page()
		.locator('.explorer-folders-view .monaco-list-row', { hasText: name })
		.locator('.monaco-icon-label')
		.first()
		.evaluate(label => globalThis.getComputedStyle(label, '::after').content);

/** The row that has the keyboard; nothing while something else has it. */
const focusedRow = async () =>
	(await pane().locator('.monaco-list:focus .monaco-list-row.focused').allInnerTexts()).join();

/** An editor that was opened just before may take the keyboard back once, so it is tried again. */
const focusRow = (name: string) =>
	eventually(async () => {
		await open().window.executeCommand('hawser.showChanges');
		await page().keyboard.press('Home');
		for (let left = await rows().count(); left > 0 && !(await focusedRow()).includes(name); left -= 1) {
			await page().keyboard.press('ArrowDown');
		}
		expect(await focusedRow()).toContain(name);
	});

test('the explorer marks what nobody has looked at, a review of all is one tab, and the keyboard reaches everything', async () => {
	await open().window.executeCommand('hawser.markAllChangesSeen');
	await edit('c.txt', 'x', 'y');
	await edit('d.txt', 'x', 'y');
	await badge(2).waitFor();
	await open().window.executeCommand('workbench.view.explorer');
	await eventually(async () => expect(await explorerBadge('c.txt')).toContain('AI'));
	await open().window.executeCommand('hawser.reviewChanges');
	await eventually(async () =>
		expect(await tabs()).toContainEqual('Changes of agents that nobody has looked at (2 files)'),
	);
	await eventually(async () => expect(await explorerBadge('c.txt')).not.toContain('AI'));
	await focusRow('d.txt');
	await page().keyboard.press('Enter');
	await eventually(async () => expect(await tabs()).toContainEqual(expect.stringMatching(/^d\.txt \(/)));
	await eventually(async () => expect(await focusedRow()).toContain('d.txt'));
	// The view may be drawn anew in the very moment; a user would look where the keyboard is, and press it again.
	for (let presses = 0; presses < 5 && disk('d.txt') !== 'x\n'; presses++) {
		await focusRow('d.txt');
		await page().keyboard.press('Delete');
		await eventually(() => expect(disk('d.txt')).toBe('x\n'), 20_000).catch(() => undefined);
	}
	expect(disk('d.txt')).toBe('x\n');
});

test('following an agent shows where it is, and leaves the user where they are', async () => {
	const state = () =>
		open().window.evaluate(`return {
			active: vscode.window.activeTextEditor?.document.uri.path.split('/').at(-1),
			cursor: vscode.window.activeTextEditor?.selection.active.line,
			visible: vscode.window.visibleTextEditors.map(editor => editor.document.uri.path.split('/').at(-1)),
		};`);
	// VS Code asks about what is not saved before it closes it.
	await open().window.executeCommand('workbench.action.files.saveAll');
	await open().window.executeCommand('workbench.action.closeAllEditors');
	await open().window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.path));
		editor.selection = new vscode.Selection(1, 0, 1, 0);`,
		{ path: join(open().folder, 'a.txt') },
	);
	await open().window.executeCommand('hawser.toggleFollow');
	await call(client, 'file_read', { path: 'src/cart.ts' });
	await eventually(async () =>
		expect(await state()).toEqual({ active: 'a.txt', cursor: 1, visible: ['a.txt', 'cart.ts'] }),
	);
	const marked = page().locator('.editor-instance .view-overlays [class*="ced-"]');
	await edit('src/checkout.ts', 'rope', 'hawser');
	await eventually(async () =>
		expect(await state()).toEqual({ active: 'a.txt', cursor: 1, visible: ['a.txt', 'checkout.ts'] }),
	);
	await marked.first().waitFor({ state: 'attached' });
	await eventually(async () => expect(await marked.count()).toBe(0));
	await open().window.executeCommand('hawser.toggleFollow');
	await call(client, 'file_read', { path: 'src/cart.ts' });
	expect(await state()).toMatchObject({ visible: ['a.txt', 'checkout.ts'] });
});
