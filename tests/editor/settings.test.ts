import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { windowFinder } from '@hawser/link/find-window.ts';
import { parsePortPolicy } from '@hawser/link/port-policy.ts';
import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import { hawserLogs } from '../support/workbench.ts';

const workbench = useWorkbench();

function projectWith(name: string, settings: Record<string, unknown>): string {
	const folder = workbench().makeFolder(name);
	mkdirSync(join(folder, '.vscode'), { recursive: true });
	writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
	return folder;
}

function openFolders(): readonly string[] {
	return windowFinder(workbench().home)
		.all()
		.flatMap(({ folders }) => folders);
}

const STATUS = `.statusbar-item[id="hawser.hawser-vscode.hawser.status"]`;

describe('hawser.port', () => {
	test.each([
		['a number', 'port-number', 47_811, (port: number) => port === 47_811],
		['a range', 'port-range', '47820-47830', (port: number) => port >= 47_820 && port <= 47_830],
		['0', 'port-zero', 0, (port: number) => port > 1023],
	])('hawser.port can be %s', async (_kind, name, setting, isRight) => {
		const { window, entry } = await workbench().open(projectWith(name, { 'hawser.port': setting }));
		expect(isRight(entry.port)).toBe(true);
		const client = await connectHttp(entry);
		expect(textOf(await call(client, 'window_status'))).toContain(`port ${entry.port}`);
		await client.close();
		await window.close();
	});

	test('a port that is taken is told in a toast without buttons and in the status bar, and another one heals it', async () => {
		const blocker = createServer();
		await new Promise<void>(listening => blocker.listen(47_841, '127.0.0.1', listening));
		const folder = projectWith('port-taken', { 'hawser.port': 47_841 });
		const window = await workbench().editor.openWindow(folder);
		const toast = window.page.locator('.notification-toast', { hasText: 'Hawser could not start' });
		await toast.waitFor();
		expect(await toast.innerText()).toContain('Port 47841');
		expect(await toast.locator('.monaco-button').count()).toBe(0);
		await window.page.locator(STATUS, { hasText: 'Hawser' }).waitFor();
		writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'hawser.port': '47841-47850' }));
		const entry = await workbench().entryOf(folder);
		expect(entry.port).toBeGreaterThan(47_841);
		blocker.close();
		await window.close();
	});
});

test('property 4 in a window: each kind of bad port is logged and told, and nothing listens until a good one is there', async () => {
	const bad: readonly unknown[] = [70_000, -1, 1.5, 'many', '9990-9960', '1-99999', true, {}, []];
	const folder = projectWith('bad-ports', { 'hawser.port': bad[0] });
	const window = await workbench().editor.openWindow(folder);
	for (const port of bad) {
		writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'hawser.port': port }));
		const parsed = parsePortPolicy(port);
		const reason = 'problem' in parsed ? parsed.problem : '';
		expect(reason).toMatch(/ is not a /);
		await eventually(() =>
			expect(hawserLogs(workbench().editor.folder)).toContain(
				`Could not start: The setting hawser.port is wrong: ${reason}`,
			),
		);
		expect(openFolders()).not.toContain(folder);
	}
	await window.page.locator('.notification-toast', { hasText: 'Hawser could not start' }).first().waitFor();
	// The rest of the window goes on without its server.
	expect(await window.evaluate(`return vscode.lm.tools.some(({ name }) => name === 'hawser_file_read')`)).toBe(true);
	writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'hawser.port': 0 }));
	await workbench().entryOf(folder);
	await window.close();
});

test("the user's own settings count where the workspace has none, and the workspace's port before the user's", async () => {
	const setPort = (port: unknown) =>
		`await vscode.workspace.getConfiguration().update('hawser.port', ${JSON.stringify(port)}, vscode.ConfigurationTarget.Global);`;
	const { window, entry, folder } = await workbench().open(workbench().makeFolder('user-port'));
	expect(await window.page.locator('.notification-toast').count()).toBe(0);
	expect(entry.port).toBeGreaterThanOrEqual(50_001);
	await window.evaluate(setPort('47871-47879'));
	await eventually(async () => expect(Math.floor((await workbench().entryOf(folder)).port / 10)).toBe(4787));
	mkdirSync(join(folder, '.vscode'));
	writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'hawser.port': '47881-47889' }));
	await eventually(async () => expect(Math.floor((await workbench().entryOf(folder)).port / 10)).toBe(4788));
	await window.evaluate(setPort(undefined));
	await window.close();
});

