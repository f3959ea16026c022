import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isProcessAlive } from '@hawser/link/process-alive.ts';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();

async function idOf(client: Client, input: Record<string, unknown> = {}): Promise<unknown> {
	const { structuredContent, ...result } = await call(client, 'window_status', input);
	const envelope = structuredContent as { ok: boolean; data?: { id: string } };
	if (!envelope.ok) {
		throw new Error(textOf({ ...result, structuredContent }));
	}
	return envelope.data?.id;
}

describe('two windows', () => {
	let first: OpenWindow;
	let second: OpenWindow;
	beforeAll(async () => {
		first = await workbench().open(workbench().copyProject('shop', 'first'));
		second = await workbench().open(workbench().copyProject('shop', 'second'));
	});

	test('have ports of their own, the first free ones from 50001', () => {
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

	test('window_list names both', async () => {
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
	const before = await workbench().open(workbench().copyProject('shop', 'again'));
	await before.window.close();
	await eventually(() => expect(existsSync(join(workbench().home, 'windows', `${before.entry.id}.json`))).toBe(false));
	const after = await workbench().open(before.folder);
	expect(after.entry).toMatchObject({ port: before.entry.port, token: before.entry.token });
	expect(after.entry.id).not.toBe(before.entry.id);
	await after.window.close();
});

test('a reload needs no restart of the agent, neither over stdio nor over HTTP', async () => {
	const { window, entry, folder } = await workbench().open(workbench().copyProject('shop', 'reload'));
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

test('kill -9 of the extension host: the next call says E_NO_WINDOW, and works again when the window is back', async () => {
	const { window, entry, folder } = await workbench().open(workbench().copyProject('shop', 'killed'));
	const client = await connectStdio({ env: workbench().env, cwd: folder });
	expect(await idOf(client)).toBe(entry.id);
	process.kill(entry.pid, 'SIGKILL');
	await eventually(() => expect(isProcessAlive(entry.pid)).toBe(false));
	const next = await call(client, 'window_status');
	// VS Code starts a new extension host by itself, which may be quicker than this call; the dead one must not be heard of.
	if (next.isError === true) {
		expect(textOf(next)).toMatch(/^\[E_NO_WINDOW\]/);
	} else {
		expect(textOf(next)).not.toContain(entry.id);
	}
	await eventually(async () => expect(await idOf(client)).not.toBe(entry.id));
	expect(readdirSync(join(workbench().home, 'windows')).filter(file => file.includes(entry.id))).toEqual([]);
	await client.close();
	await window.close();
});

test('a call under way when the window goes gets an error, not silence', async () => {
	const { window, entry, folder } = await workbench().open(workbench().copyProject('shop', 'under-way'));
	const client = await connectStdio({ env: workbench().env, cwd: folder });
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
