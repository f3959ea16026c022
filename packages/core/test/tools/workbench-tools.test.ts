import { describe, expect, test } from 'vitest';
import type { CommandResult } from '../../src/ports/commands.ts';
import type { SettingFacts } from '../../src/ports/settings.ts';
import { protectionOfCommand } from '../../src/protection/protected-commands.ts';
import { protectionOfSetting } from '../../src/protection/protected-settings.ts';
import { commandList } from '../../src/tools/command/command-list.ts';
import { commandRun } from '../../src/tools/command/command-run.ts';
import { projectDependencies } from '../../src/tools/project/project-dependencies.ts';
import { projectModules } from '../../src/tools/project/project-modules.ts';
import { settingGet } from '../../src/tools/setting/setting-get.ts';
import { settingSet } from '../../src/tools/setting/setting-set.ts';
import { utilWait } from '../../src/tools/util/util-wait.ts';
import { dataOf, errorOf, runTool } from '../fakes/run-tool.ts';

describe('settings', () => {
	const facts: SettingFacts = {
		key: 'editor.tabSize',
		value: 3,
		written: [
			{ scope: 'workspace', value: 3 },
			{ scope: 'user', value: 5 },
			{ scope: 'default', value: 4 },
		],
		schema: { type: 'number', minimum: 1, maximum: 100, scopes: ['user', 'workspace'], perLanguage: true },
	};
	const settings = {
		get: () => Promise.resolve(facts),
		set: ({ scope }: { scope: 'user' | 'workspace' | 'folder' }) => Promise.resolve({ ...facts, before: 2, scope }),
	};

	test('setting_get tells everything in words', async () => {
		expect((await runTool(settingGet, { key: 'editor.tabSize' }, { settings })).text).toBe(
			'editor.tabSize = 3 (workspace)\n  user: 5\n  default: 4\nTakes: number; from 1 to 100. Can be set in: user, workspace, also per language.',
		);
		expect(await dataOf(runTool(settingGet, { key: 'x', scope: 'user' }, { settings }))).toMatchObject({
			value: 5,
			setIn: 'user',
		});
	});

	test('a huge value is shortened', async () => {
		const huge = { ...facts, value: { text: 'x'.repeat(50_000) } };
		const reply = await runTool(
			settingGet,
			{ key: 'x' },
			{ settings: { ...settings, get: () => Promise.resolve(huge) } },
		);
		expect(JSON.stringify(reply.envelope).length).toBeLessThan(10_000);
	});

	test('setting_set needs a value or reset, and tells of a stronger scope', async () => {
		expect(await dataOf(runTool(settingSet, { key: 'x', value: 5, scope: 'user' }, { settings }))).toMatchObject({
			overridden: true,
		});
		expect(await dataOf(runTool(settingSet, { key: 'x', value: 3 }, { settings }))).not.toHaveProperty('overridden');
		for (const input of [{ key: 'x' }, { key: 'x', value: 1, reset: true }]) {
			expect(await errorOf(runTool(settingSet, input, { settings }))).toMatchObject({ code: 'E_INVALID_PARAMS' });
		}
	});

	test.each([
		['hawser.port', false],
		['HAWSER.toolsets', false],
		['security.workspace.trust.enabled', false],
		['chat.tools.terminal.autoApprove', false],
		['terminal.integrated.profiles.linux', false],
		['task.allowAutomaticTasks', false],
		['launch', false],
		['tasks', false],
		['git.path', false],
		['python.defaultInterpreter', false],
		['eslint.nodePath', false],
		['php.validate.executablePath', false],
		['typescript.tsdk', false],
		['jest.jestCommandLine', false],
		['rust-analyzer.cargo.extraEnv', false],
		['java.jdt.ls.java.home', false],
		['some.setting', true],
	])('%s is protected', (key, restricted) => {
		expect(protectionOfSetting(key, restricted)).toBeDefined();
	});

	test.each(['editor.tabSize', 'files.exclude', 'launchpad.size', 'workbench.colorTheme', 'editor.formatOnSave'])(
		'%s is not',
		key => {
			expect(protectionOfSetting(key, false)).toBeUndefined();
		},
	);
});

