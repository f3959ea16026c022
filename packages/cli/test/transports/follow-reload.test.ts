import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { type WindowLink, windowLink } from '@hawser/link/window-link.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { windowCalls } from '../../src/mcp/window-calls.ts';
import { findTool, manifest } from '../../src/tools/published-tools.ts';
import { callAndFollowReload } from '../../src/transports/follow-reload.ts';
import { httpTransport } from '../../src/transports/http-transport.ts';
import { type FakeWindow, startFakeWindow } from '../fake-window.ts';

let home: string;
let folder: string;
let link: WindowLink;
let windows: FakeWindow[];
beforeEach(() => {
	const base = temporaryFolder('reload');
	home = join(base, 'home');
	folder = mkdtempSync(join(base, 'project-'));
	link = windowLink(home);
	windows = [];
});
afterEach(async () => {
	link.close();
	await Promise.all(windows.map(window => window.close()));
});

async function start(id: string, startedAt: number, onCall: () => Record<string, unknown> | 'hang' = () => ({})) {
	const window = await startFakeWindow({ home, folders: [folder], id, answer: onCall, entry: { startedAt } });
	windows.push(window);
	return window;
}

const reload = (signal = createCancellation()) =>
	callAndFollowReload(httpTransport(link), folder, { tool: 'window_reload', input: {} }, { signal });

const going = (id: string, startedAt: number) => ({
	reloading: true,
	windowId: id,
	since: new Date(startedAt).toISOString(),
});

test('the answer comes when the new window is there, and not from an older one on the same folder', async () => {
	await start('older', 1000);
	const before = await start('before', 2000, () => {
		// Goes when it has answered; the next one comes later than the older one is found.
		setTimeout(() => void before.close().then(() => setTimeout(() => void start('after', 3000), 300)), 50);
		return going('before', 2000);
	});
	const { envelope, text } = await reload();
	expect(envelope).toMatchObject({ ok: true, data: { windowId: 'before', back: { windowId: 'after' } } });
	expect(text).toMatch(/^The window was reloaded and is back after \d+\.\d s\.$/);
});

test('a window that goes before its answer is out has done what it was asked for', async () => {
	const before = await start('before', 2000, () => {
		setTimeout(() => {
			before.server.closeAllConnections();
			void before.close().then(() => start('after', 3000));
		}, 50);
		return 'hang';
	});
	expect(await reload()).toMatchObject({ envelope: { data: { windowId: 'before', back: { windowId: 'after' } } } });
});

test('cancelling ends the wait', async () => {
	const signal = createCancellation();
	await start('before', 2000, () => {
		setTimeout(() => signal.cancel(), 50);
		return going('before', 2000);
	});
	await expect(reload(signal)).rejects.toMatchObject({ code: 'E_CANCELLED' });
});

test('a call waits for the next window only when the definition of its tool says that it reloads the window', async () => {
	await start('only', 2000, () => going('only', 2000));
	const calls = windowCalls({
		transport: httpTransport(link),
		workspace: () => folder,
		limits: () => undefined,
		timeout: undefined,
		agent: 'test',
	});
	const other = await calls.call('window_status', {}, {}, { signal: createCancellation() });
	expect(other.envelope).toMatchObject({ data: { reloading: true } });
	expect(other.envelope).not.toHaveProperty('data.back');

	const signal = createCancellation();
	const onProgress = () => signal.cancel();
	const reload = await calls.call('util_restart_vscode', { reloadsWindow: true }, {}, { signal, onProgress });
	expect(reload.envelope).toMatchObject({ ok: false, error: { code: 'E_CANCELLED' } });
});

test('exactly the tool that reloads the window says so, under each of its names', () => {
	expect(manifest.tools.filter(tool => tool.reloadsWindow).map(({ name }) => name)).toEqual(['window_reload']);
	expect(findTool('util_restart_vscode')?.reloadsWindow).toBe(true);
});
