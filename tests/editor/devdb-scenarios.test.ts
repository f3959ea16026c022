import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { type OpenWindow, startWorkbench, type Workbench } from '../support/workbench.ts';

/**
 * The manual scenarios of DevDB's design, step by step. Ports are compared with each other and not with 50001: another program on the machine
 * may have that one, and then the next free one is right.
 */
let workbench: Workbench;
let a: OpenWindow;
let b: OpenWindow;
let agent: Client;
beforeAll(async () => {
	workbench = await startWorkbench();
	a = await workbench.open(workbench.copyProject('shop', 'project-a'));
	agent = await connectStdio({ env: workbench.env, cwd: a.folder });
});
afterAll(async () => {
	await agent.close();
	await workbench[Symbol.asyncDispose]();
});

const rememberedPorts = () =>
	JSON.parse(readFileSync(join(workbench.home, 'ports.json'), 'utf8')) as Record<string, number>;
const answeredBy = async (client: Client, projectRoot: string) => {
	const { structuredContent } = await call(client, 'window_status', { projectRoot });
	return structuredContent as { data?: { folders: { path: string }[] } };
};

test('project A in instance 1: the server starts on the first free port from 50001', () => {
	expect(a.entry.port).toBeGreaterThanOrEqual(50_001);
	expect(rememberedPorts()).toEqual({ [a.folder]: a.entry.port });
});

test('an agent connected over stdio gets answers of project A', async () => {
	expect(await answeredBy(agent, a.folder)).toMatchObject({ data: { folders: [{ path: a.folder }] } });
});

test('project B in instance 2: the server starts on the next free port', async () => {
	b = await workbench.open(workbench.copyProject('shop', 'project-b'));
	expect(b.entry.port).toBeGreaterThan(a.entry.port);
	expect(rememberedPorts()).toEqual({ [a.folder]: a.entry.port, [b.folder]: b.entry.port });
});

test('a call to instance 1 for project B is proxied to instance 2', async () => {
	const viaHttp = await connectHttp(a.entry);
	expect(await answeredBy(viaHttp, b.folder)).toMatchObject({ data: { folders: [{ path: b.folder }] } });
	expect(await answeredBy(agent, b.folder)).toMatchObject({ data: { folders: [{ path: b.folder }] } });
	await viaHttp.close();
});

describe('errors', () => {
	test.each([
		['a relative projectRoot', 'relative/path', /^\[E_INVALID_PARAMS\] projectRoot must be an absolute path/],
		['a projectRoot that does not exist', '/does/not/exist', /^\[E_INVALID_PARAMS\] projectRoot does not exist/],
	])('%s', async (_what, projectRoot, text) => {
		const viaHttp = await connectHttp(a.entry);
		for (const client of [agent, viaHttp]) {
			const result = await call(client, 'window_status', { projectRoot });
			expect(result.isError).toBe(true);
			expect(textOf(result)).toMatch(text);
		}
		await viaHttp.close();
	});

	test('the projectRoot of a closed project, and instance 2 is no longer listed', async () => {
		await b.window.close();
		const viaHttp = await connectHttp(a.entry);
		for (const client of [agent, viaHttp]) {
			await eventually(async () => {
				const result = await call(client, 'window_status', { projectRoot: b.folder });
				expect(result.isError).toBe(true);
				expect(textOf(result)).toContain(`[E_NO_WINDOW] MCP server not running for project: ${b.folder}`);
			});
		}
		expect((await call(agent, 'window_list')).structuredContent).toMatchObject({
			data: { windows: [{ id: a.entry.id }] },
		});
		await viaHttp.close();
	});
});

test('project B opened again gets the port that it had', async () => {
	const again = await workbench.open(b.folder);
	expect(again.entry.port).toBe(b.entry.port);
	await again.window.close();
});

test('a port that somebody else has taken meanwhile is passed, and the map is updated', async () => {
	const blocker = createServer();
	await eventually(
		() =>
			new Promise<void>((listening, refused) => {
				blocker.once('error', refused).listen(b.entry.port, '127.0.0.1', listening);
			}),
	);
	const moved = await workbench.open(b.folder);
	expect(moved.entry.port).not.toBe(b.entry.port);
	expect(rememberedPorts()[b.folder]).toBe(moved.entry.port);
	blocker.close();
	await moved.window.close();
});