describe('commands', () => {
	const titles = {
		'editor.action.formatDocument': 'Format Document',
		'editor.action.formatSelection': 'Format Selection',
		'git.stageAll': 'Git: Stage All Changes',
		'x.document': 'Something (document format)',
	};
	const commands = {
		all: () => Promise.resolve(Object.entries(titles).map(([id, title]) => ({ id, title }))),
		run: (): Promise<CommandResult> => Promise.resolve({ state: 'waiting' }),
	};

	test('command_list puts the best match first', async () => {
		const { text } = await runTool(commandList, { query: 'format document' }, { commands });
		expect(text).toBe(
			'2 commands\neditor.action.formatDocument  Format Document\nx.document  Something (document format)',
		);
		expect((await runTool(commandList, { query: '(?(' }, { commands })).text).toBe('No command matches.');
	});

	test('command_run tells of a command that waits', async () => {
		expect((await runTool(commandRun, { id: 'x' }, { commands })).text).toMatch(/may be waiting for the user/);
	});

	const ring: Record<string, unknown> = {};
	ring['self'] = ring;
	test.each([
		['nothing', undefined, { state: 'done' }],
		['null', null, { result: null }],
		['an object', { a: 1n }, { result: { a: '1' } }],
		['a function', () => 1, { notJson: 'a function' }],
		['a ring', ring, { notJson: expect.stringContaining('JSON cannot hold') as string }],
		['too much', 'x'.repeat(50_000), { truncated: true }],
		['an object without a class', Object.create(null) as unknown, { result: {} }],
	])('%s as result', async (_what, value, expected) => {
		const run = (): Promise<CommandResult> => Promise.resolve({ state: 'done', value });
		expect(await dataOf(runTool(commandRun, { id: 'x' }, { commands: { ...commands, run } }))).toMatchObject(expected);
	});

	test.each([
		'_hawser.answer',
		'hawser.restart',
		'workbench.trust.manage',
		'workbench.extensions.installExtension',
		'workbench.action.quit',
		'workbench.action.terminal.sendSequence',
		'vscode.openFolder',
		'vscode.open',
		'runCommands',
		'type',
		'workbench.action.chat.open',
		'notification.acceptPrimaryAction',
	])('%s is protected', id => {
		expect(protectionOfCommand(id)).toBeDefined();
	});

	test.each([
		'editor.action.formatDocument',
		'git.stageAll',
		'workbench.action.files.save',
		'vscode.executeHoverProvider',
	])('%s is not', id => {
		expect(protectionOfCommand(id)).toBeUndefined();
	});
});

describe('the project', () => {
	const projects = {
		read: () =>
			Promise.resolve({
				modules: [
					{
						name: 'app',
						system: 'npm' as const,
						path: 'app',
						manifest: 'app/package.json',
						dependencies: [
							{ name: 'lib', use: 'runtime', module: 'lib/package.json' },
							{ name: 'zod', declared: '^4', locked: '4.6.7', use: 'development' },
						],
					},
					{
						name: 'lib',
						version: '1.0',
						system: 'npm' as const,
						path: 'lib',
						manifest: 'lib/package.json',
						dependencies: [],
					},
				],
				unreadable: [{ path: 'pom.xml', reason: 'odd' }],
			}),
	};

	test('project_modules says which needs which', async () => {
		expect((await runTool(projectModules, {}, { projects })).text).toBe(
			'2 modules\napp  app/package.json  (npm, 2 dependencies; needs lib)\nlib 1.0  lib/package.json  (npm, 0 dependencies)\nUnreadable: pom.xml: odd',
		);
	});

	test('project_dependencies by name, folder or manifest, and by part of the name', async () => {
		for (const module of ['app', './app/', 'app/package.json']) {
			expect(await dataOf(runTool(projectDependencies, { module }, { projects }))).toMatchObject({ total: 2 });
		}
		expect((await runTool(projectDependencies, { query: 'ZO' }, { projects })).text).toBe(
			'1 dependency\napp (app/package.json)\n  zod  ^4, locked 4.6.7, development',
		);
		expect(await errorOf(runTool(projectDependencies, { module: 'none' }, { projects }))).toMatchObject({
			code: 'E_INVALID_PARAMS',
			details: { modules: ['app', 'lib'] },
		});
	});
});

test('util_wait waits, and not for ever', async () => {
	const waits: number[] = [];
	const pauses = { wait: (milliseconds: number) => (waits.push(milliseconds), Promise.resolve()) };
	expect((await runTool(utilWait, { milliseconds: 5 }, { pauses })).text).toBe('Waited 5 ms.');
	expect(waits).toEqual([5]);
	expect(await errorOf(runTool(utilWait, { milliseconds: 600_000 }, { pauses }))).toMatchObject({
		code: 'E_INVALID_PARAMS',
	});
});
