import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Editor } from '../src/editor.ts';
import { launchEditor } from '../src/launch.ts';
import { stillRunning } from '../src/shared/processes.ts';
import type { EditorWindow } from '../src/window.ts';
import { packExtension, writeExtension } from './fixtures/extension.ts';

/** Enough for a first install on a slow machine; nothing here waits for time to pass. */
const PATIENCE_MS = 10 * 60_000;

const FOLDER = 'return vscode.workspace.workspaceFolders?.map(folder => folder.uri.fsPath)';

let folder: string;
let editor: Editor;
let first: EditorWindow;
let second: EditorWindow;

beforeAll(async () => {
	folder = await realpath(await mkdtemp(join(tmpdir(), 'headless-real-test-')));
	for (const name of ['first', 'second', 'third']) {
		await mkdir(join(folder, name));
	}
	await writeFile(join(folder, 'first/hello.txt'), 'hello\n');
	await writeFile(
		join(folder, 'both.code-workspace'),
		JSON.stringify({ folders: [{ path: 'first' }, { path: 'second' }] }),
	);
	const unpacked = await writeExtension(join(folder, 'unpacked'), 'question => question * 7');
	const packed = await packExtension(await writeExtension(join(folder, 'packed'), '() => "from a VSIX"'));
	editor = await launchEditor({
		evaluator: true,
		vsix: [packed],
		extensions: [unpacked],
		settings: { 'editor.tabSize': 3, 'security.workspace.trust.startupPrompt': 'always' },
		env: { GREETING: 'good morning' },
		timeout: PATIENCE_MS / 2,
	});
	first = await editor.openWindow(join(folder, 'first'));
	second = await editor.openWindow(join(folder, 'second'));
}, PATIENCE_MS);

afterAll(async () => {
	await editor.stop();
	await rm(folder, { recursive: true, force: true });
}, PATIENCE_MS);

