import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { installedCli } from '../support/installed-cli.ts';
import { call, connectHttp, connectStdio, dataOf, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, openQuestions } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';

const { workbench, open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});
afterEach(async () => {
	await evaluate(`for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
		await vscode.window.showTextDocument(document);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	}
	await vscode.commands.executeCommand('workbench.action.closeAllEditors');`);
});

const file = (name: string) => join(open().folder, name);
const evaluate = (body: string, args?: unknown) => open().window.evaluate(body, args);
const page = () => open().window.page;

/** A call under way whose end the test can wait for, and which it can cancel. */
function start(tool: string, input: Record<string, unknown>) {
	const controller = new AbortController();
	const result = client.callTool({ name: tool, arguments: input }, { signal: controller.signal, timeout: 150_000 });
	// A test that fails earlier must not be drowned by this one.
	result.catch(() => undefined);
	return { result, cancel: () => controller.abort() };
}

async function proposals(): Promise<string[]> {
	const labels = await evaluate(
		`return vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input.modified?.scheme === 'hawser-proposal').map(tab => tab.label)`,
	);
	return labels as string[];
}

const untilProposed = (count = 1) => eventually(async () => expect(await proposals()).toHaveLength(count));
const untilGone = () => eventually(async () => expect(await proposals()).toEqual([]));

/** Presses the icon in the title bar. */
const press = (name: 'Accept Proposal' | 'Reject Proposal') => page().getByRole('button', { name }).first().click();

/** Types at the start of the proposal, as the user would. */
async function typeIntoProposal(text: string): Promise<void> {
	await page().locator('.editor.modified .view-line').first().click();
	await page().keyboard.press('Control+Home');
	await page().keyboard.type(text);
}

