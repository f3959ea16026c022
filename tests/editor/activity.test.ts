import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, test } from 'vitest';
import { openActivity } from '../support/activity-page.ts';
import { eventually } from '../support/eventually.ts';
import { installedCli } from '../support/installed-cli.ts';
import { call, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

const { workbench, open } = useShopWindow();
const window = () => open().window;
const view = () => openActivity(window());
const status = () => window().page.locator('.statusbar-item[id="hawser.hawser-vscode.hawser.status"]');
let claude: Client;
let codex: Client;

afterAll(async () => {
	await claude.close();
	await codex.close();
});

const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

test('before any call the view says what it is for, and how to begin', async () => {
	const page = await view();
	await page.getByRole('heading', { name: 'See what agents do here' }).waitFor();
	for (const name of ['Set up agents', 'Connect one by hand', 'Show me around']) {
		expect(await page.getByRole('button', { name }).count()).toBe(1);
	}
	expect(await page.locator('#agents').innerText()).toContain('No agent is connected');
	expect(await status().innerText()).toContain('Hawser');
});

test('agents are there as soon as they have connected, and go when their process ends', async () => {
	const page = await view();
	const agents = page.locator('.agent');
	const shell = await connectStdio({ env: workbench().env, cwd: open().folder });
	await eventually(async () => expect((await agents.allInnerTexts()).join()).toMatch(/test\s*1\s+MCP over stdio/));
	await shell.close();
	await eventually(async () => expect(await agents.count()).toBe(0));
	claude = await connectHttp(open().entry, 'legacy', { client: 'claude-code' });
	codex = await connectHttp(open().entry, 'legacy', { client: 'codex' });
	await eventually(async () => expect(await agents.count()).toBe(2));
});

describe('calls as they happen', () => {
	test('each has its line: what, on what, who, how it ended; agents say what they are and do', async () => {
		const page = await view();
		await call(claude, 'file_read', { path: 'src/cart.ts' });
		await call(codex, 'file_read', { path: 'src/missing.ts' });
		await page.locator('.row.failed', { hasText: 'src/missing.ts' }).waitFor();
		const done = page.locator('.row.ok', { hasText: 'src/cart.ts' });
		expect(await done.innerText()).toMatch(/Read a file.*src\/cart\.ts\s+claude-code · [\d.]+ m?s · /s);
		expect(await page.locator('.row.failed').innerText()).toContain('codex · E_FILE_NOT_FOUND');
		const agents = await page.locator('.agent').allInnerTexts();
		expect(agents.join('\n')).toMatch(/claude-code\s*1\s+MCP over HTTP, since .*\s+Last: Read a file: src\/cart\.ts/);
		expect(agents).toHaveLength(2);
		await eventually(async () => expect(await status().innerText()).toContain('2 agents'));
	});

	test('a running one shows its progress, and the user stops it: the agent is told who did', async () => {
		const page = await view();
		const command = 'echo begun; while :; do sleep 0.2; done';
		const answer = claude.callTool(
			{ name: 'terminal_run', arguments: { command, timeout: 600_000 } },
			{ timeout: 600_000, onprogress: () => undefined },
		);
		const row = page.locator('.row.running', { hasText: command });
		await eventually(async () => expect(await row.innerText()).toContain('begun'));
		await page.locator('.agent.busy', { hasText: command }).waitFor();
		await row.getByRole('button', { name: /^Stop/ }).click();
		const text = textOf(await answer);
		expect(text).toMatch(/^\[E_CANCELLED\] The user stopped terminal_run\./);
		expect(text).toContain('Do not call it again unless the user asks');
		await page.locator('.row.failed', { hasText: command }).waitFor();
	});

	test('filters by agent and by what a call does survive a look elsewhere', async () => {
		const page = await view();
		await call(claude, 'file_write', { path: 'made.txt', content: 'made' });
		await page.getByLabel('Calls of which agent').selectOption('codex');
		await eventually(async () => expect(await page.locator('.row').count()).toBe(1));
		expect(await page.locator('.row').innerText()).toContain('src/missing.ts');
		await page.getByLabel('Calls of which agent').selectOption('');
		await page.getByLabel('Which calls').selectOption('Changes files');
		await eventually(async () =>
			expect(await page.locator('.row').allInnerTexts()).toEqual([expect.stringContaining('made.txt')]),
		);
		await window().executeCommand('workbench.view.explorer');
		const again = await view();
		await eventually(async () => expect(await again.locator('.row').count()).toBe(1));
		await again.getByLabel('Which calls').selectOption('Failed');
		await eventually(async () => expect(await again.locator('.row').count()).toBe(2));
		await again.getByLabel('Which calls').selectOption('');
	});
});

describe('a call opens', () => {
	test('as details with arguments and answer, without secrets; as JSON; as its file; as its terminal', async () => {
		const page = await view();
		await call(claude, 'terminal_run', { command: `echo ${SECRET}` });
		await page.locator('.row.ok', { hasText: 'Run a command' }).locator('.call').click();
		const details = page.locator('.details');
		await details.waitFor();
		const text = await details.innerText();
		expect(text).toMatch(/Agent\s+claude-code 1\s+Tool\s+terminal_run/);
		expect(text).toMatch(/\d+ bytes/);
		expect(text).toContain('"command"');
		expect(text).not.toContain(SECRET);
		await details.getByRole('button', { name: 'Show terminal' }).click();
		await eventually(async () =>
			expect(await window().evaluate('return vscode.window.activeTerminal?.name')).toBeTruthy(),
		);
		await details.getByRole('button', { name: 'Open as JSON' }).click();
		const json = await eventually(async () => {
			const { language, content } = (await window().evaluate(
				'const { document } = vscode.window.activeTextEditor; return { language: document.languageId, content: document.getText() }',
			)) as { language: string; content: string };
			expect(language).toBe('json');
			return JSON.parse(content) as object;
		});
		expect(json).toMatchObject({ tool: 'terminal_run', name: 'claude-code', outcome: 'ok' });
		expect(JSON.stringify(json)).not.toContain(SECRET);
		await details.getByRole('button', { name: 'Back' }).click();
		await page.locator('.row.ok', { hasText: 'src/cart.ts' }).locator('.call').click();
		await page.getByRole('button', { name: 'Open file' }).click();
		await eventually(async () =>
			expect(await window().evaluate('return vscode.window.activeTextEditor?.document.fileName')).toContain('cart.ts'),
		);
		await page.getByRole('button', { name: 'Back' }).click();
	});

	test('by the keyboard alone: arrows go through the list, Enter opens, Escape comes back to the same line', async () => {
		const page = await view();
		const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
		await page.locator('.row .call').first().focus();
		await page.locator('.row .call').first().press('ArrowDown');
		await eventually(async () => expect(await focused()).toContain('made.txt'));
		await page.locator(':focus').press('Enter');
		await page.locator('.details h2', { hasText: 'made.txt' }).waitFor();
		await page.locator('.details h2').press('Escape');
		await eventually(async () => expect(await focused()).toContain('made.txt'));
		expect(await page.locator('.row .call[tabindex="0"]').count()).toBe(1);
		expect(await page.locator('.row[role="listitem"]').first().getAttribute('aria-setsize')).toMatch(/^\d+$/);
	});

	test('a call that changed files opens as a comparison; one that only read offers none', async () => {
		const page = await view();
		const details = page.locator('.details');
		const answer = await call(claude, 'file_edit', {
			path: 'made.txt',
			edits: [{ oldText: 'made', newText: 'changed' }],
		});
		expect(answer.isError, textOf(answer)).toBeFalsy();
		await page.locator('.row.ok', { hasText: 'Edit files' }).first().locator('.call').click();
		await details.getByRole('button', { name: 'Show changes' }).click();
		const tabs = () =>
			window().evaluate('return vscode.window.tabGroups.all.flatMap(group => group.tabs.map(tab => tab.label));');
		await eventually(async () =>
			expect(await tabs()).toContainEqual(expect.stringMatching(/^made\.txt \(claude-code 1: Edit files\)/)),
		);
		await details.getByRole('button', { name: 'Back' }).click();
		await page.locator('.row.ok', { hasText: 'src/cart.ts' }).first().locator('.call').click();
		await details.getByRole('button', { name: 'Open file' }).waitFor();
		expect(await details.getByRole('button', { name: 'Show changes' }).count()).toBe(0);
		await details.getByRole('button', { name: 'Back' }).click();
	});
});

test('all agents are paused and resumed, and everybody sees it', async () => {
	const page = await view();
	await window().executeCommand('hawser.pauseAgents');
	expect(textOf(await call(claude, 'file_read', { path: 'src/cart.ts' }))).toMatch(
		/^\[E_PAUSED\] The user has paused all agents in this window\./,
	);
	await page.locator('#paused', { hasText: 'All agents are paused' }).waitFor();
	await eventually(async () => expect(await status().innerText()).toContain('Agents paused'));
	await page.getByRole('button', { name: 'Resume' }).click();
	await eventually(async () =>
		expect(textOf(await call(claude, 'file_read', { path: 'src/cart.ts' }))).not.toContain('E_PAUSED'),
	);
	await page.locator('#paused').waitFor({ state: 'hidden' });
});

test('one agent is disconnected, and let back in', async () => {
	const page = await view();
	const agent = page.locator('.agent', { hasText: 'codex' });
	await agent.hover();
	await agent.getByRole('button', { name: 'Disconnect: codex' }).click();
	await page.locator('.agent.out', { hasText: 'codex' }).waitFor();
	expect(textOf(await call(codex, 'file_read', { path: 'src/cart.ts' }))).toContain(
		'disconnected you from this window',
	);
	expect(textOf(await call(claude, 'file_read', { path: 'src/cart.ts' }))).not.toContain('E_PAUSED');
	await page.getByRole('button', { name: 'Let back in: codex' }).click();
	await eventually(async () =>
		expect(textOf(await call(codex, 'file_read', { path: 'src/cart.ts' }))).not.toContain('E_PAUSED'),
	);
	await page.locator('.agent:not(.out)', { hasText: 'codex' }).waitFor();
});

test('what is read can be read in every theme', async () => {
	const page = await view();
	for (const theme of [
		'Default Light Modern',
		'Default Dark Modern',
		'Default High Contrast',
		'Default High Contrast Light',
	]) {
		await window().evaluate(
			"await vscode.workspace.getConfiguration().update('workbench.colorTheme', args.theme, vscode.ConfigurationTarget.Global)",
			{ theme },
		);
		// The colours of the new theme reach the page a moment later.
		await eventually(async () => {
			const body = await page.evaluate(() => document.body.className);
			expect(body).toContain(
				theme.includes('High') ? 'vscode-high-contrast' : theme.includes('Dark') ? 'vscode-dark' : 'vscode-light',
			);
			for (const selector of ['.row .first', '.row.ok .second', '.row.failed .second', '.agent-name', '.agent-facts']) {
				expect(await contrastOf(selector), `${selector} in ${theme}`).toBeGreaterThan(4.4);
			}
		});
	}
	async function contrastOf(selector: string): Promise<number> {
		return page
			.locator(selector)
			.first()
			.evaluate(element => {
				const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
				const over = (front: number[], back: number[]) =>
					[0, 1, 2].map(index => (front[index] ?? 0) * (front[3] ?? 1) + (back[index] ?? 0) * (1 - (front[3] ?? 1)));
				const light = (rgb: number[]) =>
					[0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
						const part = (rgb[index] ?? 0) / 255;
						return sum + weight * (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
					}, 0);
				const root = getComputedStyle(document.documentElement);
				const probe = document.createElement('span');
				probe.style.color = root.getPropertyValue('--vscode-sideBar-background');
				document.body.append(probe);
				const back = channels(getComputedStyle(probe).color);
				probe.remove();
				const [one, two] = [light(over(channels(getComputedStyle(element).color), back)), light(back)].sort(
					(a, b) => b - a,
				);
				return ((one ?? 0) + 0.05) / ((two ?? 0) + 0.05);
			});
	}
});

test('thousands of calls: the list stays small, the oldest are forgotten, and nothing is posted while nobody looks', async () => {
	await window().executeCommand('workbench.view.explorer');
	for (let batch = 0; batch < 110; batch++) {
		await Promise.all(Array.from({ length: 20 }, () => call(claude, 'window_status')));
	}
	const again = await view();
	await eventually(async () => expect(await again.locator('.summary').innerText()).toMatch(/the last 2000 are kept/));
	expect(await again.locator('.row').count()).toBeLessThan(60);
	await again.locator('.row .call').first().focus();
	await again.locator('.row .call').first().press('End');
	await eventually(async () => {
		const last = await again.evaluate(() => document.activeElement?.closest('.row')?.getAttribute('aria-posinset'));
		expect(last).toBe('2000');
	});
	expect(await again.locator('.row').count()).toBeLessThan(60);
});

test('hawser log tells of the calls in a shell, as they come, without secrets', async () => {
	const env = { ...workbench().env, NO_COLOR: '1' };
	const log = spawn(process.execPath, [installedCli(), 'log', '--follow'], { cwd: open().folder, env });
	let text = '';
	log.stdout.on('data', (part: Buffer) => (text += part.toString()));
	try {
		await eventually(() => expect(text).toContain('window_status'));
		expect(textOf(await call(codex, 'terminal_run', { command: `echo ${SECRET}; exit 3` }))).not.toContain('E_');
		await eventually(() => expect(text).toMatch(/codex 1 {2}terminal_run {2}echo .*; exit 3 {2}ok {2}\d+ ms/));
		expect(text).not.toContain(SECRET);
	} finally {
		log.kill();
	}
	const output = execFileSync(process.execPath, [installedCli(), 'log', '--json'], {
		cwd: open().folder,
		env,
		encoding: 'utf8',
	});
	const last = output.trim().split('\n').at(-1) ?? '';
	expect(JSON.parse(last)).toMatchObject({ agent: 'codex 1', tool: 'terminal_run', outcome: 'ok', surface: 'mcp' });
});

test('a terminal bears the name of its agent and shows the command as typed, with its exit code and no script of ours', async () => {
	await window().executeCommand('workbench.action.terminal.focus');
	await call(codex, 'terminal_run', { command: 'echo "seen by the user"; exit 3' });
	const names = (await window().evaluate('return vscode.window.terminals.map(({ name }) => name)')) as string[];
	expect(names).toContain('codex');
	expect(names.join()).not.toContain('Hawser');
	const { page } = window();
	// The terminal of another agent may stand before it.
	await window().evaluate("vscode.window.terminals.find(({ name }) => name === 'codex').show()");
	await page.locator('.terminal-command-decoration.codicon-terminal-decoration-error:visible').first().waitFor();
	await window().evaluate(
		"await vscode.commands.executeCommand('workbench.action.terminal.selectAll'); await vscode.commands.executeCommand('workbench.action.terminal.copySelection')",
	);
	await eventually(async () => {
		const shown = String(await window().evaluate('return vscode.env.clipboard.readText()'));
		expect(shown).toMatch(/^\$ echo "seen by the user"; exit 3\nseen by the user$/m);
		expect(shown).not.toMatch(/\.sh|HAWSER_RUN|terminals\//);
	});
});

test('the walkthrough shows pictures, and its buttons lead to the real things', async () => {
	const { page } = window();
	await window().executeCommand('hawser.getStarted');
	const guide = page.locator('.gettingStartedContainer');
	await guide.locator('.category-title', { hasText: 'Get Started with Hawser' }).first().waitFor();
	const step = (title: string) => guide.locator('.getting-started-step', { hasText: title });
	await step('See what it does').click();
	const picture = guide.locator('img[alt^="The view Activity"]');
	await eventually(async () =>
		expect(
			await picture.evaluate(image => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
		).toBeGreaterThan(0),
	);
	await step('See what it does').getByRole('button', { name: 'Show Activity' }).click();
	await view();
	await step('Take it back').click();
	await step('Take it back').getByRole('button', { name: 'Show Changes' }).click();
	await eventually(async () =>
		expect(await page.locator('.pane-header', { hasText: 'Changes' }).first().getAttribute('aria-expanded')).toBe(
			'true',
		),
	);
	await step('Connect your agents').click();
	await step('Connect your agents').getByRole('button', { name: 'Connect One by Hand' }).click();
	await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Claude Code' }).waitFor();
	await page.keyboard.press('Escape');
});

test('an agent that works in another folder than the window’s is shown with it', async () => {
	const page = await view();
	const [inside, same] = await Promise.all([
		connectStdio({ cwd: join(open().folder, 'src'), env: workbench().env, client: 'of-a-part' }),
		connectStdio({ cwd: open().folder, env: workbench().env, client: 'of-the-whole' }),
	]);
	try {
		await Promise.all([inside, same].map(client => call(client, 'file_read', { path: 'src/cart.ts' })));
		const row = (name: string) => page.locator('.agent', { hasText: name });
		await eventually(async () => expect(await row('of-a-part').innerText()).toMatch(/In \S+[\\/]src\s/));
		await row('of-the-whole').waitFor();
		expect(await row('of-the-whole').innerText()).not.toContain('In /');
	} finally {
		await inside.close();
		await same.close();
	}
});
