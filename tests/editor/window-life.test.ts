import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { windowFinder } from '@hawser/link/find-window.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, callForData, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, openQuestions } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';
import { writeFileIn } from '../support/write-file-in.ts';

const workbench = useWorkbench();

async function idOf(client: Client, input: Record<string, unknown> = {}): Promise<unknown> {
	return (await callForData(client, 'window_status', input))['id'];
}

/**
 * A project with ports of its own: windows of other tests, with other homes, take the first free one from 50001, and might take the one
 * that this window gives free for a moment.
 */
function projectWithOwnPorts(name: string): string {
	const folder = workbench().copyProject('shop', name);
	writeFileIn(folder, '.vscode/settings.json', '{ "hawser.port": "30001-30099" }\n');
	return folder;
}

describe('two windows', () => {
	let first: OpenWindow;
	let second: OpenWindow;
	beforeAll(async () => {
		first = await workbench().open(workbench().copyProject('shop', 'first'));
		second = await workbench().open(workbench().copyProject('shop', 'second'));
	});

	test('two windows have ports of their own, the first free ones from 50001', () => {
		expect(first.entry.port).toBeGreaterThanOrEqual(50_001);
		expect(second.entry.port).not.toBe(first.entry.port);
		expect(second.entry.token).not.toBe(first.entry.token);
	});

	test('the working directory of an agent decides which one answers', async () => {
		for (const { folder, entry } of [first, second]) {
			const client = await connectStdio({ env: workbench().env, cwd: join(folder, 'src') });
			expect(await idOf(client)).toBe(entry.id);
			await client.close();
		}
	});

	test('projectRoot reaches the other one, from any window and from any working directory', async () => {
		const clients = [await connectHttp(first.entry), await connectStdio({ env: workbench().env, cwd: first.folder })];
		for (const client of clients) {
			expect(await idOf(client, { projectRoot: second.folder })).toBe(second.entry.id);
			expect(await idOf(client, { projectRoot: first.folder })).toBe(first.entry.id);
			await client.close();
		}
	});

	test('projectRoot does not lead past the limits of the window that the agent has', async () => {
		const set = (words: readonly string[] | null) =>
			writeFileSync(
				join(first.folder, '.vscode/settings.json'),
				JSON.stringify(words === null ? {} : { 'hawser.toolsets': words }),
			);
		mkdirSync(join(first.folder, '.vscode'), { recursive: true });
		set(['default', '-terminal']);
		await eventually(async () => expect((await workbench().entryOf(first.folder)).toolsets).toContain('-terminal'));
		const clients = [await connectHttp(first.entry), await connectStdio({ env: workbench().env, cwd: first.folder })];
		for (const client of clients) {
			const input = { command: 'true', projectRoot: second.folder };
			const refused = textOf(await call(client, 'terminal_run', input));
			expect(refused).toMatch(/^\[E_TOOL_DISABLED\] The toolset "terminal" is switched off in the window /);
			expect(await idOf(client, { projectRoot: second.folder })).toBe(second.entry.id);
			await client.close();
		}
		set(null);
		await eventually(async () => expect((await workbench().entryOf(first.folder)).toolsets).not.toContain('-terminal'));
	});

	test('window_list names both windows', async () => {
		const client = await connectHttp(second.entry);
		const { structuredContent } = await call(client, 'window_list');
		expect(structuredContent).toMatchObject({
			data: {
				windows: [
					{ id: first.entry.id, folders: [first.folder], current: false },
					{ id: second.entry.id, folders: [second.folder], current: true },
				],
			},
		});
		await client.close();
	});

	test('a terminal, a diff and a question of one window never show in the other', async () => {
		const seen = async ({ window }: OpenWindow) => ({
			questions: (await openQuestions(window)).length,
			...((await window.evaluate(
				`return {
					terminals: vscode.window.terminals.length,
					diffs: vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input.modified).length,
				};`,
			)) as { terminals: number; diffs: number }),
		});
		// Each is asked for through the other window, which is where a mistake would show it.
		const inSecond = await connectHttp(first.entry);
		const inFirst = await connectHttp(second.entry);
		for (const [client, here, there] of [
			[inSecond, second, first],
			[inFirst, first, second],
		] as const) {
			const projectRoot = here.folder;
			const before = await seen(there);
			const text = textOf(await call(client, 'terminal_run', { command: 'pwd', projectRoot }));
			expect(text).toContain(here.folder);
			const diff = call(client, 'editor_show_diff', { path: 'proposed.txt', proposed: 'new\n', projectRoot });
			const question = call(client, 'file_write', { path: '.vscode/tasks.json', text: '{}', projectRoot });
			await eventually(async () => expect(await seen(here)).toEqual({ questions: 1, terminals: 1, diffs: 1 }));
			expect(await seen(there)).toEqual(before);
			await answerQuestion(here.window, 'tasks.json', 'Deny');
			await here.window.page.getByRole('button', { name: 'Accept Proposal' }).first().click();
			expect(textOf(await question)).toMatch(/^\[E_DENIED\]/);
			expect((await diff).structuredContent).toMatchObject({ data: { verdict: 'accepted' } });
			expect(await seen(here)).toEqual({ questions: 0, terminals: 1, diffs: 0 });
			expect(await seen(there)).toEqual(before);
		}
		await inSecond.close();
		await inFirst.close();
	});

	test('a project that no window has open is said to have none', async () => {
		const client = await connectStdio({ env: workbench().env, cwd: workbench().makeFolder('elsewhere') });
		const result = await call(client, 'window_status');
		expect(textOf(result)).toMatch(/^\[E_NO_WINDOW\] No open window has the folder .*elsewhere; window/);
		expect(textOf(result)).toContain(first.folder);
		expect((await client.listTools()).tools.length).toBeGreaterThan(0);
		await client.close();
	});

	afterAll(async () => {
		await first.window.close();
		await second.window.close();
	});
});

