import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, findQuestion, openQuestions, untilNoQuestion } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/** In the mode "ask" the user sees a change before it is made, may change it, and nothing is written without their yes. */
const { open } = useShopWindow();
let client: Client;
const page = () => open().window.page;
const file = (name: string) => join(open().folder, name);
const read = (name: string) => readFileSync(file(name), 'utf8');
const evaluate = (code: string, args?: unknown) => open().window.evaluate(code, args);

beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});
beforeEach(() => setMode('ask'));
afterEach(async () => {
	await setMode('guarded');
	await untilNoQuestion(open().window);
	await untilTabs(0);
});

async function setMode(mode: string): Promise<void> {
	await evaluate(
		`await vscode.workspace.getConfiguration().update('hawser.mode', args.mode, vscode.ConfigurationTarget.Global);`,
		{ mode },
	);
}

/** The comparisons that are open, by their labels. */
async function tabs(): Promise<string[]> {
	return (await evaluate(
		`return vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input?.modified?.scheme === 'hawser-proposal').map(tab => tab.label)`,
	)) as string[];
}

const untilTabs = (count: number) => eventually(async () => expect(await tabs()).toHaveLength(count));
const start = async (tool: string, input: Record<string, unknown>) => textOf(await call(client, tool, input));
const diffOf = async (...wanted: string[]) =>
	(await findQuestion(open().window, wanted)).locator('pre.diff').innerText();

/** Types at the start of the right side, as the user would. */
async function typeIntoComparison(text: string): Promise<void> {
	await page().locator('.editor.modified .view-line').first().click();
	await page().keyboard.press('Control+Home');
	await page().keyboard.type(text);
}

/** Makes the shop as it was, so that each test begins with the same files. */
function resetShop(): void {
	for (const name of ['src/cart.ts', 'src/checkout.ts']) {
		writeFileSync(file(name), readFileSync(join(import.meta.dirname, '../projects/shop', name)));
	}
}

