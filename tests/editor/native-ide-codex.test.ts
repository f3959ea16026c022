import { existsSync, globSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { beforeAll, expect, test } from 'vitest';
import { askAsCodex, sendAsCodex } from '../support/codex-client.ts';
import { eventually } from '../support/eventually.ts';
import { sendRaw } from '../support/raw-http.ts';
import { useShopWindow } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** Codex asks on one socket for all windows: one of them has it, and the right one answers. */
const { workbench, open } = useShopWindow();
const home = () => join(workbench().editor.folder, 'home');
const socket = () => join(home(), '.codex/ipc/ipc.sock');
const file = (name: string) => join(open().folder, name);
const ask = (folder = open().folder) => askAsCodex(socket(), folder);

async function select({ window }: OpenWindow, path: string, from: number, to: number): Promise<void> {
	await window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.path), { preview: false });
		editor.selection = new vscode.Selection(args.from, 0, args.to, 0);`,
		{ path, from, to },
	);
}

/** What a window says of Codex. */
async function statusIn({ folder }: OpenWindow): Promise<Record<string, unknown>> {
	const entry = await workbench().entryOf(folder);
	const { body } = await sendRaw({
		port: entry.port,
		path: '/health',
		method: 'GET',
		headers: { authorization: `Bearer ${entry.token}` },
	});
	const { nativeIde } = body as { nativeIde: Record<string, unknown>[] };
	return nativeIde.find(({ agent }) => agent === 'codex') ?? {};
}

/** The process of the window that has the socket. */
function holder(): number {
	const [mark = ''] = globSync('hawser-*.json', { cwd: dirname(socket()) });
	return Number(/\d+/.exec(mark)?.[0]);
}

let other: OpenWindow;
beforeAll(async () => {
	expect(existsSync(join(home(), '.codex'))).toBe(false);
	mkdirSync(join(home(), '.codex'));
	await eventually(() => expect(lstatSync(socket()).isSocket()).toBe(true));
	other = await workbench().open(workbench().copyProject('shop', 'other shop'));
	await eventually(async () => expect(await statusIn(other)).toMatchObject({ state: 'ready' }));
});

test('the socket is for this user alone', () => {
	expect(statSync(dirname(socket())).mode & 0o777).toBe(0o700);
	expect(lstatSync(socket()).mode & 0o777).toBe(0o600);
	expect(holder()).toBe(open().entry.pid);
});

test('the window of the folder answers, whichever has the socket', async () => {
	await select(open(), file('src/cart.ts'), 1, 3);
	await select(other, join(other.folder, 'src/checkout.ts'), 0, 1);
	const [first] = await eventually(async () => {
		const answers = [await ask(), await ask(other.folder)];
		expect(answers.map(({ result }) => result?.ideContext.activeFile?.path)).toEqual([
			'src/cart.ts',
			'src/checkout.ts',
		]);
		return answers;
	});
	expect(first).toEqual({
		...{ type: 'response', requestId: '1', resultType: 'success', method: 'ide-context', handledByClientId: 'hawser' },
		result: {
			ideContext: {
				activeFile: {
					...{ label: 'cart.ts', path: 'src/cart.ts', fsPath: file('src/cart.ts') },
					selection: { start: { line: 1, character: 0 }, end: { line: 3, character: 0 } },
					activeSelectionContent: '\tname: string;\n\tprice: number;\n',
					selections: [{ start: { line: 1, character: 0 }, end: { line: 3, character: 0 } }],
				},
				openTabs: [{ label: 'cart.ts', path: 'src/cart.ts', fsPath: file('src/cart.ts') }],
			},
		},
	});
	// A folder below is that of the window around it; a folder that no window has is nobody's.
	expect((await ask(file('src'))).result?.ideContext.activeFile?.path).toBe('cart.ts');
	for (const folder of [home(), file('no-such-folder'), '/', 'src']) {
		expect(await ask(folder)).toMatchObject({ resultType: 'error' });
	}
	await eventually(async () => expect(await statusIn(other)).toMatchObject({ state: 'ready', connected: 1 }));
});

test('nothing is said of a file that is excluded, and nothing while the user has paused all agents', async () => {
	writeFileSync(file('.gitignore'), 'secret.txt\n');
	writeFileSync(file('secret.txt'), 'password\n');
	writeFileSync(file('.env'), 'TOKEN=1\n');
	for (const name of ['secret.txt', '.env']) {
		await select(open(), file(name), 0, 1);
		await eventually(async () => expect((await ask()).result?.ideContext.activeFile).toBeUndefined());
		expect(JSON.stringify(await ask())).not.toMatch(/secret|password|TOKEN|\.env/);
	}
	await select(open(), file('src/cart.ts'), 2, 3);
	await eventually(async () => expect((await ask()).result?.ideContext.activeFile?.path).toBe('src/cart.ts'));
	await open().window.evaluate(`await vscode.commands.executeCommand('hawser.pauseAgents')`);
	await eventually(async () => expect((await ask()).result?.ideContext).toEqual({ openTabs: [] }));
	await open().window.evaluate(`await vscode.commands.executeCommand('hawser.resumeAgents')`);
	await eventually(async () => expect((await ask()).result?.ideContext.activeFile?.path).toBe('src/cart.ts'));
});

test('hostile frames end their own connection alone, and the window is asked by windows alone', async () => {
	const hostile = [
		Buffer.from([255, 255, 255, 255]),
		Buffer.from('{"type":"request"}'),
		Buffer.from([2, 0, 0, 0, 91, 93]),
	];
	for (const bytes of hostile) {
		const connection = connect(socket());
		const ended = new Promise(resolve => connection.on('close', resolve));
		connection.on('error', () => undefined);
		connection.write(bytes);
		await ended;
	}
	// Many that say nothing make room for one that asks.
	const silent = Array.from({ length: 100 }, () => connect(socket()).on('error', () => undefined));
	await eventually(async () => expect(await ask()).toMatchObject({ resultType: 'success' }));
	silent.forEach(connection => connection.destroy());
	expect(
		await sendAsCodex(socket(), { type: 'request', requestId: '1', method: 'ide-context', version: 7 }),
	).toMatchObject({
		error: 'request-version-mismatch',
	});
	const path = `/native-ide/codex?workspaceRoot=${encodeURIComponent(open().folder)}`;
	expect(await sendRaw({ port: open().entry.port, path, method: 'GET' })).toMatchObject({ status: 401 });
});

test('when the window that has the socket is killed, another takes it, and the first answers again when it is back', async () => {
	const { pid } = await workbench().entryOf(open().folder);
	expect(holder()).toBe(pid);
	process.kill(pid, 'SIGKILL');
	// VS Code may be quicker to start the window's extension host anew than the other window to notice.
	await eventually(() => expect(lstatSync(socket()).isSocket() && isProcessAlive(holder())).toBe(true));
	await eventually(async () =>
		expect((await ask(other.folder)).result?.ideContext.activeFile?.path).toBe('src/checkout.ts'),
	);
	await open().window.reload();
	await eventually(async () => {
		await select(open(), file('src/cart.ts'), 1, 2);
		expect((await ask()).result?.ideContext.activeFile?.activeSelectionContent).toBe('\tname: string;\n');
	});
	expect(isProcessAlive(holder())).toBe(true);
});

test('the setting of one window takes it out, and the socket goes to the next', async () => {
	const set = (value: string) =>
		other.window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.nativeIde', ${value}, vscode.ConfigurationTarget.Workspace)`,
		);
	await set(`['claude']`);
	await eventually(async () => expect(await statusIn(other)).toMatchObject({ state: 'off' }));
	const { pid } = await workbench().entryOf(open().folder);
	await eventually(() => expect(holder()).toBe(pid));
	await eventually(async () => expect(await ask(other.folder)).toMatchObject({ error: 'no-client-found' }));
	expect(await ask()).toMatchObject({ resultType: 'success' });
	await set('undefined');
	await eventually(async () => expect(await ask(other.folder)).toMatchObject({ resultType: 'success' }));
});

