import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, callForData, connectHttp, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, findQuestion } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';

const { open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});

const page = () => open().window.page;

interface CommandList {
	total: number;
	commands: { id: string; title: string; extension?: string }[];
	nextOffset?: number;
}

describe('command_list', () => {
	test('finds commands by the words that the user reads', async () => {
		const { commands } = await callForData<CommandList>(client, 'command_list', { query: 'format document' });
		expect(commands.slice(0, 5)).toContainEqual({ id: 'editor.action.formatDocument', title: 'Format Document' });
		const git = await callForData<CommandList>(client, 'command_list', { query: 'git: stage all changes' });
		expect(git.commands[0]).toEqual({ id: 'git.stageAll', title: 'Git: Stage All Changes', extension: 'vscode.git' });
	});

	test('lists every command that the editor has, page by page', async () => {
		// Extensions that start meanwhile bring commands of their own.
		await eventually(async () => {
			const known = new Set((await open().window.evaluate('return vscode.commands.getCommands(true)')) as string[]);
			const all = await callForData<CommandList>(client, 'list_available_actions');
			expect(all.total).toBeGreaterThan(2000);
			expect(all.nextOffset).toBe(all.commands.length);
			const last = await callForData<CommandList>(client, 'command_list', { offset: all.total - 5 });
			expect(last.commands).toHaveLength(5);
			expect(all.total).toBeGreaterThanOrEqual(known.size);
			expect(all.commands.filter(({ title }) => title === '')).toEqual([]);
		});
	});
});