describe('a real editor', { timeout: PATIENCE_MS }, () => {
	test('listens on this machine only', () => {
		expect(editor.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	});

	test('lets nobody in without its password, and keeps that to itself', async () => {
		const stranger = await fetch(editor.url, { redirect: 'manual' });
		expect(stranger.status).toBe(302);
		expect(stranger.headers.get('location')).toContain('login');
		expect(await first.evaluate('return JSON.stringify(process.env)')).not.toContain(editor.password);
	});

	test('has windows with an extension host each', async () => {
		expect(await first.evaluate(FOLDER)).toEqual([join(folder, 'first')]);
		expect(await second.evaluate(FOLDER)).toEqual([join(folder, 'second')]);
		expect(await first.evaluate('return process.pid')).toBe(await first.extensionHostPid());
		expect(await second.extensionHostPid()).not.toBe(await first.extensionHostPid());
	});

	test('tells two windows on one folder apart', async () => {
		const again = await editor.openWindow(join(folder, 'first'));
		expect(await again.evaluate('return process.pid')).toBe(await again.extensionHostPid());
		expect(await again.extensionHostPid()).not.toBe(await first.extensionHostPid());
		await again.close();
	});

	test('opens a workspace file', async () => {
		const window = await editor.openWindow(join(folder, 'both.code-workspace'));
		expect(await window.evaluate(FOLDER)).toEqual([join(folder, 'first'), join(folder, 'second')]);
		await window.close();
	});

	test('has the settings, the environment and the extensions it was given', async () => {
		const look = `const configuration = vscode.workspace.getConfiguration();
			return {
				tabSize: configuration.get('editor.tabSize'),
				autoSave: configuration.get('files.autoSave'),
				greeting: process.env.GREETING,
				trusted: vscode.workspace.isTrusted,
				answer: await vscode.commands.executeCommand('tests.unpacked', args.question),
				packed: await vscode.commands.executeCommand('tests.packed'),
			}`;
		expect(await first.evaluate(look, { question: 6 })).toEqual({
			tabSize: 3,
			autoSave: 'off',
			greeting: 'good morning',
			trusted: true,
			answer: 42,
			packed: 'from a VSIX',
		});
	});

	test('takes an extension while a window is open', async () => {
		const late = await packExtension(await writeExtension(join(folder, 'late'), '() => "better late"'));
		await editor.installVsix(late);
		const ask = () => first.executeCommand('tests.late').catch(() => undefined);
		await expect.poll(ask, { timeout: PATIENCE_MS }).toBe('better late');
		expect(await first.executeCommand('tests.unpacked', 6)).toBe(42);
	});

	test('refuses proposed APIs as the desktop does', async () => {
		const refused = first.executeCommand('tests.unpacked.proposed');
		await expect(refused).rejects.toMatchObject({ code: 'E_EVALUATION' });
		await expect(refused).rejects.toThrow(/CANNOT use API proposal/);
	});

	test('reports what code in the extension host throws', async () => {
		const failure = first.evaluate('throw Object.assign(new Error("no such thing"), { code: "ENOENT" })');
		await expect(failure).rejects.toThrow(/no such thing/);
		await expect(failure).rejects.toMatchObject({ code: 'E_EVALUATION', details: { code: 'ENOENT' } });
	});

	test('shows itself', async () => {
		const picture = join(folder, 'first.png');
		await first.executeCommand('workbench.action.quickOpen', 'hello');
		await first.page.getByText('hello.txt').first().waitFor();
		await first.screenshot(picture);
		expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG');
		await first.page.keyboard.press('Escape');
	});

	test('reads and answers a dialog', async () => {
		expect(await first.dialogText()).toBeUndefined();
		await first.evaluate(`globalThis.answer = undefined;
			void vscode.window.showWarningMessage('Really?', { modal: true, detail: 'It is late.' }, 'Do it')
				.then(answer => { globalThis.answer = answer });`);
		await expect.poll(() => first.dialogText(), { timeout: PATIENCE_MS }).toMatch(/Really\?\s+It is late\./);
		await first.answerDialog('Do it');
		await expect.poll(() => first.evaluate('return globalThis.answer'), { timeout: PATIENCE_MS }).toBe('Do it');
	});

	test('gets a new extension host after kill -9', async () => {
		const killed = await first.extensionHostPid();
		process.kill(killed, 'SIGKILL');
		expect(await first.evaluate('return process.pid')).not.toBe(killed);
		expect(await first.evaluate(FOLDER)).toEqual([join(folder, 'first')]);
	});

	test('says so when the extension host dies under a question', async () => {
		const question = second.evaluate('process.kill(process.pid, "SIGKILL"); await new Promise(() => {})');
		await expect(question).rejects.toMatchObject({ code: 'E_HOST_GONE' });
		expect(await second.evaluate(FOLDER)).toEqual([join(folder, 'second')]);
	});

	test('reloads a window', async () => {
		const before = await second.extensionHostPid();
		await second.reload();
		expect(await second.evaluate('return process.pid')).not.toBe(before);
		expect(await second.evaluate(FOLDER)).toEqual([join(folder, 'second')]);
	});

	test('opens a restricted window beside trusted ones', async () => {
		const window = await editor.openWindow(join(folder, 'third'), { trust: 'ask' });
		await expect.poll(() => window.dialogText(), { timeout: PATIENCE_MS }).toMatch(/trust the authors/);
		await window.answerDialog(/^No/);
		expect(await window.evaluate('return vscode.workspace.isTrusted')).toBe(false);
		await window.page.getByText('Restricted Mode').first().waitFor();
		await window.close();
		await expect(window.extensionHostPid()).rejects.toMatchObject({ code: 'E_WINDOW_CLOSED' });
	});

	test('closes a window together with its extension host', async () => {
		const pid = await second.extensionHostPid();
		await second.close();
		expect(isProcessAlive(pid)).toBe(false);
		expect(editor.windows).toEqual([first]);
	});

	test('does not open what is not there', async () => {
		await expect(editor.openWindow(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'E_WINDOW_FAILED' });
	});

	test('leaves nothing behind, not even what was started in it', async () => {
		await first.evaluate(`const terminal = vscode.window.createTerminal('tests');
			terminal.sendText('sleep 600');
			require('child_process').spawn('sleep', ['601'], { detached: true, stdio: 'ignore' }).unref();`);
		const commands = async () => (await editor.processes()).map(({ command }) => command);
		await expect.poll(commands, { timeout: PATIENCE_MS }).toEqual(expect.arrayContaining(['sleep 600', 'sleep 601']));
		const before = await editor.processes();

		const { killed } = await editor.stop();
		expect(killed.map(({ command }) => command)).toContain('sleep 601');
		expect(await stillRunning(before)).toEqual([]);
		expect(await editor.processes()).toEqual([]);
		expect(existsSync(editor.folder)).toBe(false);
		await expect(first.evaluate('return 1')).rejects.toMatchObject({ code: 'E_SERVER_FAILED' });
	});
});