test('a window that is closed leaves no entry, and its project gets its port and token again', async () => {
	const before = await workbench().open(projectWithOwnPorts('again'));
	await before.window.close();
	await eventually(() => expect(existsSync(join(workbench().home, 'windows', `${before.entry.id}.json`))).toBe(false));
	const after = await workbench().open(before.folder);
	expect(after.entry).toMatchObject({ port: before.entry.port, token: before.entry.token });
	expect(after.entry.id).not.toBe(before.entry.id);
	await after.window.close();
});

test('a reload needs no restart of the agent, neither over stdio nor over HTTP', async () => {
	const { window, entry, folder } = await workbench().open(projectWithOwnPorts('reload'));
	const stdio = await connectStdio({ env: workbench().env, cwd: folder });
	const http = await connectHttp(entry);
	expect(await idOf(stdio)).toBe(entry.id);
	expect(await idOf(http)).toBe(entry.id);
	await window.reload();
	const after = await eventually(async () => {
		const found = await workbench().entryOf(folder);
		expect(found.id).not.toBe(entry.id);
		return found;
	});
	expect(after).toMatchObject({ port: entry.port, token: entry.token });
	expect(await idOf(stdio)).toBe(after.id);
	expect(await idOf(http)).toBe(after.id);
	await stdio.close();
	await http.close();
	await window.close();
});

test('calls wait for a window whose extension host was killed, and are answered when it is back', async () => {
	const { window, entry, folder } = await workbench().open(projectWithOwnPorts('killed'));
	const client = await connectStdio({ env: workbench().env, cwd: folder });
	expect(await idOf(client)).toBe(entry.id);
	process.kill(entry.pid, 'SIGKILL');
	await eventually(() => expect(isProcessAlive(entry.pid)).toBe(false));
	// VS Code starts a new extension host by itself. A process that begins only now waits for it as well.
	const late = await connectStdio({ env: workbench().env, cwd: folder });
	for (const id of await Promise.all([idOf(client), idOf(late)])) {
		expect(id).not.toBe(entry.id);
	}
	await late.close();
	await eventually(() =>
		expect(readdirSync(join(workbench().home, 'windows')).filter(file => file.includes(entry.id))).toEqual([]),
	);
	await client.close();
	await window.close();
});

test('a window that was closed is not waited for', async () => {
	const { window, entry, folder } = await workbench().open(projectWithOwnPorts('closed'));
	const client = await connectStdio({ env: workbench().env, cwd: folder });
	expect(await idOf(client)).toBe(entry.id);
	await window.close();
	await eventually(() => expect(windowFinder(workbench().home).all()).not.toContainEqual(entry));
	expect(windowFinder(workbench().home).expected(folder)).toBeUndefined();
	expect(textOf(await call(client, 'window_status'))).toMatch(/^\[E_NO_WINDOW\]/);
	await client.close();
});

test('a call under way when the window goes gets an error, not silence', async () => {
	const { window, entry, folder } = await workbench().open(projectWithOwnPorts('under-way'));
	const client = await connectStdio({ env: workbench().env, cwd: folder });
	// Now the two know each other, and the next call goes out at once.
	await idOf(client);
	// A stopped process accepts connections and answers nothing: the call is under way for as long as the test likes.
	process.kill(entry.pid, 'SIGSTOP');
	const pending = call(client, 'window_status');
	// It has no answer to give, so the only way on is the end of the window.
	await Promise.race([pending, setTimeout(500)]);
	process.kill(entry.pid, 'SIGKILL');
	expect(textOf(await pending)).toMatch(/^\[E_(WINDOW_GONE|NO_WINDOW)\]/);
	await client.close();
	await window.close();
});
