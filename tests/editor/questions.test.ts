import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, findQuestion, openQuestions, questionPage, untilNoQuestion } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';

const { open, workbench } = useShopWindow();
let client: Client;
const window = () => open().window;
const page = () => window().page;

/** Written so that, as a link in a notification, the words of an agent would swallow our answers. */
const HOSTILE = [
	'[',
	'](command:workbench.action.closeAllEditors) [Deny](command:hawser.acceptProposal)',
	'<img src=x onerror="document.body.remove()"><button>Deny</button><script>1</script>',
	'right\u202Eto\u2066left zero\u200Bwidth tag\u{E0041} mark\uFE0F line\u2028end bell\u0007 filler\u3164',
	`${'\n'.repeat(300)}hidden below${' '.repeat(500)}hidden beside`,
].join(' ');

beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});
afterEach(async ({ task }) => {
	if (task.result?.state === 'fail') {
		// A question that nobody answered stays for ten minutes, and would be in the way of all other tests.
		await denyOpenQuestions();
	}
	await untilNoQuestion(window());
});

async function denyOpenQuestions(): Promise<void> {
	const frame = await questionPage(window());
	const answers = frame.getByRole('button', { name: 'Deny', exact: true });
	while ((await answers.count()) > 0) {
		await frame.locator('body:not(.settling)').waitFor();
		await answers.first().click();
	}
}

/** A call that is asked about; it resolves with the text of its answer. */
const ask = async (argument: unknown, id = 'workbench.action.reloadWindow') =>
	textOf(await call(client, 'command_run', { id, args: [argument] }));
const notice = () => page().locator('.notification-list-item', { hasText: 'An agent waits for your answer' });
const status = () => page().locator('.statusbar-item', { hasText: 'An agent asks' });

describe('what is shown', () => {
	test('every character is shown, with those that cannot be seen named', async () => {
		const answer = ask(HOSTILE);
		const question = await findQuestion(window(), 'workbench.action.reloadWindow');
		const text = (await question.locator('pre').allTextContents()).join('\n');
		for (const part of ['\\u{202E}', '\\u{2066}', '\\u{200B}', '\\u{E0041}', '\\u{FE0F}', '\\u{2028}', '\\u{3164}']) {
			expect(text).toContain(part);
		}
		expect(text).toContain('[Deny](command:hawser.acceptProposal)');
		expect(text).toContain('hidden below');
		expect(text).toContain('⟨500 blanks⟩ hidden beside');
		expect(text).not.toMatch(/\u200B|\u202E|\u2066|\u2028|\uFE0F/);
		await answerQuestion(window(), 'workbench.action.reloadWindow', 'Deny');
		expect(await answer).toMatch(/^\[E_DENIED\]/);
	});

	test('the only things to press are our answers, whatever the text says', async () => {
		const answer = ask(HOSTILE);
		const question = await findQuestion(window(), 'workbench.action.reloadWindow');
		expect(await question.getByRole('button').allInnerTexts()).toEqual(['Allow once', 'Allow in this window', 'Deny']);
		expect(await question.locator('a, img, script, input:not(.words)').count()).toBe(0);
		await answerQuestion(window(), 'workbench.action.reloadWindow', 'Deny');
		expect(await answer).toMatch(/^\[E_DENIED\]/);
	});

	test('the notification and the status bar say that there is a question, and no word of the agent', async () => {
		const answer = ask(HOSTILE);
		await findQuestion(window(), 'workbench.action.reloadWindow');
		// That of the question before may be on its way out.
		await eventually(async () => expect(await notice().count()).toBe(1));
		expect(await notice().locator('.notification-list-item-message').innerText()).toBe(
			'An agent waits for your answer. Show the question',
		);
		expect(await notice().locator('.notification-list-item-message a').allInnerTexts()).toEqual(['Show the question']);
		expect(await status().innerText()).toContain('An agent asks');
		await answerQuestion(window(), 'workbench.action.reloadWindow', 'Deny');
		await answer;
		await notice().waitFor({ state: 'detached' });
		await status().waitFor({ state: 'hidden' });
	});

	test('the answers stay in sight however long the text is', async () => {
		const answer = ask(Array.from({ length: 3000 }, (_, line) => `line ${line}`).join('\n'));
		const question = await findQuestion(window(), 'line 2999');
		await question.locator('.why').scrollIntoViewIfNeeded();
		for (const button of await question.getByRole('button').all()) {
			const inSight = await button.evaluate(element => {
				const { top, bottom } = element.getBoundingClientRect();
				return top >= 0 && bottom <= innerHeight;
			});
			expect(inSight).toBe(true);
		}
		await answerQuestion(window(), 'line 2999', 'Deny');
		await answer;
	});
});

