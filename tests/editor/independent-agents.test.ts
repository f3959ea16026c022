import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, connectHttp, connectStdio, ERAS } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

/** Several agents on one window: each in its own conversation, over every surface and in every era. */
const { workbench, open } = useShopWindow();
const agents: { name: string; client: Client; heard: string[] }[] = [];
beforeAll(async () => {
	for (const { era, mode } of ERAS) {
		agents.push({ name: `http, ${era}`, client: await connectHttp(open().entry, mode), heard: [] });
		const stdio = await connectStdio({ env: workbench().env, cwd: open().folder, mode });
		agents.push({ name: `stdio, ${era}`, client: stdio, heard: [] });
	}
	for (const { client, heard } of agents) {
		client.fallbackNotificationHandler = ({ method }) => {
			heard.push(method);
			return Promise.resolve();
		};
	}
});
afterAll(async () => {
	await Promise.all(agents.map(({ client }) => client.close()));
});

test('a slow call of one agent does not delay the quick ones of others, and its progress is for its caller alone', async () => {
	const [slow, ...others] = agents;
	mkdirSync(join(open().folder, 'many'), { recursive: true });
	for (let index = 0; index < 60; index++) {
		writeFileSync(join(open().folder, `many/style-${index}.css`), 'a { color: red; }\n');
	}
	let done = false;
	const steps: string[] = [];
	const pending = slow?.client
		.callTool(
			{ name: 'diagnostic_list', arguments: { path: 'many' } },
			{ onprogress: ({ message = '' }) => steps.push(message) },
		)
		.finally(() => (done = true));
	const answeredMeanwhile = await Promise.all(
		others.map(async ({ client }) => {
			const { structuredContent } = await call(client, 'window_status');
			return { ok: (structuredContent as { ok: boolean }).ok, done };
		}),
	);
	expect(answeredMeanwhile).toEqual(others.map(() => ({ ok: true, done: false })));
	expect((await pending)?.structuredContent).toMatchObject({ ok: true });
	expect(steps.length).toBeGreaterThan(0);
	expect(agents.flatMap(({ heard }) => heard)).toEqual([]);
});

test('a change of the tools reaches all agents', async () => {
	const changed = agents.map(
		({ client, name }) =>
			new Promise<string>(resolve => {
				client.setNotificationHandler('notifications/tools/list_changed', () => resolve(name));
			}),
	);
	// Who has not asked for the list has nothing to hear of it.
	await Promise.all(agents.map(({ client }) => client.listTools()));
	// In the stateless era a client hears of changes only when it listens.
	for (const { client } of agents.filter(agent => agent.client.getProtocolEra() === 'modern')) {
		await client.listen({ toolsListChanged: true });
	}
	mkdirSync(join(open().folder, '.vscode'), { recursive: true });
	writeFileSync(
		join(open().folder, '.vscode/settings.json'),
		JSON.stringify({ 'hawser.toolsets': ['default', '-file'] }),
	);
	expect(await Promise.all(changed)).toEqual(agents.map(({ name }) => name));
	for (const { client, name } of agents) {
		const names = (await client.listTools()).tools.map(tool => tool.name);
		expect(names, name).not.toContain('file_rename');
		expect(names, name).toContain('window_status');
	}
});
