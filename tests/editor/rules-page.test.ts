import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { installedCli } from '../support/installed-cli.ts';
import { answerQuestion, findQuestion, questionPage, untilNoQuestion } from '../support/questions.ts';
import { rulesPage } from '../support/rules-page.ts';
import { useShopWindow } from '../support/use-window.ts';

/** What the user sees of the rules and changes in the window is what is in the file. */
const { workbench, open } = useShopWindow();
const window = () => open().window;
const file = () => join(workbench().home, 'rules.json');
const readRules = () => (JSON.parse(readFileSync(file(), 'utf8')) as { rules: unknown[] }).rules;
const writeRules = (...rules: readonly object[]) => writeFileSync(file(), JSON.stringify({ rules }), { mode: 0o600 });
const mode = () => window().evaluate(`return vscode.workspace.getConfiguration().get('hawser.mode')`);
const setMode = (word: string) =>
	window().evaluate(
		`await vscode.workspace.getConfiguration().update('hawser.mode', args.word, vscode.ConfigurationTarget.Global);`,
		{ word },
	);
const cli = (...args: readonly string[]) =>
	execFileSync(process.execPath, [installedCli(), 'rules', ...args], {
		env: workbench().env,
		cwd: open().folder,
		encoding: 'utf8',
	});
const write = async () => (await callWindow(open().entry, 'file_write', { path: 'note.txt', content: 'ahoy\n' })).text;

beforeEach(async () => {
	await window().executeCommand('hawser.showRules');
});
afterEach(async () => {
	rmSync(file(), { force: true });
	await setMode('guarded');
	await window().executeCommand('workbench.action.closeAllEditors');
	await untilNoQuestion(window());
});

const shownRules = async () => (await rulesPage(window())).locator('.rule .text').allInnerTexts();

describe('what is shown', () => {
	test('every rule in words, whether it holds here, and what changes while the page is open', async () => {
		const page = await rulesPage(window());
		expect(await page.locator('.empty').innerText()).toBe('There are no rules yet.');
		cli('add', 'deny', 'tool=git_push');
		await eventually(async () => expect(await shownRules()).toEqual(['deny git_push\nHolds in this window']));
		writeRules(
			{ decision: 'deny', tool: 'git_push' },
			{ decision: 'allow', tool: 'test_run', folder: '/elsewhere' },
			{ decision: 'ask', effect: ['runs'], until: '2020-01-01T00:00:00Z' },
			{ decision: 'allow', command: ['echo <b>\u202Etset</b>'] },
		);
		await eventually(async () =>
			expect(await shownRules()).toEqual([
				'deny git_push\nHolds in this window',
				'allow test_run, in /elsewhere\nDoes not hold in this window, which has another folder',
				'ask every tool that runs code, until 2020-01-01T00:00:00Z\nIts time is over',
				'allow every tool, with the line: echo <b>\\u{202E}tset</b>\nHolds in this window',
			]),
		);
		cli('remove', '1');
		await eventually(async () => expect(await shownRules()).toHaveLength(3));
	});

	test('a file that is not understood is not changed here, and can be opened', async () => {
		writeFileSync(file(), '{"rules": [{"decision": "deny", "tools": "file_write"}]}', { mode: 0o600 });
		const page = await rulesPage(window());
		await eventually(async () =>
			expect(await page.getByRole('alert').first().innerText()).toContain('A rule has no field "tools"'),
		);
		expect(await page.getByRole('button', { name: 'Add a rule' }).count()).toBe(0);
		await page.getByRole('button', { name: 'Open as JSON' }).click();
		await eventually(async () =>
			expect(await window().evaluate('return vscode.window.activeTextEditor?.document.fileName')).toBe(file()),
		);
	});
});