describe('hawser.enabled', () => {
	test('a folder that is switched off has no server until it is switched on', async () => {
		const folder = projectWith('disabled', { 'hawser.enabled': false });
		const window = await workbench().editor.openWindow(folder);
		await window.page.locator(STATUS, { hasText: 'Hawser' }).waitFor();
		expect(openFolders()).not.toContain(folder);
		writeFileSync(join(folder, '.vscode/settings.json'), '{}');
		await workbench().entryOf(folder);
		writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'hawser.enabled': false }));
		await eventually(() => expect(openFolders()).not.toContain(folder));
		await window.close();
	});

	test('each folder of a workspace of two decides for itself', async () => {
		const on = workbench().makeFolder('multi-on');
		const off = projectWith('multi-off', { 'hawser.enabled': false });
		const file = join(workbench().makeFolder('multi'), 'both.code-workspace');
		writeFileSync(file, JSON.stringify({ folders: [{ path: off }, { path: on }] }));
		const window = await workbench().editor.openWindow(file);
		const entry = await workbench().entryOf(on);
		expect(entry).toMatchObject({ folders: [on], workspaceFile: file });
		await window.close();
	});
});

test('hawser.toolsets decides what is listed, and connected clients hear of a change', async () => {
	const folder = projectWith('toolsets', { 'hawser.toolsets': ['file', 'window'] });
	const { window, entry } = await workbench().open(folder);
	const client = await connectHttp(entry);
	const changed = new Promise<void>(resolve => {
		client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
	});
	const names = async () => (await client.listTools()).tools.map(tool => tool.name);
	const listed = await names();
	expect(new Set(listed.map(name => name.split('_')[0]))).toEqual(new Set(['window', 'file']));
	// Whoever names a toolset gets all of it, also what is not listed by default.
	expect(listed).toContain('window_reload');
	const refused = await call(client, 'diagnostic_list');
	expect(textOf(refused)).toMatch(/^\[E_TOOL_DISABLED\] .*"diagnostic" is switched off/);
	writeFileSync(join(folder, '.vscode/settings.json'), '{}');
	await changed;
	await eventually(async () => expect(await names()).toContain('diagnostic_list'));
	await client.close();
	await window.close();
});

describe('a workspace cannot widen what the user narrowed', () => {
	const SET = `for (const [name, value] of Object.entries(args)) {
		await vscode.workspace.getConfiguration().update(name, value ?? undefined, vscode.ConfigurationTarget.Global);
	}`;

	test('hawser.toolsets: what the user left out is neither listed nor called, over every way in', async () => {
		const folder = projectWith('widening', {});
		const { window, entry } = await workbench().open(folder);
		await window.evaluate(SET, { 'hawser.toolsets': ['default', '-terminal', '-file_read'] });
		const client = await connectHttp(entry, 'legacy', { query: '?profile=searching' });
		const names = async () => (await client.listTools()).tools.map(tool => tool.name);
		await eventually(async () => expect(await names()).not.toContain('terminal_run'));
		writeFileSync(
			join(folder, '.vscode/settings.json'),
			JSON.stringify({ 'hawser.toolsets': ['all', 'terminal', '-git'] }),
		);
		// The workspace's words count where they narrow, which also shows that they were read.
		await eventually(async () => expect(await names()).not.toContain('git_status'));
		expect(await names()).not.toContain('terminal_run');
		expect(textOf(await call(client, 'terminal_run', { command: 'true' }))).toMatch(/^\[E_TOOL_DISABLED\]/);
		// A single tool can be left out too, and the others of its toolset stay.
		expect(await names()).toContain('file_list');
		expect(await names()).not.toContain('file_read');
		const single = textOf(await call(client, 'file_read', { path: 'a.txt' }));
		expect(single).toMatch(/^\[E_TOOL_DISABLED\] The tool "file_read" is switched off/);
		await eventually(async () => {
			const { toolsets } = await workbench().entryOf(folder);
			expect(toolsets).toEqual(expect.arrayContaining(['-git', '-terminal', '-file_read']));
		});
		await window.evaluate(SET, { 'hawser.toolsets': null });
		await client.close();
		await window.close();
	});

	test('hawser.sse and hawser.projectConfig stay as the user set them', async () => {
		const folder = projectWith('more-ways', { 'hawser.sse': true, 'hawser.projectConfig': 'http' });
		const { window, entry } = await workbench().open(folder);
		const headers = { authorization: `Bearer ${entry.token}` };
		const answer = await fetch(`http://127.0.0.1:${entry.port}/sse`, { headers });
		expect(answer.status).toBe(404);
		const written = await eventually(() => readFileSync(join(folder, '.mcp.json'), 'utf8'));
		expect(written).not.toContain(entry.token);
		expect(written).toContain('"command"');
		await window.close();
	});

	test('hawser.enabled stays as the user set it', async () => {
		const { window } = await workbench().open(workbench().makeFolder('witness'));
		await window.evaluate(SET, { 'hawser.enabled': false });
		const folder = projectWith('let-me-in', { 'hawser.enabled': true });
		const hidden = await workbench().editor.openWindow(folder);
		await hidden.page.locator(STATUS, { hasText: 'Hawser' }).waitFor();
		expect(openFolders()).not.toContain(folder);
		await hidden.evaluate(SET, { 'hawser.enabled': null });
		await workbench().entryOf(folder);
		await hidden.close();
		await window.close();
	});
});