describe('a file that is written', () => {
	test('a new one is shown whole, and is there only after the yes', async () => {
		const answer = start('file_write', { path: 'src/rates.ts', text: 'export const rate = 0.19;\n' });
		const question = await findQuestion(open().window, ['An agent wants to create a file', 'src/rates.ts']);
		expect(await question.getByRole('button').allInnerTexts()).toEqual([
			'Apply',
			'Allow this agent until it goes',
			'Always allow in this folder',
			'Always, as a rule…',
			'Deny',
			'src/rates.ts',
		]);
		expect(await diffOf('src/rates.ts')).toMatch(
			/^--- \/dev\/null\n\+\+\+ src\/rates\.ts\n@@ -1,1 \+1,2 @@\n\+export const rate = 0\.19;/,
		);
		await untilTabs(1);
		expect(existsSync(file('src/rates.ts'))).toBe(false);
		await answerQuestion(open().window, 'src/rates.ts', 'Apply');
		expect(await answer).toContain('Created src/rates.ts');
		expect(read('src/rates.ts')).toBe('export const rate = 0.19;\n');
	});

	test('of an existing one the user sees what changes; their own edits are written and told', async () => {
		writeFileIn(open().folder, 'notes-1.txt', 'one\ntwo\nthree\n');
		const answer = start('file_write', { path: 'notes-1.txt', text: 'one\n2\nthree\n' });
		expect(await diffOf('notes-1.txt')).toContain('\n-two\n+2\n');
		await untilTabs(1);
		await typeIntoComparison('zero ');
		expect(read('notes-1.txt')).toBe('one\ntwo\nthree\n');
		await answerQuestion(open().window, 'notes-1.txt', 'Apply');
		const text = await answer;
		expect(text).toContain('The user changed your change before it was made:');
		expect(text).toContain('-one\n+zero one\n');
		expect(read('notes-1.txt')).toBe('zero one\n2\nthree\n');
	});

	test('a no writes nothing and carries a sentence', async () => {
		writeFileIn(open().folder, 'notes-2.txt', 'one\n');
		const answer = start('file_write', { path: 'notes-2.txt', text: 'two\n' });
		const question = await findQuestion(open().window, 'notes-2.txt');
		await question.getByLabel('A sentence for the agent').fill('numbers are words here');
		await answerQuestion(open().window, 'notes-2.txt', 'Deny');
		expect(await answer).toContain('The user does not allow file_write. They say: numbers are words here');
		expect(read('notes-2.txt')).toBe('one\n');
	});

	test('the buttons above the comparison answer as well', async () => {
		writeFileIn(open().folder, 'notes-3.txt', 'one\n');
		const accepted = start('file_write', { path: 'notes-3.txt', text: 'two\n' });
		await untilTabs(1);
		await page().getByRole('button', { name: 'Accept Proposal' }).first().click();
		expect(await accepted).toContain('Wrote notes-3.txt');
		expect(read('notes-3.txt')).toBe('two\n');
		const rejected = start('file_write', { path: 'notes-3.txt', text: 'three\n' });
		await untilTabs(1);
		await page().getByRole('button', { name: 'Reject Proposal' }).first().click();
		await page().locator('.quick-input-widget input').first().fill('Two is enough.');
		await page().keyboard.press('Enter');
		expect(await rejected).toContain('They say: Two is enough.');
		expect(read('notes-3.txt')).toBe('two\n');
	});

	test('what the user types into the file meanwhile is not overwritten, and their edits of the change are not lost', async () => {
		writeFileIn(open().folder, 'notes-4.txt', 'one\n');
		const answer = start('file_write', { path: 'notes-4.txt', text: 'two\n' });
		await untilTabs(1);
		await typeIntoComparison('mine ');
		await evaluate(
			`const edit = new vscode.WorkspaceEdit();
			edit.insert(vscode.Uri.file(args), new vscode.Position(0, 0), 'typed ');
			await vscode.workspace.applyEdit(edit);
			await (await vscode.workspace.openTextDocument(args)).save();`,
			file('notes-4.txt'),
		);
		await answerQuestion(open().window, 'notes-4.txt', 'Apply');
		const text = await answer;
		expect(text).toContain('[E_FILE_CHANGED] notes-4.txt changed while the user reviewed the change');
		expect(text).toContain('+mine two');
		expect(read('notes-4.txt')).toBe('typed one\n');
	});

	test('a protected file is asked about once, and the card says what protects it', async () => {
		const answer = start('file_write', { path: '.vscode/extensions.json', text: '{}\n' });
		const question = await findQuestion(open().window, ['.vscode/extensions.json', 'Protected as']);
		expect(await question.locator('.remark').innerText()).toBe('new, protected');
		await answerQuestion(open().window, 'extensions.json', 'Apply');
		expect(await answer).toContain('Created .vscode/extensions.json');
		expect(await openQuestions(open().window)).toEqual([]);
	});

	test('a call that would fail, or changes nothing, asks nothing', async () => {
		writeFileIn(open().folder, 'notes-5.txt', 'one\n');
		expect(await start('file_write', { path: 'notes-5.txt', text: 'one\n' })).toContain('no line changed');
		expect(await start('file_write', { path: 'notes-5.txt', text: 'x', mode: 'create' })).toContain('E_FILE_EXISTS');
		const missing = { path: 'notes-5.txt', edits: [{ oldText: 'nine', newText: '9' }] };
		expect(await start('file_edit', missing)).toMatch(/^\[E_/);
		expect(await openQuestions(open().window)).toEqual([]);
	});

	test('an agent that goes takes its review along, and others stand beside it', async () => {
		writeFileIn(open().folder, 'notes-6.txt', 'one\n');
		const controller = new AbortController();
		const leaving = client.callTool(
			{ name: 'file_write', arguments: { path: 'gone.txt', text: 'x' } },
			{ signal: controller.signal },
		);
		leaving.catch(() => undefined);
		const staying = start('file_write', { path: 'notes-6.txt', text: 'two\n' });
		await findQuestion(open().window, 'gone.txt');
		await findQuestion(open().window, 'notes-6.txt');
		await untilTabs(2);
		controller.abort();
		await untilTabs(1);
		await answerQuestion(open().window, 'notes-6.txt', 'Apply');
		expect(await staying).toContain('Wrote notes-6.txt');
		expect(existsSync(file('gone.txt'))).toBe(false);
	});

	test('a longer yes is kept: the same tool is not asked about again', async () => {
		const other = await connectHttp(open().entry);
		const write = async (path: string) => textOf(await call(other, 'file_write', { path, text: 'x\n' }));
		const first = write('first.txt');
		await answerQuestion(open().window, 'first.txt', 'Allow this agent until it goes');
		expect(await first).toContain('Created first.txt');
		expect(await write('second.txt')).toContain('Created second.txt');
		await other.close();
	});
});

describe('a change of several files is one review', () => {
	beforeEach(resetShop);
	const edits = [
		{ path: 'src/cart.ts', oldText: 'rate = 0.2', newText: 'rate = 0.19' },
		{ path: 'src/checkout.ts', oldText: 'addTax(4.5)', newText: 'addTax(5)' },
	];

	test('file_edit: nothing is written before the yes, and then exactly what was shown', async () => {
		const before = read('src/checkout.ts');
		const answer = start('file_edit', { edits });
		const diff = await diffOf('An agent wants to change 2 files');
		expect(diff).toContain('+++ src/cart.ts');
		expect(diff).toContain('+export function addTax(net: number, rate = 0.19): number {');
		expect(diff).toContain('+const shipping = addTax(5);');
		expect(read('src/checkout.ts')).toBe(before);
		expect(await openQuestions(open().window)).toHaveLength(1);
		await answerQuestion(open().window, 'src/cart.ts', 'Apply');
		expect(await answer).toContain('Edited src/checkout.ts');
		expect(read('src/cart.ts')).toContain('rate = 0.19');
		expect(read('src/checkout.ts')).toBe(before.replace('addTax(4.5)', 'addTax(5)'));
	});

	test('a file without its tick stays as it is, and the agent learns which', async () => {
		const before = read('src/checkout.ts');
		const answer = start('file_edit', { edits });
		const question = await findQuestion(open().window, 'change 2 files');
		await question.getByRole('checkbox', { name: 'src/checkout.ts' }).click();
		await answerQuestion(open().window, 'src/cart.ts', 'Apply');
		expect(await answer).toContain('The user left out: src/checkout.ts');
		expect(read('src/cart.ts')).toContain('rate = 0.19');
		expect(read('src/checkout.ts')).toBe(before);
	});

	test('a click on a name shows its comparison; closing one is no answer', async () => {
		const answer = start('file_edit', { edits });
		const question = await findQuestion(open().window, 'change 2 files');
		await untilTabs(1);
		await question.getByRole('button', { name: 'src/checkout.ts' }).click();
		await untilTabs(2);
		await evaluate(`await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input?.modified?.scheme === 'hawser-proposal'))`);
		await untilTabs(0);
		expect(await openQuestions(open().window)).toHaveLength(1);
		await question.getByRole('button', { name: 'src/checkout.ts' }).click();
		await untilTabs(1);
		await answerQuestion(open().window, 'src/cart.ts', 'Deny');
		expect(await answer).toContain('The user does not allow file_edit.');
		expect(read('src/cart.ts')).toContain('rate = 0.2)');
	});

	test('all of them can be compared, and edited, in one editor, which goes with the review', async () => {
		const multi = async () =>
			(await evaluate(
				`return vscode.window.tabGroups.all.flatMap(group => group.tabs).map(tab => tab.label).filter(label => label.startsWith('Changes of an agent'))`,
			)) as string[];
		const answer = start('file_edit', { edits });
		const card = await findQuestion(open().window, 'change 2 files');
		await card.getByRole('button', { name: 'Compare All' }).click();
		await eventually(async () => expect(await multi()).toHaveLength(1));
		await page().locator('.multiDiffEntry .editor.modified .view-line').first().click();
		await page().keyboard.press('Control+Home');
		await page().keyboard.type('// mine\n');
		await answerQuestion(open().window, 'change 2 files', 'Apply');
		expect(await answer).toContain('Edited src/checkout.ts');
		expect([read('src/cart.ts'), read('src/checkout.ts')].filter(text => text.startsWith('// mine\n'))).toHaveLength(1);
		await eventually(async () => expect(await multi()).toEqual([]));
	});

	test('one of them changing on disk stops all of them', async () => {
		const answer = start('file_edit', { edits });
		await findQuestion(open().window, 'change 2 files');
		writeFileSync(file('src/checkout.ts'), `// from another program\n${read('src/checkout.ts')}`);
		await answerQuestion(open().window, 'src/cart.ts', 'Apply');
		expect(await answer).toContain('[E_FILE_CHANGED] src/checkout.ts changed');
		expect(read('src/cart.ts')).toContain('rate = 0.2)');
		expect(read('src/checkout.ts')).toMatch(/^\/\/ from another program\n/);
	});

	test('symbol_rename: all files are shown, and written as the user leaves them', async () => {
		const answer = start('symbol_rename', { path: 'src/cart.ts', symbol: 'addTax', newName: 'withTax' });
		const diff = await diffOf('An agent wants to change 2 files', 'symbol_rename');
		expect(diff).toContain("+import { withTax, Cart } from './cart.js';");
		expect(diff).toContain('+\t\treturn withTax(net);');
		expect(read('src/cart.ts')).toContain('addTax');
		await untilTabs(1);
		await typeIntoComparison('// looked at\n');
		await answerQuestion(open().window, 'symbol_rename', 'Apply');
		const text = await answer;
		expect(text).toContain('Renamed addTax to withTax');
		expect(text).toContain('+// looked at');
		const both = [read('src/cart.ts'), read('src/checkout.ts')];
		expect(both.join('')).not.toContain('addTax');
		expect(both.join('')).toContain('// looked at\n');
	});

	test('a change of which every file is left out changes nothing, and is no failure', async () => {
		const before = [read('src/cart.ts'), read('src/checkout.ts')];
		const answer = start('symbol_rename', { path: 'src/cart.ts', symbol: 'addTax', newName: 'withTax' });
		const question = await findQuestion(open().window, ['change 2 files', 'symbol_rename']);
		await question.getByRole('checkbox', { name: 'src/cart.ts' }).click();
		await question.getByRole('checkbox', { name: 'src/checkout.ts' }).click();
		await answerQuestion(open().window, 'symbol_rename', 'Apply');
		expect(await answer).toMatch(/The user left out: src\/(?:cart|checkout)\.ts, src\/(?:cart|checkout)\.ts/);
		expect([read('src/cart.ts'), read('src/checkout.ts')]).toEqual(before);
	});

	test('code_action_apply: the edit of the language server is shown', async () => {
		const answer = start('code_action_apply', {
			...{ path: 'src/cart.ts', line: 7, endLine: 9, kind: 'refactor.move.newFile' },
		});
		const diff = await diffOf('code_action_apply');
		expect(diff).toContain('--- /dev/null\n+++ src/addTax.ts');
		expect(existsSync(file('src/addTax.ts'))).toBe(false);
		await answerQuestion(open().window, 'code_action_apply', 'Apply');
		expect(await answer).toMatch(/^Applied/);
		expect(read('src/addTax.ts')).toContain('export function addTax');
		expect(read('src/cart.ts')).not.toContain('export function addTax');
	});

	test('file_rename: the move and the imports that it changes are shown, and made so', async () => {
		const before = read('src/cart.ts');
		const answer = start('file_rename', { from: 'src/cart.ts', to: 'src/lib/basket.ts' });
		const diff = await diffOf('file_rename');
		await untilTabs(1);
		await new Promise(r => setTimeout(r, 2000));
		expect(diff).toContain('--- src/cart.ts\n+++ src/lib/basket.ts');
		expect(diff).toContain("+import { addTax, Cart } from './lib/basket.js';");
		expect(existsSync(file('src/lib/basket.ts'))).toBe(false);
		await answerQuestion(open().window, 'file_rename', 'Apply');
		const text = await answer;
		expect(text).toContain('Imports were updated.');
		expect(text).toContain('checkout.ts');
		expect(existsSync(file('src/cart.ts'))).toBe(false);
		expect(read('src/lib/basket.ts')).toBe(before);
		expect(read('src/checkout.ts')).toContain("from './lib/basket.js'");
		await setMode('guarded');
		expect(await start('file_rename', { from: 'src/lib/basket.ts', to: 'src/cart.ts' })).toContain('Moved the file');
	});

	test('file_delete: the text that goes is shown', async () => {
		writeFileIn(open().folder, 'old.txt', 'one\ntwo\n');
		const answer = start('file_delete', { path: 'old.txt' });
		expect(await diffOf('An agent wants to delete a file')).toContain('--- old.txt\n+++ /dev/null');
		expect(existsSync(file('old.txt'))).toBe(true);
		await answerQuestion(open().window, 'old.txt', 'Apply');
		expect(await answer).toContain('Deleted the file old.txt');
		expect(existsSync(file('old.txt'))).toBe(false);
	});
});

test('in the mode "guarded" nobody is asked, and nothing is compared', async () => {
	await setMode('guarded');
	expect(await start('file_write', { path: 'free.txt', text: 'x\n' })).toContain('Created free.txt');
	expect(await openQuestions(open().window)).toEqual([]);
	expect(await tabs()).toEqual([]);
});
