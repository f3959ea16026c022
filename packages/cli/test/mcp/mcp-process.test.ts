import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli, importedModules } from '../build-cli.ts';
import { startFakeWindow } from '../fake-window.ts';
import { finished, startCli, until } from '../run-cli.ts';

interface Answer {
	id?: number;
	result?: { content: { text: string }[]; structuredContent?: { ok: boolean; error?: { code: string } } };
}

let cli: string;
let home: string;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
	cli = await buildCli();
	const base = temporaryFolder('process');
	home = join(base, 'home');
	folder = mkdtempSync(join(base, 'project-'));
});

afterEach(() => {
	for (const child of children.splice(0)) {
		child.kill('SIGKILL');
	}
});

function startMcp(...options: string[]) {
	const child = startCli(cli, ['mcp', ...options], { cwd: folder, env: { HAWSER_HOME: home } });
	children.push(child);
	const answers: Answer[] = [];
	let rest = '';
	child.stdout.on('data', (bytes: Buffer) => {
		const lines = (rest + bytes.toString()).split('\n');
		rest = lines.pop() ?? '';
		answers.push(...lines.map(line => JSON.parse(line) as Answer));
	});
	let last = 0;
	const send = (method: string, params: object = {}) => {
		child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++last, method, params })}\n`);
		return last;
	};
	const answered = (id: number) => until(() => answers.find(answer => answer.id === id));
	return {
		child,
		send,
		answered,
		async codeOf(id: number) {
			return (await answered(id)).result?.structuredContent?.error?.code ?? 'ok';
		},
	};
}

async function startWindowProcess(id: string): Promise<ChildProcess> {
	const window = fork(join(import.meta.dirname, '../fake-window-process.ts'), [home, folder, id]);
	children.push(window);
	await once(window, 'message');
	return window;
}

test('a window may die and come back without a restart', async () => {
	const mcp = startMcp();
	const first = await startWindowProcess('first');
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } }))).toBe('ok');
	const hanging = mcp.send('tools/call', { name: 'symbol_references', arguments: {} });
	// The answer to the next call shows that the one before it has reached the window.
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } }))).toBe('ok');
	const exit = once(first, 'exit');
	first.kill('SIGKILL');
	expect(await mcp.codeOf(hanging)).toBe('E_WINDOW_GONE');
	await exit;
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } }))).toBe('E_NO_WINDOW');
	await startWindowProcess('second');
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } }))).toBe('ok');
});

test('projectRoot chooses another window and is passed on', async () => {
	const other = temporaryFolder('other');
	const window = await startFakeWindow({ home, folders: [other] });
	const mcp = startMcp();
	const input = { path: 'a', projectRoot: other };
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: input }))).toBe('ok');
	expect(window.calls[0]?.input).toEqual(input);
	expect(
		await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { ...input, projectRoot: 'x' } })),
	).toBe('E_INVALID_PARAMS');
	await window.close();
});

test('--timeout goes with the call, --toolsets does not', async () => {
	const window = await startFakeWindow({ home, folders: [folder] });
	const mcp = startMcp('--toolsets', 'file,-symbol', '--timeout', '1234');
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } }))).toBe('ok');
	// What --toolsets leaves out is refused before it gets here; call-limits.test.ts proves it.
	expect(window.calls[0]).toMatchObject({ defaultTimeout: 1234 });
	expect(window.calls[0]).not.toHaveProperty('timeout');
	expect(window.calls[0]).not.toHaveProperty('toolsets');
	await window.close();
});

test('hawser mcp ends with its input and cancels what is under way', async () => {
	const window = await startFakeWindow({ home, folders: [folder], answer: () => 'hang' });
	const mcp = startMcp();
	const end = finished(mcp.child);
	mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } });
	await until(() => window.calls.length === 1);
	mcp.child.stdin.end();
	expect(await end).toMatchObject({ code: 0, stdout: '', stderr: '' });
	await until(() => window.cancelled.length === 1);
	await window.close();
});

test('hawser mcp answers a last line that has no line feed', async () => {
	const mcp = startMcp();
	const end = finished(mcp.child);
	mcp.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
	expect(await end).toMatchObject({ code: 0, stdout: '{"jsonrpc":"2.0","id":1,"result":{}}\n' });
});

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)('ends on %s', async signal => {
	const mcp = startMcp();
	const end = finished(mcp.child);
	await mcp.answered(mcp.send('ping'));
	mcp.child.kill(signal);
	expect((await end).code).toBe(0);
});

test('hawser mcp ends when nobody reads its output', async () => {
	const mcp = startMcp();
	await mcp.answered(mcp.send('ping'));
	const exit = once(mcp.child, 'exit');
	mcp.child.stdout.destroy();
	mcp.send('ping');
	expect(await exit).toEqual([0, null]);
});

test('a message of megabytes and characters of several bytes arrive whole', async () => {
	const window = await startFakeWindow({ home, folders: [folder] });
	const mcp = startMcp();
	const path = 'ü€😀'.repeat(200_000);
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path } }))).toBe('ok');
	expect(window.calls[0]?.input['path'] === path).toBe(true);
	await window.close();
});

test('the program loads only modules of Node that are quick to load', () => {
	expect(importedModules(cli)).toEqual(['node:fs', 'node:net', 'node:os', 'node:path', 'node:util']);
});

test('--verbose logs windows and calls on stderr', async () => {
	const mcp = startMcp('--verbose');
	let logged = '';
	mcp.child.stderr.on('data', (bytes: Buffer) => (logged += bytes.toString()));
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } }))).toBe('E_NO_WINDOW');
	await until(() => logged.includes('hawser: file_read: [E_NO_WINDOW]'));
	const window = await startFakeWindow({ home, folders: [folder] });
	await until(() => logged.includes(`hawser: windows: ${folder}`));
	expect(await mcp.codeOf(mcp.send('tools/call', { name: 'file_read', arguments: { path: 'a' } }))).toBe('ok');
	await until(() => /hawser: file_read: ok \(\d+ ms\)/.test(logged));
	await window.close();
});