describe('editor_show_diff', () => {
	beforeEach(() => writeFileSync(file('notes.txt'), 'one\ntwo\n'));

	test('what the user accepts is written', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		expect(await proposals()).toEqual(['notes.txt (proposed by an agent)']);
		await press('Accept Proposal');
		expect(textOf(await result)).toBe('Accepted: notes.txt is changed and saved.');
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\n2\n');
		expect(await proposals()).toEqual([]);
	});

	test.each([
		['without arguments, as a task or a debug configuration runs it', 'return [undefined]'],
		['with the address alone', 'return [vscode.window.tabGroups.activeTabGroup.activeTab.input.modified]'],
	])('the command %s accepts nothing until the user has confirmed it', async (_, args) => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		const run = () =>
			evaluate(
				`const given = (() => { ${args} })();
				void vscode.commands.executeCommand('hawser.acceptProposal', ...given);`,
			);
		await run();
		await eventually(async () => expect(await open().window.dialogText()).toContain('notes.txt'));
		await open().window.answerDialog('Cancel');
		expect(await proposals()).toHaveLength(1);
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\ntwo\n');
		await run();
		await open().window.answerDialog('Accept');
		expect(textOf(await result)).toBe('Accepted: notes.txt is changed and saved.');
	});

	test('the agent cannot change what the user reads', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		await page().locator('.editor.modified .view-line').first().click();
		await page().keyboard.press('Control+A');
		await eventually(async () =>
			expect(await evaluate('return vscode.window.activeTextEditor?.selection.isEmpty')).toBe(false),
		);
		expect(textOf(await call(client, 'editor_replace_selection', { text: 'evil' }))).toMatch(/^\[E_FILE_READ_ONLY\]/);
		await press('Accept Proposal');
		await result;
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\n2\n');
	});

	test('the user may edit and save the proposal first; their edits are written and told', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n', title: 'Count on' });
		await untilProposed();
		expect(await proposals()).toEqual(['Count on']);
		await typeIntoProposal('zero ');
		await page().keyboard.press('Control+S');
		await page().keyboard.type('and ');
		expect(await open().window.dialogText()).toBeUndefined();
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\ntwo\n');
		await press('Accept Proposal');
		const data = dataOf(await result);
		expect(data).toMatchObject({ verdict: 'accepted', written: true });
		expect(data['userEdits']).toContain('+zero and one');
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('zero and one\n2\n');
		expect(await proposals()).toEqual([]);
		expect(await open().window.dialogText()).toBeUndefined();
	});

	test('the file is shown with what the user has not saved', async () => {
		writeFileSync(file('draft.txt'), 'one\n');
		await evaluate(
			`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args));
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'unsaved '));`,
			file('draft.txt'),
		);
		const { result, cancel } = start('editor_show_diff', { path: 'draft.txt', proposed: 'one\n2\n' });
		await untilProposed();
		await eventually(async () =>
			expect(await page().locator('.editor.original .view-lines').innerText()).toMatch(/unsaved\sone/),
		);
		cancel();
		await expect(result).rejects.toThrow();
		await untilGone();
	});

	test('what the user rejects is not written, and they may say why', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		await press('Reject Proposal');
		await page().locator('.quick-input-widget input').first().fill('Numbers are words here.');
		await page().keyboard.press('Enter');
		expect(textOf(await result)).toBe('Rejected: notes.txt stays as it is.\nThe user says: Numbers are words here.');
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\ntwo\n');
		expect(await proposals()).toEqual([]);
	});

	test('a user who has nothing to say presses Escape, and loses their edits without being asked', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		await typeIntoProposal('mine ');
		await press('Reject Proposal');
		const reason = page().locator('.quick-input-widget input').first();
		// A key pressed before the box is there goes nowhere, and the user would be waited for.
		await reason.waitFor({ state: 'visible' });
		await reason.press('Escape');
		const data = dataOf(await result);
		expect(data).toMatchObject({ verdict: 'rejected', written: false });
		expect(data).not.toHaveProperty('reason');
		expect(await open().window.dialogText()).toBeUndefined();
	});

	test('closing the tab is a rejection', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		await evaluate(`const [tab] = vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input.modified?.scheme === 'hawser-proposal');
			await vscode.window.tabGroups.close(tab);`);
		expect(dataOf(await result)).toMatchObject({ verdict: 'rejected', closed: true, written: false });
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\ntwo\n');
	});

	test('a tab that is moved beside another is still the same proposal', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		await evaluate(`await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
			await vscode.commands.executeCommand('workbench.action.moveEditorToRightGroup');`);
		await untilProposed();
		await press('Accept Proposal');
		expect(dataOf(await result)).toMatchObject({ verdict: 'accepted' });
	});

	test('the answer says that nobody answered, and the tab goes', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n', timeout: 1000 });
		expect(textOf(await result)).toBe(
			'No answer: nobody decided on notes.txt in time. The diff is closed and nothing was written.',
		);
		expect(await proposals()).toEqual([]);
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\ntwo\n');
	});

	test('two proposals at once have a tab each', async () => {
		writeFileSync(file('other.txt'), 'other\n');
		const first = start('editor_show_diff', { path: 'notes.txt', proposed: 'first\n' });
		await untilProposed(1);
		const second = start('editor_show_diff', { path: 'other.txt', proposed: 'second\n' });
		await untilProposed(2);
		// The one in front is meant.
		await press('Accept Proposal');
		expect(dataOf(await second.result)).toMatchObject({ path: 'other.txt', verdict: 'accepted' });
		await untilProposed(1);
		await press('Accept Proposal');
		expect(dataOf(await first.result)).toMatchObject({ path: 'notes.txt', verdict: 'accepted' });
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('first\n');
		expect(readFileSync(file('other.txt'), 'utf8')).toBe('second\n');
	});

	test('a file that changed meanwhile is left alone', async () => {
		const { result } = start('editor_show_diff', { path: 'notes.txt', proposed: 'one\n2\n' });
		await untilProposed();
		writeFileSync(file('notes.txt'), 'somebody else\n');
		await press('Accept Proposal');
		expect(textOf(await result)).toMatch(/^\[E_FILE_CHANGED\] The user accepted the proposal, but it was not written/);
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('somebody else\n');
		expect(await proposals()).toEqual([]);
	});

	test('a new file is compared with nothing, and created when the user accepts', async () => {
		const { result } = start('editor_show_diff', { path: 'deep/new.txt', proposed: 'é\n' });
		await untilProposed();
		expect(existsSync(file('deep/new.txt'))).toBe(false);
		await press('Accept Proposal');
		expect(dataOf(await result)).toMatchObject({ path: 'deep/new.txt', created: true });
		expect(readFileSync(file('deep/new.txt'), 'utf8')).toBe('é\n');
	});
});