describe('command_run', () => {
	test('returns what the command returns, and hands it files', async () => {
		// Nothing comes until the language server has started.
		await eventually(async () => {
			const { result } = await callForData<{ result?: { name: string }[] }>(client, 'command_run', {
				id: 'vscode.executeDocumentSymbolProvider',
				args: [{ $uri: 'src/cart.ts' }],
			});
			expect(result?.map(({ name }) => name)).toContain('Cart');
		});
	});

	test('reports a command without a result as done', async () => {
		expect(textOf(await call(client, 'execute_action_by_id', { actionId: 'workbench.action.closeAllEditors' }))).toBe(
			'workbench.action.closeAllEditors is done: no result',
		);
	});

	/** Commands of extensions are nobody's to run but the user's; these are of the test. */
	const allowOwn = async (id: string) => {
		const asked = call(client, 'command_run', { id, timeout: 500 });
		await answerQuestion(open().window, id, 'Allow in this window');
		return asked;
	};

	test('a command that asks the user does not hold the call', async () => {
		const running = call(client, 'command_run', { id: 'workbench.action.gotoLine', timeout: 500 });
		expect(textOf(await running)).toMatch(/has not ended yet|is done/);
		await page().keyboard.press('Escape');
		// This one resolves only when the user has chosen.
		await open().window.evaluate(
			`globalThis.asker?.dispose();
			globalThis.asker = vscode.commands.registerCommand('test.ask', () => vscode.window.showQuickPick(['one', 'two']));
			globalThis.failing = vscode.commands.registerCommand('test.fail', () => { throw new Error('no such luck'); });
			globalThis.circular = vscode.commands.registerCommand('test.circle', () => { const ring = {}; ring.self = ring; return ring; });`,
		);
		expect(textOf(await allowOwn('test.ask'))).toMatch(/has not ended yet/);
		await page().keyboard.press('Escape');
	});

	test('reports a command that fails as an error', async () => {
		expect(textOf(await allowOwn('test.fail'))).toMatch(/^\[E_COMMAND_FAILED\].*no such luck/);
		expect(textOf(await call(client, 'command_run', { id: 'editor.action.formatDocumnet' }))).toMatch(
			/^\[E_UNKNOWN_COMMAND\][\s\S]*editor\.action\.formatDocument/,
		);
	});

	test.each([
		['workbench.action.reloadWindow', []],
		['workbench.extensions.installExtension', ['evil.extension']],
		['workbench.action.terminal.sendSequence', [{ text: 'touch hacked\n' }]],
		['vscode.openFolder', []],
		['runCommands', [{ commands: ['workbench.action.closeWindow'] }]],
		['hawser.showMenu', []],
	])('%s runs only with the consent of the user', async (id, args) => {
		const answer = call(client, 'command_run', { id, args });
		await answerQuestion(open().window, ['An agent wants to run a command', id], 'Deny');
		expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
	});

	test('no command shows a file outside of the project by an address that an agent wrote', async () => {
		const outside = { $mid: 1, scheme: 'file', path: '/etc/hosts' };
		const args = [outside, { lineNumber: 1, column: 1 }, [{ uri: outside, range: {} }], 'goto', ''];
		const answer = call(client, 'command_run', { id: 'editor.action.goToLocations', args });
		await answerQuestion(open().window, ['editor.action.goToLocations', '/etc/hosts'], 'Deny');
		expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
	});

	describe('a chain of plain commands', () => {
		const SETTINGS = '.vscode/settings.json';
		const openInEditor = (uri: string) =>
			open().window.evaluate(`await vscode.window.showTextDocument(vscode.Uri.parse(args.uri), { preview: false })`, {
				uri,
			});
		const settings = () => join(open().folder, SETTINGS);
		const activeText = () => open().window.evaluate('return vscode.window.activeTextEditor.document.getText()');

		beforeAll(() => {
			mkdirSync(dirname(settings()), { recursive: true });
			writeFileSync(settings(), '{\n"b": 1,\n"a": 2\n}\n');
		});

		test('does not edit a protected file', async () => {
			await openInEditor(`file://${settings()}`);
			const before = await activeText();
			for (const id of ['editor.action.formatDocument', 'editor.action.sortLinesAscending', 'undo']) {
				const answer = call(client, 'command_run', { id });
				await answerQuestion(open().window, ['An agent wants to change a protected file', SETTINGS, id], 'Deny');
				expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
			}
			expect(await activeText()).toBe(before);
		});

		test.each(['workbench.action.files.save', 'workbench.action.files.saveAll'])(
			'does not save what is unsaved in one (%s)',
			async id => {
				await openInEditor(`file://${settings()}`);
				await open().window.evaluate(
					`await vscode.window.activeTextEditor.edit(edit => edit.insert(new vscode.Position(0, 0), ' '))`,
				);
				const answer = call(client, 'command_run', { id });
				await answerQuestion(open().window, ['An agent wants to change a protected file', SETTINGS], 'Deny');
				expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
				await open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
			},
		);

		test("does not edit the user's settings", async () => {
			await open().window.executeCommand('workbench.action.openSettingsJson');
			await eventually(async () =>
				expect(await open().window.evaluate('return vscode.window.activeTextEditor?.document.uri.path')).toMatch(
					/settings\.json$/,
				),
			);
			const answer = call(client, 'command_run', { id: 'editor.action.formatDocument' });
			// Its address differs from system to system, and so does the rule that holds it.
			const wanted = ['settings.json', 'editor.action.formatDocument'];
			await findQuestion(open().window, wanted);
			// VS Code may show settings above everything else.
			await open().window.executeCommand('workbench.action.closeAllEditors');
			await answerQuestion(open().window, wanted, 'Deny');
			expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
		});

		test('edits and saves any other file without a question', async () => {
			writeFileSync(join(open().folder, 'plain.ts'), 'const  a=1\n');
			await openInEditor(`file://${join(open().folder, 'plain.ts')}`);
			expect(textOf(await call(client, 'command_run', { id: 'editor.action.formatDocument' }))).toMatch(/is done/);
			expect(textOf(await call(client, 'command_run', { id: 'workbench.action.files.save' }))).toMatch(/is done/);
			expect(readFileSync(join(open().folder, 'plain.ts'), 'utf8')).toBe('const a = 1\n');
			await open().window.executeCommand('workbench.action.closeAllEditors');
		});
	});

	describe('a variable in a debug configuration', () => {
		const start = (configuration: Record<string, unknown>) =>
			call(client, 'debug_start', { config: { type: 'node', request: 'launch', name: 'x', ...configuration } });
		beforeAll(() =>
			open().window.evaluate(
				`globalThis.ran = 0;
				globalThis.counted = vscode.commands.registerCommand('test.count', () => { globalThis.ran++; return 'x'; });`,
			),
		);
		afterEach(async () => expect(await open().window.evaluate('return globalThis.ran')).toBe(0));

		test.each([
			['a value', { program: '${command:test.count}' }],
			['a value deep inside', { program: 'a.js', env: { A: ['b ${command:test.count} c'] } }],
			['the name of a field', { program: 'a.js', env: { '${command:test.count}': 'a' } }],
			['a setting', { program: '${config:files.defaultLanguage}' }],
		])('runs no command that the user did not allow, as %s', async (_, configuration) => {
			await open().window.evaluate(
				`await vscode.workspace.getConfiguration().update('files.defaultLanguage', '\${command:test.count}', true)`,
			);
			const answer = start(configuration);
			await answerQuestion(open().window, ['test.count', 'a variable in a debug configuration'], 'Deny');
			expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
		});

		test('runs no command that stands in the selection or in the name of a file', async () => {
			const file = join(open().folder, '${command:test.count}.js');
			writeFileSync(file, '// ${command:test.count}\n');
			await open().window.evaluate('await vscode.window.showTextDocument(vscode.Uri.file(args.file))', { file });
			await open().window.executeCommand('editor.action.selectAll');
			const named = ['test.count', 'a variable in a debug configuration'];
			for (const [ask, words] of [
				[() => start({ program: 'a.js', args: ['${selectedText}'] }), ['${selectedText}']],
				[() => start({ program: 'a.js', args: ['${fileBasename}'] }), named],
				[() => call(client, 'debug_start', { path: '${command:test.count}.js' }), named],
			] as const) {
				const answer = ask();
				await answerQuestion(open().window, [...words], 'Deny');
				expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
			}
			await open().window.executeCommand('workbench.action.closeAllEditors');
			rmSync(file);
		});

		test('does not accept a proposal', async () => {
			expect(textOf(await start({ program: '${command:hawser.acceptProposal}' }))).toMatch(/^\[E_DENIED\]/);
		});
	});

	test.each(['hawser.acceptProposal', 'hawser.rejectProposal'])('%s is never run for an agent', async id => {
		expect(textOf(await call(client, 'command_run', { id }))).toMatch(/^\[E_DENIED\] .* decision of the user/);
	});

	test('what the user allows is run', async () => {
		const answer = call(client, 'command_run', { id: 'notifications.hideToasts' });
		await answerQuestion(open().window, 'notifications.hideToasts', 'Allow once');
		expect(textOf(await answer)).toMatch(/is done/);
	});
});

