import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Editor } from '@hawser/headless/editor.ts';
import { launchEditor } from '@hawser/headless/launch.ts';
import type { EditorWindow } from '@hawser/headless/window.ts';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { waitForWindow } from '../../scripts/start/wait-for-window.ts';
import { openActivity } from '../support/activity-page.ts';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { englishIn, inPseudoLanguage, pseudoLocalizedExtension } from '../support/pseudo-language.ts';
import { questionPage } from '../support/questions.ts';
import { rulesPage } from '../support/rules-page.ts';

const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-test-')));
const home = join(parent, 'home');
const folder = join(parent, 'shop');
let editor: Editor;
let window: EditorWindow;
let client: Client;

beforeAll(async () => {
	cpSync(join(ROOT, 'tests/projects/shop'), folder, { recursive: true });
	const extensions = [await pseudoLocalizedExtension(parent)];
	editor = await launchEditor({ evaluator: true, extensions, env: { HAWSER_HOME: home } });
	window = await editor.openWindow(folder, { prepare: inPseudoLanguage });
	client = await connectHttp(await waitForWindow(home, folder));
});

afterAll(async () => {
	await client.close();
	await editor.stop();
	rmSync(parent, { recursive: true, force: true });
});

test('the view of activity and the titles of tools are in the language of the user', async () => {
	const page = await openActivity(window);
	expect(englishIn(await page.locator('main#activity').innerText())).toEqual([]);
	await call(client, 'file_read', { path: 'src/cart.ts' });
	await page.locator('.row.ok').waitFor();
	await page.locator('.row.ok button').click();
	await page.locator('.details dl').waitFor();
	const words = await page.locator('.details :is(h2, h3, dt, button)').allInnerTexts();
	expect(englishIn(words.join('\n'), 'src/cart.ts')).toEqual([]);
	const agents = await page.locator('#agents').innerText();
	expect(englishIn(agents, 'test', 'src/cart.ts')).toEqual([]);
});

test('the page with the rules is in the language of the user, with its form', async () => {
	await window.executeCommand('hawser.showRules');
	const page = await rulesPage(window);
	expect(englishIn(await page.locator('main').innerText(), join(home, 'rules.json'))).toEqual([]);
	await page.locator('button#add').click();
	const labels = page.locator('.form :is(label:not(.check), legend, .help), #editing h2, #editing button');
	expect(englishIn((await labels.allInnerTexts()).join('\n'))).toEqual([]);
});

test('a question is in the language of the user, and the agent is told the answer in English', async () => {
	const asked = call(client, 'file_write', { path: '.vscode/settings.json', text: '{}' });
	const page = await questionPage(window);
	const card = page.locator('article');
	await card.waitFor();
	const words = await card.locator(':is(h2, h3, dt, button, .why)').allInnerTexts();
	expect(englishIn(words.join('\n'))).toEqual([]);
	await page.locator('body:not(.settling)').waitFor();
	await card.locator('button').last().click();
	expect(textOf(await asked)).toContain('The user does not allow it');
});

test('the status bar and its menu are in the language of the user', async () => {
	const status = window.page.locator('.statusbar-item[id="hawser.hawser-vscode.hawser.status"]');
	await eventually(async () => expect(await status.innerText()).toContain('1'));
	expect(englishIn(await status.innerText())).toEqual([]);
	const menu = window.executeCommand('hawser.showMenu');
	const entries = window.page.locator('.quick-input-list .monaco-list-row');
	await entries.first().waitFor();
	expect(englishIn((await entries.allInnerTexts()).join('\n'))).toEqual([]);
	await window.page.keyboard.press('Escape');
	await menu;
});