describe('what is changed', () => {
	test('a rule is added, edited and deleted with the keyboard alone, and each counts at once', async () => {
		const { keyboard } = window().page;
		const page = await rulesPage(window());
		await page.getByRole('button', { name: 'Add a rule' }).focus();
		await keyboard.press('Enter');
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
		await page.getByLabel('Decision').selectOption('deny');
		await page.getByLabel('Tool').focus();
		await keyboard.type('file_write');
		await page.getByRole('button', { name: 'Save' }).focus();
		await keyboard.press('Enter');
		await eventually(() => expect(readRules()).toEqual([{ decision: 'deny', tool: 'file_write' }]));
		expect(await write()).toContain('a rule of the user says: deny file_write');
		await eventually(async () =>
			expect(await page.evaluate(() => document.getElementById('news')?.textContent)).toBe('A new rule is saved.'),
		);

		await page.getByRole('button', { name: 'Edit rule 1' }).focus();
		await keyboard.press('Enter');
		await page.getByLabel('Files', { exact: true }).focus();
		await keyboard.type('secrets/**');
		await page.getByLabel('edits (changes files)').check();
		await page.getByRole('button', { name: 'Save' }).focus();
		await keyboard.press('Enter');
		await eventually(() =>
			expect(readRules()).toEqual([{ decision: 'deny', tool: 'file_write', path: 'secrets/**', effect: ['edits'] }]),
		);
		expect(await write()).not.toContain('E_DENIED');

		await page.getByRole('button', { name: 'Delete rule 1' }).focus();
		await keyboard.press('Enter');
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep');
		// As when the watcher of the file is late: what is told a second time does not take the question away.
		await page.evaluate(() =>
			addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => (document.title = data.kind)),
		);
		writeFileSync(file(), readFileSync(file()));
		await eventually(async () => expect(await page.title()).toBe('state'));
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep');
		await page.getByRole('button', { name: 'Delete it' }).focus();
		await keyboard.press('Enter');
		await eventually(() => expect(readRules()).toEqual([]));
		await eventually(async () => expect(await page.evaluate(() => document.activeElement?.id)).toBe('add'));
	});

	test('what a rule cannot be is said beside the fields, and nothing is written', async () => {
		const page = await rulesPage(window());
		await page.getByRole('button', { name: 'Add a rule' }).click();
		for (const [label, text, problem] of [
			['Until', 'tomorrow', '"until" is a date and time'],
			['Files', '../x', '"path" is a glob'],
			['Folder', 'src', 'full path'],
		] as const) {
			const field = page.getByLabel(label, { exact: true });
			await field.fill(text);
			await page.getByRole('button', { name: 'Save' }).click();
			await eventually(async () => expect(await page.locator('.form .problem').innerText()).toContain(problem));
			await field.fill('');
		}
		expect(() => readRules()).toThrow();
	});

	test('a rule that was changed elsewhere meanwhile is not overwritten', async () => {
		writeRules({ decision: 'deny', tool: 'git_push' });
		const page = await rulesPage(window());
		await page.getByRole('button', { name: 'Edit rule 1' }).click();
		writeRules({ decision: 'deny', tool: 'git_commit' });
		await eventually(async () => expect((await shownRules())[0]).toContain('git_commit'));
		await page.getByLabel('Tool').fill('x');
		await page.getByRole('button', { name: 'Save' }).click();
		await eventually(async () => expect(await page.locator('.form .problem').innerText()).toContain('meanwhile'));
		expect(readRules()).toEqual([{ decision: 'deny', tool: 'git_commit' }]);
	});

	test('the mode is changed by a press of the user, and by no script', async () => {
		const page = await rulesPage(window());
		await page.evaluate(() => document.getElementById('mode-read-only')?.click());
		await page.getByRole('button', { name: /^Ask/ }).click();
		await eventually(async () => expect(await mode()).toBe('ask'));
		await eventually(async () =>
			expect(await page.getByRole('button', { pressed: true }).innerText()).toContain('Ask'),
		);
		const status = window().page.locator('.statusbar-item[id="hawser.hawser-vscode.hawser.status"]');
		await eventually(async () => expect(await status.locator('.codicon-question').count()).toBe(1));
		await setMode('read-only');
		await eventually(async () => expect(await status.locator('.codicon-eye').count()).toBe(1));
		await setMode('guarded');
		await eventually(async () => expect(await status.locator('.codicon-eye, .codicon-question').count()).toBe(0));
	});
});

test('the page runs its own script and nothing else', async () => {
	const page = await rulesPage(window());
	const policy = await page.evaluate(() =>
		document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content'),
	);
	expect(policy).toMatch(
		/^default-src 'none'; form-action 'none'; base-uri 'none'; style-src [^;]+; script-src 'nonce-[\w-]+'$/,
	);
});

test('an answer "as a rule" shows the rule, takes changes, saves it and lets the call go on', async () => {
	await setMode('ask');
	const run = async (command: string) => (await callWindow(open().entry, 'terminal_run', { command })).text;
	const answer = run('echo one');
	const question = await findQuestion(window(), 'echo one');
	const page = await questionPage(window());
	await page.locator('body:not(.settling)').waitFor();
	await question.getByRole('button', { name: 'Always, as a rule…' }).click();
	const command = question.getByLabel('Command begins with');
	expect(await command.inputValue()).toBe('echo one');
	expect(await question.getByLabel('Folder').inputValue()).toBe(open().folder);
	await question.getByLabel('Until').fill('tomorrow');
	await page.locator('body:not(.settling)').waitFor();
	await question.getByRole('button', { name: 'Save this rule and allow' }).click();
	await eventually(async () => expect(await question.getByRole('alert').innerText()).toContain('"until"'));
	await question.getByLabel('Until').fill('');
	await command.fill('echo');
	await answerQuestion(window(), 'echo one', 'Save this rule and allow');
	expect(await answer).toContain('one');
	expect(readRules()).toEqual([{ decision: 'allow', tool: 'terminal_run', command: ['echo'], folder: open().folder }]);
	expect(await run('echo two')).toContain('two');
});
