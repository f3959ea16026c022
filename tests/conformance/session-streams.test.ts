import { expect, onTestFinished, test } from 'vitest';
import { startFixtureHost } from './fixture-host.ts';
import { openLegacySession } from './legacy-session.ts';

// Clients with sessions rely on this, and the suite does not look at it.

/** Shorter than the 15 s after which the SDK sends a sign of life into a silent stream. */
const PATIENCE = 10_000;

async function openSession() {
	const host = await startFixtureHost();
	onTestFinished(() => host.close());
	return openLegacySession(host.url, PATIENCE);
}

test('a stream is open before its first event', async () => {
	const session = await openSession();
	const stream = await session.listen();
	expect(stream.status).toBe(200);
});

test('a stream tells that the tools have changed', async () => {
	const session = await openSession();
	const stream = await session.listen();
	await session.post({ id: 1, method: 'tools/call', params: { name: 'test_trigger_tool_change', arguments: {} } });
	expect(await stream.next()).toContain('notifications/tools/list_changed');
});

test('a client that left can come back to its session', async () => {
	const session = await openSession();
	const stream = await session.listen();
	expect((await session.listen()).status, 'one stream per session').toBe(409);
	stream.leave();
	await expect.poll(async () => (await session.listen()).status, { timeout: PATIENCE }).toBe(200);
});

test('a session that was ended takes its streams along', async () => {
	const session = await openSession();
	const stream = await session.listen();
	expect((await session.end()).status).toBe(200);
	expect(await stream.next()).toBeUndefined();
	expect((await session.post({ id: 1, method: 'ping' })).status).toBe(404);
});