describe('the status bar', () => {
	test('says how things stand, with the address in its tooltip, and its menu copies the URL, stops and starts', async () => {
		const { window, entry, folder } = await workbench().open(
			// Its own ports: a window of another test could take the one that is free for a moment.
			projectWith('status', { 'hawser.port': '30301-30399' }),
		);
		const { page } = window;
		const item = page.locator(STATUS);
		await item.filter({ hasText: /^\s*Hawser\s*$/ }).waitFor();
		await item.locator('a').hover();
		await page.locator('.monaco-hover', { hasText: `http://127.0.0.1:${entry.port}/mcp` }).waitFor();
		const choose = async (label: string) => {
			await item.locator('a').click();
			// From its beginning: rows of the menu before, "Restart Server" among them, may still be there for a moment.
			const row = page.locator('.quick-input-list .monaco-list-row', { hasText: new RegExp(String.raw`^\W*${label}`) });
			await row.click();
		};
		await choose('Copy MCP URL');
		await eventually(async () =>
			expect(await window.evaluate('return vscode.env.clipboard.readText()')).toBe(
				`http://127.0.0.1:${entry.port}/mcp`,
			),
		);
		await choose('Connect an Agent');
		await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Any client over HTTP' }).click();
		await eventually(async () =>
			expect(JSON.parse(String(await window.evaluate('return vscode.env.clipboard.readText()')))).toEqual({
				mcpServers: {
					hawser: {
						type: 'http',
						url: `http://127.0.0.1:${entry.port}/mcp`,
						headers: { Authorization: `Bearer ${entry.token}` },
					},
				},
			}),
		);
		await choose('Connect an Agent');
		await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Codex' }).click();
		const launcher = join(workbench().home, 'bin/hawser');
		await eventually(async () =>
			expect(await window.evaluate('return vscode.env.clipboard.readText()')).toBe(
				`codex mcp add hawser -- ${launcher} mcp`,
			),
		);
		await choose('Stop Server');
		await eventually(() => expect(openFolders()).not.toContain(folder));
		await item.filter({ hasText: 'Hawser: off' }).waitFor();
		await choose('Start Server');
		expect((await workbench().entryOf(folder)).port).toBe(entry.port);
		await choose('Show Log');
		await page.locator('.output-view-container, [id="workbench.panel.output"]').first().waitFor();
		await window.close();
	});

	test('renewing the token locks out whoever has the old one', async () => {
		const { window, entry, folder } = await workbench().open(workbench().makeFolder('renew'));
		await window.executeCommand('hawser.renewToken');
		await eventually(async () => {
			expect((await workbench().entryOf(folder)).token).not.toBe(entry.token);
		});
		await expect(connectHttp(entry)).rejects.toThrow(/E_UNAUTHORIZED/);
		const client = await connectHttp(await workbench().entryOf(folder));
		await client.close();
		await window.close();
	});
});

test('a workspace that is not trusted: reading works, and its own settings do not count', async () => {
	const folder = projectWith('untrusted', { 'hawser.port': 47_861 });
	writeFileSync(join(folder, 'a.txt'), 'hello\n');
	const window = await workbench().editor.openWindow(folder, { trust: 'ask' });
	const entry = await workbench().entryOf(folder);
	expect(entry.port).not.toBe(47_861);
	const client = await connectHttp(entry);
	expect((await call(client, 'window_status')).structuredContent).toMatchObject({ data: { trusted: false } });
	expect(textOf(await call(client, 'file_read', { path: 'a.txt' }))).toContain('1 hello');
	await client.close();
	await window.close();
});
