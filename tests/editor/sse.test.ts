import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { PatientClient } from '../support/patient-client.ts';
import { useShopWindow } from '../support/use-window.ts';

const { open } = useShopWindow();

const SET = `await vscode.workspace.getConfiguration().update('hawser.sse', args, vscode.ConfigurationTarget.Global)`;

async function connectSse(): Promise<Client> {
	const { port, token } = open().entry;
	const client = new PatientClient({ name: 'old', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(new SSEClientTransport(new URL(`http://127.0.0.1:${port}/sse`), { requestInit: { headers } }));
	return client;
}

interface Answer {
	status: number;
	body: string;
}

/** The status and the first piece of the body; a stream would never end. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
	const { port, token } = open().entry;
	const all = {
		authorization: `Bearer ${token}`,
		...(body !== undefined && { 'content-type': 'application/json' }),
		...headers,
	};
	return new Promise((resolve, reject) => {
		const sent = request({ host: '127.0.0.1', port, method, path, headers: all }, response => {
			const finish = (text: string) => {
				resolve({ status: response.statusCode ?? 0, body: text });
				sent.destroy();
			};
			response.once('data', (bytes: Buffer) => finish(bytes.toString()));
			response.once('end', () => finish(''));
		});
		sent.once('error', reject);
		sent.end(body);
	});
}

test('HTTP+SSE is off until the setting is on, and says where to go instead', async () => {
	for (const answer of [await ask('GET', '/sse'), await ask('POST', '/messages?sessionId=x', {}, '{}')]) {
		expect(answer.status).toBe(404);
		expect(answer.body).toContain('hawser.sse');
	}
	await expect(connectSse()).rejects.toThrow();
});

describe('with the setting on', () => {
	beforeAll(async () => {
		await open().window.evaluate(SET, true);
	});

	test('lists the tools and answers as /mcp does', async () => {
		const [old, modern] = [await connectSse(), await connectHttp(open().entry)];
		expect(await old.listTools()).toEqual(await modern.listTools());
		for (const input of [{ path: 'src/checkout.ts' }, { path: 'missing.ts' }, { pth: 'x' }]) {
			expect(textOf(await call(old, 'file_read', input))).toBe(textOf(await call(modern, 'file_read', input)));
		}
		expect((await call(old, 'window_status')).structuredContent).toMatchObject({ data: { id: open().entry.id } });
		await Promise.all([old.close(), modern.close()]);
	});

	test('forty calls at once over four streams each get their own answer', async () => {
		const clients = await Promise.all(Array.from({ length: 4 }, connectSse));
		const lines = Array.from({ length: 10 }, (_, index) => index + 1);
		const wrong = await Promise.all(
			clients.flatMap(client =>
				lines.map(async line => {
					const input = { path: 'src/checkout.ts', startLine: line, endLine: line };
					return textOf(await call(client, 'file_read', input)).startsWith(`line ${line} of 10`) ? [] : [line];
				}),
			),
		);
		expect(wrong.flat()).toEqual([]);
		await Promise.all(clients.map(client => client.close()));
	});

	test('progress and cancellation reach the tool that runs', async () => {
		const client = await connectSse();
		const before = readFileSync(join(open().folder, 'src/checkout.ts'), 'utf8');
		const abort = new AbortController();
		const messages: string[] = [];
		const pending = client.callTool(
			{ name: 'editor_show_diff', arguments: { path: 'src/checkout.ts', proposed: 'nothing\n' } },
			{ signal: abort.signal, timeout: 150_000, onprogress: ({ message = '' }) => messages.push(message) },
		);
		pending.catch(() => undefined);
		await eventually(() => expect(messages).toContain('Waiting for the user to decide on src/checkout.ts'));
		abort.abort();
		await expect(pending).rejects.toThrow();
		const proposals = `return vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input.modified?.scheme === 'hawser-proposal').length`;
		await eventually(async () => expect(await open().window.evaluate(proposals)).toBe(0));
		expect((await call(client, 'window_status')).isError).toBeFalsy();
		await client.close();
		expect(readFileSync(join(open().folder, 'src/checkout.ts'), 'utf8')).toBe(before);
	});

	test('connected clients hear that the tools have changed', async () => {
		const client = await connectSse();
		const changed = new Promise<void>(resolve => {
			client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
		});
		const words = `await vscode.workspace.getConfiguration().update('hawser.toolsets', args ?? undefined, vscode.ConfigurationTarget.Global)`;
		await open().window.evaluate(words, ['window']);
		await changed;
		await open().window.evaluate(words, null);
		await client.close();
	});

	test.each([
		['no token', { authorization: '' }, 401],
		['another token', { authorization: 'Bearer wrong' }, 401],
		['a foreign origin', { origin: 'https://evil.example' }, 403],
		['a foreign host', { host: 'evil.example' }, 403],
	])('%s is refused on both addresses', async (_what, headers, status) => {
		expect((await ask('GET', '/sse', headers)).status).toBe(status);
		expect((await ask('POST', '/messages?sessionId=x', headers, '{}')).status).toBe(status);
	});

	test('a session that does not exist and a body that is no message are refused', async () => {
		expect((await ask('POST', '/messages?sessionId=x', {}, '{"jsonrpc":"2.0","id":1,"method":"ping"}')).status).toBe(
			404,
		);
		expect((await ask('POST', '/messages', {}, '{}')).status).toBe(404);
		expect((await ask('GET', '/messages')).status).toBe(405);
	});
});
