import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, connectSse } from '../support/mcp-clients.ts';
import { sendRaw } from '../support/raw-http.ts';
import { useShopWindow } from '../support/use-window.ts';

const { open } = useShopWindow();

const set = (key: string, value: unknown) =>
	open().window.evaluate(
		'await vscode.workspace.getConfiguration().update(args.key, args.value, vscode.ConfigurationTarget.Global)',
		{ key, value },
	);

const json = (token: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });

test('is off unless the person turns it on', async () => {
	const { port, token } = open().entry;
	expect(await sendRaw({ port, path: '/sse', method: 'GET', headers: json(token) })).toMatchObject({
		status: 404,
		body: { error: { message: expect.stringContaining('hawser.sse') as string } },
	});
});

test('asks for the token, for the stream and for every message', async () => {
	await set('hawser.sse', true);
	const { port } = open().entry;
	const headers = { 'content-type': 'application/json' };
	expect(await sendRaw({ port, path: '/sse', method: 'GET', headers })).toMatchObject({ status: 401 });
	expect(await sendRaw({ port, path: '/messages?sessionId=1', headers, body: '{}' })).toMatchObject({ status: 401 });
});

test('a message without its stream is refused, and one that is no message too', async () => {
	const { port, token } = open().entry;
	const path = `/messages?sessionId=${randomUUID()}`;
	expect(await sendRaw({ port, path, headers: json(token), body: '{}' })).toMatchObject({ status: 404 });
});

test('has the same tools and the same answers as /mcp', async () => {
	const [sse, http] = await Promise.all([connectSse(open().entry), connectHttp(open().entry)]);
	try {
		expect(await sse.listTools()).toEqual(await http.listTools());
		const input = { path: 'src/cart.ts', startLine: 1, endLine: 3 };
		expect((await call(sse, 'file_read', input)).content).toEqual((await call(http, 'file_read', input)).content);
		expect(await call(sse, 'file_read', { path: 'src/none.ts' })).toMatchObject({
			isError: true,
			structuredContent: { ok: false, error: { code: 'E_FILE_NOT_FOUND' } },
		});
	} finally {
		await Promise.all([sse.close(), http.close()]);
	}
});

test('tells of another list of tools, and ends when it is turned off', async () => {
	const client = await connectSse(open().entry);
	const heard: string[] = [];
	let closed = false;
	client.fallbackNotificationHandler = ({ method }) => Promise.resolve(void heard.push(method));
	client.onclose = () => (closed = true);
	client.onerror = () => undefined;
	await set('hawser.toolsets', ['file']);
	await eventually(() => expect(heard).toContain('notifications/tools/list_changed'));
	await set('hawser.sse', false);
	await expect(call(client, 'window_status')).rejects.toThrow();
	await client.close();
	expect(closed).toBe(true);
});
