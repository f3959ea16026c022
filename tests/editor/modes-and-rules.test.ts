import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { answerQuestion, findQuestion, openQuestions, untilNoQuestion } from '../support/questions.ts';
import { connectSurfaces, type Surfaces } from '../support/surfaces.ts';
import { useShopWindow } from '../support/use-window.ts';

/** What the user decides, and how they say it; policy-table.test.ts has every tool by every way in. */
const { workbench, open } = useShopWindow();
const rulesFile = () => join(workbench().home, 'rules.json');
const NOTE = { path: 'note.txt', content: 'ahoy\n' };
let written = 0;
let surfaces: Surfaces;

beforeAll(async () => {
	const { window, entry, folder } = open();
	surfaces = await connectSurfaces({ window, entry, folder, env: workbench().env });
});
afterAll(() => surfaces.close());
afterEach(async () => {
	rmSync(rulesFile(), { force: true });
	await setMode('guarded');
	await untilNoQuestion(open().window);
});

async function setMode(mode: string): Promise<void> {
	await open().window.evaluate(
		`await vscode.workspace.getConfiguration().update('hawser.mode', args.mode, vscode.ConfigurationTarget.Global);`,
		{ mode },
	);
}

function setRules(...rules: readonly object[]): void {
	writeFileSync(rulesFile(), JSON.stringify({ rules }), { mode: 0o600 });
}

/** The chat asks in a dialog of VS Code before it calls. */
const waysOfAgents = () => [...surfaces.byName].filter(([way]) => way !== 'vscode.lm');

/** Another text each time, because a write that changes nothing asks nothing. */
const write = async () =>
	(await callWindow(open().entry, 'file_write', { ...NOTE, content: `ahoy ${++written}\n` })).text;

describe('read only', () => {
	test('a workspace cannot widen it', async () => {
		await setMode('read-only');
		await open().window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.mode', 'guarded', vscode.ConfigurationTarget.Workspace);`,
		);
		expect(await write()).toContain('E_DENIED');
		await open().window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.mode', undefined, vscode.ConfigurationTarget.Workspace);`,
		);
	});
});

describe('ask', () => {
	test('the user sees the whole change, and a yes lets it go on once', async () => {
		await setMode('ask');
		const answer = write();
		const question = await findQuestion(open().window, ['file_write', 'note.txt', 'ahoy']);
		expect(await question.getByRole('button').allInnerTexts()).toEqual(
			expect.arrayContaining(['Apply', 'Always allow in this folder', 'Always, as a rule…', 'Deny']),
		);
		await answerQuestion(open().window, 'file_write', 'Apply');
		expect(await answer).not.toContain('E_DENIED');
		const again = write();
		await answerQuestion(open().window, 'file_write', 'Deny');
		expect(await again).toContain('The user does not allow file_write.');
	});

	test('a no carries a sentence to the agent', async () => {
		await setMode('ask');
		const answer = callWindow(open().entry, 'terminal_run', { command: 'echo no' });
		const question = await findQuestion(open().window, 'echo no');
		await question.getByLabel('A sentence for the agent').fill('use the script');
		await answerQuestion(open().window, 'echo no', 'Deny');
		expect((await answer).text).toContain('They say: use the script');
	});

	test('a yes for the folder is a rule, and covers the same command only', async () => {
		await setMode('ask');
		const run = async (command: string) => (await callWindow(open().entry, 'terminal_run', { command })).text;
		const first = run('echo one');
		await answerQuestion(open().window, 'echo one', 'Always allow in this folder');
		expect(await first).toContain('one');
		const { rules } = JSON.parse(readFileSync(rulesFile(), 'utf8')) as { rules: unknown[] };
		expect(rules).toMatchObject([{ decision: 'allow', tool: 'terminal_run', command: ['echo', 'one'] }]);
		expect(await run('echo one more')).toContain('one more');
		const other = run('echo one; echo two > two.txt');
		await answerQuestion(open().window, 'two.txt', 'Deny');
		expect(await other).toContain('E_DENIED');
	});

	test('steps of a debugger and what only shows need no answer', async () => {
		await setMode('ask');
		const { text } = await callWindow(open().entry, 'debug_continue', {});
		expect(text).not.toContain('E_DENIED');
		expect(await openQuestions(open().window)).toEqual([]);
	});
});

describe('rules', () => {
	test('a rule that denies holds in every mode and by every way in, and the agent learns which it was', async () => {
		setRules({ decision: 'deny', tool: 'file_write' }, { decision: 'allow', tool: 'file_*' });
		for (const [way, ask] of waysOfAgents()) {
			expect((await ask('file_write', NOTE)).text, way).toContain('a rule of the user says: deny file_write');
		}
	});

	test('a rule allows what the mode would refuse', async () => {
		await setMode('read-only');
		setRules({ decision: 'allow', tool: 'file_write', path: '*.txt' });
		expect(await write()).not.toContain('E_DENIED');
		const { text } = await callWindow(open().entry, 'file_write', { path: 'src/new.ts', content: '' });
		expect(text).toContain('E_DENIED');
	});

	test('the names of other systems are held to the rules of the tools that they mean', async () => {
		setRules({ decision: 'deny', effect: 'runs' });
		const { text } = await callWindow(open().entry, 'execute_terminal_command', { command: 'echo ahoy' });
		expect(text).toContain('E_DENIED');
	});

	test('a file that a rule forbids keeps its imports when another is moved', async () => {
		const before = readFileSync(join(open().folder, 'src/checkout.ts'), 'utf8');
		await callWindow(open().entry, 'diagnostic_list', {});
		setRules({ decision: 'deny', path: 'src/checkout.ts' });
		const { text } = await callWindow(open().entry, 'file_rename', { from: 'src/cart.ts', to: 'src/basket.ts' });
		expect(text).toContain('E_DENIED');
		expect(readFileSync(join(open().folder, 'src/checkout.ts'), 'utf8')).toBe(before);
		expect(readFileSync(join(open().folder, 'src/cart.ts'), 'utf8')).toContain('Cart');
	});

	test('a rule that asks about a file asks when it changes without being named, and about no other', async () => {
		const replace = async (query: string, replacement: string) =>
			(await callWindow(open().entry, 'text_replace', { query, replacement })).text;
		writeFileSync(join(open().folder, 'plain.txt'), 'windlass\n');
		writeFileSync(join(open().folder, 'kept.sql'), 'capstan\n');
		setRules({ decision: 'ask', path: '*.sql' });
		expect(await replace('windlass', 'winch')).not.toContain('E_DENIED');
		expect(readFileSync(join(open().folder, 'plain.txt'), 'utf8')).toBe('winch\n');
		const refused = replace('capstan', 'winch');
		await answerQuestion(open().window, 'kept.sql', 'Deny');
		expect(await refused).toContain('The user does not allow text_replace.');
		expect(readFileSync(join(open().folder, 'kept.sql'), 'utf8')).toBe('capstan\n');
	});

	test('a file of rules that is not understood makes the window ask', async () => {
		writeFileSync(rulesFile(), '{"rules": [{"decision": "deny", "tools": "file_write"}]}', { mode: 0o600 });
		const answer = write();
		await answerQuestion(open().window, 'file_write', 'Deny');
		expect(await answer).toContain('E_DENIED');
	});
});

test('the menu of the status bar changes the mode', async () => {
	const { page } = open().window;
	await page.locator('.statusbar-item[id="hawser.hawser-vscode.hawser.status"]').click();
	await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Choose What Agents May Do' }).click();
	await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Read only' }).click();
	await eventually(async () => expect(await write()).toContain('E_DENIED'));
});