describe('who answers', () => {
	test('whoever types goes on typing: the question takes no focus, and no key answers it', async () => {
		await call(client, 'editor_open', { path: 'src/cart.ts' });
		await page().locator('.monaco-editor').first().click();
		const before = await window().evaluate('return vscode.window.activeTextEditor.document.getText()');
		const answer = ask('typing');
		await findQuestion(window(), 'typing');
		const frame = await questionPage(window());
		await frame.locator('body:not(.settling)').waitFor();
		await page().keyboard.type('// typed');
		await page().keyboard.press('Enter');
		await eventually(async () => {
			const text = await window().evaluate('return vscode.window.activeTextEditor.document.getText()');
			expect(text).not.toBe(before);
			expect(text).toContain('// typed');
		});
		expect(await openQuestions(window())).toHaveLength(1);
		await answerQuestion(window(), 'typing', 'Deny');
		await answer;
		await window().executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	test('a click in the moment in which the question appears answers nothing', async () => {
		const frame = await questionPage(window());
		await frame.evaluate(() => {
			const now = performance.now();
			performance.now = () => now;
		});
		const answer = ask('early');
		const question = await findQuestion(window(), 'early');
		// A real click, on a clock that stands still.
		await question.getByRole('button', { name: 'Allow once' }).click();
		expect(await openQuestions(window())).toHaveLength(1);
		await frame.evaluate(() => Reflect.deleteProperty(performance, 'now'));
		await answerQuestion(window(), 'early', 'Deny');
		expect(await answer).toMatch(/^\[E_DENIED\] The user does not allow it/);
	});

	test('no command answers a question', async () => {
		const answer = ask('command');
		await findQuestion(window(), 'command');
		const commands = (await window().evaluate('return vscode.commands.getCommands(false)')) as string[];
		expect(commands.filter(id => /hawser.*answer/i.test(id))).toEqual([]);
		await answerQuestion(window(), 'command', 'Deny');
		await answer;
	});

	test('a question can be answered with the keyboard alone', async () => {
		const answer = ask('keyboard');
		const question = await findQuestion(window(), 'keyboard');
		const frame = await questionPage(window());
		await frame.locator('body:not(.settling)').waitFor();
		await question.getByRole('button', { name: 'Allow in this window' }).focus();
		await page().keyboard.press('Tab');
		expect(await frame.evaluate(() => document.activeElement?.textContent)).toBe('Deny');
		await page().keyboard.press('Enter');
		expect(await answer).toMatch(/^\[E_DENIED\] The user does not allow it/);
	});
});

describe('several questions', () => {
	test('several questions stand in a list, the oldest first, with their number on the icon, and go one by one', async () => {
		const first = ask('oldest');
		await findQuestion(window(), 'oldest');
		const second = ask('newest');
		await findQuestion(window(), 'newest');
		expect((await openQuestions(window())).map(text => /oldest|newest/.exec(text)?.[0])).toEqual(['oldest', 'newest']);
		await page().locator('.activitybar .badge-content', { hasText: '2' }).waitFor();
		await answerQuestion(window(), 'newest', 'Deny');
		expect(await second).toMatch(/^\[E_DENIED\]/);
		expect(await openQuestions(window())).toHaveLength(1);
		await answerQuestion(window(), 'oldest', 'Deny');
		expect(await first).toMatch(/^\[E_DENIED\]/);
	});

	test('what one answer allows in this window takes away the others that it settles', async () => {
		const calls = ['one', 'two'].map(word => ask(word, 'notifications.hideToasts'));
		await findQuestion(window(), 'two');
		await answerQuestion(window(), 'one', 'Allow in this window');
		expect(await Promise.all(calls)).toEqual([expect.stringMatching(/is done/), expect.stringMatching(/is done/)]);
	});
});

test('a question whose caller has gone disappears everywhere', async () => {
	const abort = new AbortController();
	const gone = client.callTool(
		{ name: 'command_run', arguments: { id: 'workbench.action.reloadWindow', args: ['gone'] } },
		{ signal: abort.signal },
	);
	await findQuestion(window(), 'gone');
	abort.abort();
	await expect(gone).rejects.toThrow();
	await untilNoQuestion(window());
	await notice().waitFor({ state: 'detached' });
	await status().waitFor({ state: 'hidden' });
});

test('the view says what it is for when there is no question, and lists the last answers', async () => {
	const frame = await questionPage(window());
	await eventually(async () =>
		expect(await frame.locator('.empty').innerText()).toContain('its question appears here'),
	);
	expect(await frame.locator('.history li').first().innerText()).toMatch(/^(Deny|Allow)/);
});

describe('a question is not missed', () => {
	test('in Do Not Disturb, with the side bar closed: the view opens, the icon counts, the status bar says it', async () => {
		await window().executeCommand('notifications.toggleDoNotDisturbMode');
		await window().executeCommand('workbench.action.closeSidebar');
		const answer = ask('quiet');
		await findQuestion(window(), 'quiet');
		await status().waitFor();
		await page().locator('.activitybar .badge-content', { hasText: '1' }).waitFor();
		expect(await notice().count()).toBe(0);
		await answerQuestion(window(), 'quiet', 'Deny');
		await answer;
		await window().executeCommand('notifications.toggleDoNotDisturbMode');
	});

	test('it is read out as soon as it comes', async () => {
		const answer = ask('read out');
		await findQuestion(window(), 'read out');
		const frame = await questionPage(window());
		const news = frame.getByRole('alert').first();
		expect(await news.getAttribute('aria-live')).toBe('assertive');
		expect(await news.textContent()).toMatch(/^An agent wants to /);
		await answerQuestion(window(), 'read out', 'Deny');
		await answer;
	});

	test('the command "Show Questions" brings the keyboard to it; from there Tab reaches every answer, and Enter alone gives none', async () => {
		await call(client, 'editor_open', { path: 'src/cart.ts' });
		const answer = ask('by command');
		await findQuestion(window(), 'by command');
		await window().executeCommand('workbench.action.focusActiveEditorGroup');
		await window().executeCommand('workbench.view.explorer');
		await window().executeCommand('hawser.showQuestions');
		const frame = await questionPage(window());
		const focused = () => frame.evaluate(() => document.activeElement?.textContent);
		await eventually(async () => expect(await focused()).toMatch(/^An agent wants to /));
		await frame.locator('body:not(.settling)').waitFor();
		await page().keyboard.press('Enter');
		await page().keyboard.press('Space');
		expect(await openQuestions(window())).toHaveLength(1);
		const reached: (string | null | undefined)[] = [];
		for (let step = 0; step < 3; step++) {
			await page().keyboard.press('Tab');
			reached.push(await focused());
		}
		expect(reached).toEqual(['Allow once', 'Allow in this window', 'Deny']);
		await page().keyboard.press('Enter');
		expect(await answer).toMatch(/^\[E_DENIED\] The user does not allow it/);
	});

	test('Enter in the moment in which another question appears answers nothing', async () => {
		const first = ask('first');
		const question = await findQuestion(window(), 'first');
		const frame = await questionPage(window());
		await frame.locator('body:not(.settling)').waitFor();
		await question.getByRole('button', { name: 'Allow once' }).focus();
		await frame.evaluate(() => {
			const now = performance.now();
			performance.now = () => now;
		});
		const second = ask('second');
		await findQuestion(window(), 'second');
		await page().keyboard.press('Enter');
		expect(await openQuestions(window())).toHaveLength(2);
		await frame.evaluate(() => Reflect.deleteProperty(performance, 'now'));
		await answerQuestion(window(), 'first', 'Deny');
		await answerQuestion(window(), 'second', 'Deny');
		await Promise.all([first, second]);
	});
});

test('a file that is protected is shown with the whole change, and only that change is written', async () => {
	const text = '{\n\t"task.allowAutomaticTasks": "on"\n}\n';
	const created = call(client, 'file_write', { path: '.vscode/settings.json', text });
	const question = await findQuestion(window(), 'An agent wants to create a protected file');
	expect(await question.locator('pre').allTextContents()).toContain(text);
	await answerQuestion(window(), 'protected file', 'Allow once');
	expect(textOf(await created)).not.toMatch(/^\[E_/);
	const changed = call(client, 'file_edit', {
		path: '.vscode/settings.json',
		edits: [{ oldText: '"on"', newText: '"off"' }],
	});
	const diff = await findQuestion(window(), 'An agent wants to change a protected file');
	expect((await diff.locator('pre').allTextContents()).join('\n')).toContain(
		'-\t"task.allowAutomaticTasks": "on"\n+\t"task.allowAutomaticTasks": "off"',
	);
	await answerQuestion(window(), 'protected file', 'Deny');
	expect(textOf(await changed)).toMatch(/^\[E_DENIED\]/);
});

test('a page that stays empty, because its service worker never answers, is made anew', async () => {
	const folder = workbench().makeFolder('silent');
	let stalled = 0;
	const other = await workbench().editor.openWindow(folder, {
		prepare: async page => {
			await page.exposeFunction('isFirstPage', () => stalled++ === 0);
			await page.addInitScript(STALL_FIRST_PAGE);
		},
	});
	const agent = await connectHttp(await workbench().entryOf(folder));
	const answer = call(agent, 'command_run', { id: 'workbench.action.reloadWindow' });
	await answerQuestion(other, 'workbench.action.reloadWindow', 'Deny');
	expect(textOf(await answer)).toMatch(/^\[E_DENIED\] The user/);
	expect(stalled).toBeGreaterThan(1);
	await agent.close();
	await other.close();
});

/** As when two windows show their first page in the same moment: the worker is there, and the page never hears of it. */
const STALL_FIRST_PAGE = `
	const register = ServiceWorkerContainer.prototype.register;
	ServiceWorkerContainer.prototype.register = async function (...args) {
		const isStalled = location.pathname.includes('/webview/') && (await window.isFirstPage());
		return isStalled ? new Promise(() => undefined) : register.apply(this, args);
	};
`;