test('OpenAI’s own programs get the socket when they come for it, and keep it', async () => {
	// As they begin on a socket that somebody else has.
	const initialize = { type: 'request', requestId: '1', method: 'initialize', params: { clientType: 'vscode' } };
	expect(await sendAsCodex(socket(), initialize)).toMatchObject({ error: 'no-handler-for-request' });
	// Nothing of ours is left, also not the folder that was made for it.
	await eventually(() => expect(existsSync(dirname(socket()))).toBe(false));
	const theirs = createServer(connection => connection.on('error', () => undefined));
	mkdirSync(dirname(socket()), { recursive: true, mode: 0o700 });
	await new Promise<void>((resolve, reject) => {
		theirs.once('error', reject);
		theirs.listen(socket(), resolve);
	});
	for (const window of [open(), other]) {
		await eventually(
			async () =>
				expect(await statusIn(window)).toMatchObject({
					state: 'stands_down',
					reason: 'Another program answers Codex at the one place where it asks.',
				}),
			60_000,
		);
	}
	await new Promise(resolve => theirs.close(resolve));
	// What is left when they are gone is nobody's.
	rmSync(socket(), { force: true });
	await eventually(async () => expect(await ask()).toMatchObject({ resultType: 'success' }), 120_000);
	await eventually(async () => expect(await statusIn(open())).toMatchObject({ state: 'ready' }));
});

test('nothing is left when the windows close', async () => {
	await other.window.close();
	await open().window.close();
	await eventually(() => expect(readdirSync(dirname(socket()))).toEqual([]));
});