describe('editor_replace_selection', () => {
	beforeEach(() => writeFileSync(file('notes.txt'), 'one\ntwo\nthree\n'));
	const select = (line: number, column: number, endColumn: number) =>
		call(client, 'editor_open', { path: 'notes.txt', line, column, endLine: line, endColumn });
	const activeText = () => evaluate('return vscode.window.activeTextEditor.document.getText()');

	test('changes the text in the editor, as one step to undo, and does not save', async () => {
		await select(2, 1, 4);
		const result = await call(client, 'editor_replace_selection', { text: '2\n2', expected: 'two' });
		expect(result.structuredContent).toMatchObject({
			data: { path: 'notes.txt', line: 2, column: 1, endLine: 3, endColumn: 2, replaced: 'two', saved: false },
		});
		expect(await activeText()).toBe('one\n2\n2\nthree\n');
		expect(readFileSync(file('notes.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
		await open().window.executeCommand('undo');
		expect(await activeText()).toBe('one\ntwo\nthree\n');
	});

	test('works in a document without a file', async () => {
		await evaluate(`const document = await vscode.workspace.openTextDocument({ content: 'draft' });
			const editor = await vscode.window.showTextDocument(document);
			editor.selection = new vscode.Selection(0, 0, 0, 5);`);
		const { structuredContent } = await call(client, 'editor_replace_selection', { text: 'final' });
		expect(structuredContent).toMatchObject({ data: { path: expect.stringMatching(/^untitled:/) as unknown } });
		expect(await activeText()).toBe('final');
	});

	test('another selection than the expected one is left alone', async () => {
		await select(3, 1, 6);
		const result = await call(client, 'editor_replace_selection', { text: '2', expected: 'two' });
		expect(textOf(result)).toMatch(/^\[E_FILE_CHANGED\]/);
		expect(await activeText()).toBe('one\ntwo\nthree\n');
	});

	test('no selection, no editor, and a text that cannot be changed are errors', async () => {
		await call(client, 'editor_open', { path: 'notes.txt', line: 1 });
		expect(textOf(await call(client, 'editor_replace_selection', { text: 'x' }))).toMatch(/^\[E_NO_SELECTION\]/);
		await open().window.executeCommand('workbench.action.closeAllEditors');
		expect(textOf(await call(client, 'editor_replace_selection', { text: 'x' }))).toMatch(/^\[E_NO_EDITOR\]/);
		await evaluate(`const provider = { provideTextDocumentContent: () => 'frozen' };
			const registration = vscode.workspace.registerTextDocumentContentProvider('frozen', provider);
			const editor = await vscode.window.showTextDocument(vscode.Uri.parse('frozen:/old.txt'));
			registration.dispose();
			editor.selection = new vscode.Selection(0, 0, 0, 3);`);
		expect(textOf(await call(client, 'editor_replace_selection', { text: 'x' }))).toMatch(/^\[E_FILE_READ_ONLY\]/);
		expect(await activeText()).toBe('frozen');
	});

	test('an editor that the user has set to read-only is left as it is', async () => {
		await select(2, 1, 4);
		await open().window.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
		expect(textOf(await call(client, 'editor_replace_selection', { text: 'x' }))).toMatch(/^\[E_FILE_READ_ONLY\]/);
		expect(await activeText()).toBe('one\ntwo\nthree\n');
		await open().window.executeCommand('workbench.action.files.resetActiveEditorReadonlyInSession');
	});
});

describe('consent', () => {
	const QUESTION = 'An agent wants to change';
	const SETTINGS = '{ "editor.tabSize": 2 }\n';
	beforeEach(() => {
		mkdirSync(file('.vscode'), { recursive: true });
		mkdirSync(file('.gemini'), { recursive: true });
		writeFileSync(file('.vscode/settings.json'), SETTINGS);
		writeFileSync(file('.gemini/settings.json'), SETTINGS);
		if (!existsSync(file('docs'))) {
			symlinkSync('.vscode', file('docs'));
		}
	});
	const select = (path: string) =>
		call(client, 'editor_open', { path, line: 1, column: 22, endLine: 1, endColumn: 23 });
	const activeText = () => evaluate('return vscode.window.activeTextEditor.document.getText()');
	const questions = async () => (await openQuestions(open().window)).filter(text => text.includes(QUESTION));
	const untilAsked = () => eventually(async () => expect(await questions()).toHaveLength(1));
	const untilNotAsked = () => eventually(async () => expect(await questions()).toEqual([]));
	// A question that is answered fades; the next test must not take it for its own.
	afterEach(untilNotAsked);

	test('the user is asked by the name of the file, and what they allow is done once', async () => {
		await select('.vscode/settings.json');
		const { result } = start('editor_replace_selection', { text: '4' });
		await untilAsked();
		expect((await questions())[0]).toContain('.vscode/settings.json');
		expect(await activeText()).toBe(SETTINGS);
		await answerQuestion(open().window, QUESTION, 'Allow once');
		expect(textOf(await result)).toMatch(/^Replaced the selection in \.vscode\/settings\.json/);
		await untilNotAsked();
		await select('.vscode/settings.json');
		const again = start('editor_replace_selection', { text: '8' });
		await untilAsked();
		await answerQuestion(open().window, QUESTION, 'Deny');
		expect(textOf(await again.result)).toMatch(/^\[E_DENIED\] The user does not allow it/);
		expect(await activeText()).toContain('4');
	});

	test('a link to a protected folder is protected', async () => {
		await select('docs/settings.json');
		const { result } = start('editor_replace_selection', { text: '4' });
		await untilAsked();
		await answerQuestion(open().window, QUESTION, 'Deny');
		expect(textOf(await result)).toMatch(/^\[E_DENIED\]/);
	});

	test('a caller who goes takes the question away', async () => {
		await select('.vscode/settings.json');
		const { result, cancel } = start('editor_replace_selection', { text: '4' });
		await untilAsked();
		cancel();
		await expect(result).rejects.toThrow();
		await untilNotAsked();
		expect(await activeText()).toBe(SETTINGS);
	});

	test('what the user types while they are asked is not overwritten', async () => {
		await select('.vscode/settings.json');
		const { result } = start('editor_replace_selection', { text: '4' });
		await untilAsked();
		await evaluate(
			`await vscode.window.activeTextEditor.edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\\n'))`,
		);
		await answerQuestion(open().window, QUESTION, 'Allow once');
		expect(textOf(await result)).toMatch(/^\[E_FILE_CHANGED\]/);
		expect(await activeText()).toBe(`// mine\n${SETTINGS}`);
	});

	test('what is allowed in this window is not asked again, and nothing else is allowed by it', async () => {
		await select('.gemini/settings.json');
		const first = start('editor_replace_selection', { text: '4' });
		await untilAsked();
		await answerQuestion(open().window, QUESTION, 'Allow in this window');
		expect(textOf(await first.result)).toMatch(/^Replaced/);
		await untilNotAsked();
		await select('.gemini/settings.json');
		expect(textOf(await call(client, 'editor_replace_selection', { text: '8' }))).toMatch(/^Replaced/);
		await select('.vscode/settings.json');
		const other = start('editor_replace_selection', { text: '4' });
		await untilAsked();
		await answerQuestion(open().window, QUESTION, 'Deny');
		expect(textOf(await other.result)).toMatch(/^\[E_DENIED\]/);
	});
});

test('editor_notify shows words and nothing to click', async () => {
	const message = 'Done: [Allow](command:workbench.action.files.newUntitledFile) and [more](https://example.org)';
	await call(client, 'editor_notify', { message, kind: 'warning' });
	const shown = await eventually(async () => {
		const found = (await open().window.notifications()).find(text => text.includes('Done:'));
		expect(found).toBeDefined();
		return found;
	});
	expect(shown).toContain('Agent: Done: [Allow] (command:workbench.action.files.newUntitledFile)');
	expect(await page().locator('.notification-list-item-message a').count()).toBe(0);
	await open().window.executeCommand('notifications.clearAll');
});

test('editor_show_testing_ui shows the view and has tests looked for', async () => {
	const { structuredContent: none } = await call(client, 'editor_show_testing_ui');
	expect(none).toMatchObject({ data: { discovery: 'finished', sources: 0 } });
	await evaluate(`const controller = vscode.tests.createTestController('user-test', 'User');
		controller.refreshHandler = () => controller.items.add(controller.createTestItem('one', 'one'));`);
	const { structuredContent: some } = await call(client, 'editor_show_testing_ui');
	expect(some).toMatchObject({ data: { discovery: 'finished', sources: 1 } });
	await eventually(async () =>
		expect(await page().locator('.part.sidebar .title-label').innerText()).toMatch(/testing/i),
	);
	await open().window.executeCommand('workbench.view.explorer');
});

describe('window_reload', () => {
	const typed = () => evaluate('return vscode.workspace.textDocuments.find(({ isDirty }) => isDirty)?.getText()');

	test('says through the CLI when the window is back; unsaved edits survive, proposals do not', async () => {
		writeFileSync(file('unsaved.txt'), 'saved\n');
		await evaluate(
			`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args), { preview: false });
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'not '));`,
			file('unsaved.txt'),
		);
		const before = await workbench().entryOf(open().folder);
		const { result } = start('editor_show_diff', { path: 'unsaved.txt', proposed: 'new\n' });
		await untilProposed();
		await typeIntoProposal('mine ');
		const env = workbench().env;
		const run = promisify(execFile)(process.execPath, [installedCli(), 'call', 'window_reload', '--json'], {
			cwd: open().folder,
			env,
		});
		const answer = JSON.parse((await run).stdout) as { data: Record<string, unknown> };
		const after = await workbench().entryOf(open().folder);
		expect(after.id).not.toBe(before.id);
		expect(answer.data).toMatchObject({ windowId: before.id, back: { windowId: after.id } });
		await expect(result).rejects.toThrow();
		await eventually(async () => expect(await typed()).toBe('not saved\n'));
		await untilGone();
		expect(await open().window.dialogText()).toBeUndefined();
		expect(readFileSync(file('unsaved.txt'), 'utf8')).toBe('saved\n');
	});

	test('works over stdio too, under its other name', async () => {
		const agent = await connectStdio({ env: workbench().env, cwd: open().folder });
		const before = await workbench().entryOf(open().folder);
		const result = await agent.callTool({ name: 'util_restart_vscode', arguments: {} }, { timeout: 150_000 });
		expect(textOf(result)).toMatch(/^The window was reloaded and is back after \d+\.\d s\.$/);
		expect((await workbench().entryOf(open().folder)).id).not.toBe(before.id);
		await agent.close();
	});

	test('is refused where VS Code would not keep unsaved edits', async () => {
		await evaluate(
			`await vscode.workspace.getConfiguration('files').update('hotExit', 'off', vscode.ConfigurationTarget.Global);
			await vscode.workspace.openTextDocument({ content: 'draft' }).then(vscode.window.showTextDocument);`,
		);
		const http = await connectHttp(await workbench().entryOf(open().folder));
		expect(textOf(await call(http, 'window_reload'))).toMatch(/^\[E_FILE_DIRTY\] .*untitled:/);
		await http.close();
		await evaluate(
			`await vscode.workspace.getConfiguration('files').update('hotExit', undefined, vscode.ConfigurationTarget.Global);`,
		);
	});
});