describe('the project', () => {
	beforeAll(() => {
		open().write(
			'web/package.json',
			JSON.stringify({ name: 'web', version: '1.2.3', workspaces: ['packages/*'], dependencies: { left: '^1.0.0' } }),
		);
		open().write(
			'web/packages/ui/package.json',
			JSON.stringify({ name: 'ui', dependencies: { web: '*', right: '2.x' } }),
		);
		open().write(
			'web/package-lock.json',
			JSON.stringify({
				lockfileVersion: 3,
				packages: { 'node_modules/left': { version: '1.4.0' }, 'packages/ui/node_modules/right': { version: '2.9.9' } },
			}),
		);
		open().write('web/node_modules/left/package.json', JSON.stringify({ name: 'left' }));
		open().write('service/pyproject.toml', '[project]\nname = "service"\ndependencies = ["fastapi>=0.100"]\n');
		open().write('broken/Cargo.toml', '[package\n');
	});

	test('lists the modules of all build systems, and names what cannot be read', async () => {
		const { modules, unreadable } = await callForData<{
			modules: { name: string; partOf?: string; needs?: string[] }[];
			unreadable: unknown[];
		}>(client, 'get_project_modules');
		expect(modules.map(({ name }) => name)).toEqual(expect.arrayContaining(['web', 'ui', 'service']));
		expect(modules.map(({ name }) => name)).not.toContain('left');
		expect(modules.find(({ name }) => name === 'ui')).toMatchObject({ partOf: 'web/package.json', needs: ['web'] });
		expect(unreadable).toMatchObject([{ path: 'broken/Cargo.toml' }]);
	});

	test('lists dependencies with declared and locked versions, unsaved edits included', async () => {
		const { modules } = await callForData<{ modules: { name: string; dependencies: unknown[] }[] }>(
			client,
			'get_project_dependencies',
		);
		expect(modules.find(({ name }) => name === 'ui')?.dependencies).toEqual([
			{ name: 'web', declared: '*', use: 'runtime', module: 'web/package.json' },
			{ name: 'right', declared: '2.x', locked: '2.9.9', use: 'runtime' },
		]);
		await open().window.evaluate(
			`const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(args.path));
			await editor.edit(edit => edit.insert(new vscode.Position(2, 16), '"httpx", '));`,
			{ path: join(open().folder, 'service/pyproject.toml') },
		);
		expect(textOf(await call(client, 'project_dependencies', { module: 'service' }))).toMatch(
			/httpx[\s\S]*fastapi {2}>=0\.100/,
		);
		await open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});
});

test('util_wait waits as long as it was told to', async () => {
	const startedAt = Date.now();
	expect(textOf(await call(client, 'wait', { milliseconds: 300 }))).toBe('Waited 300 ms.');
	expect(Date.now() - startedAt).toBeGreaterThanOrEqual(295);
});
