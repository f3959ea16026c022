import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callForData, connectHttp, textOf } from '../support/mcp-clients.ts';
import { answerQuestion } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';

const { open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});

const settingsFile = () => readFileSync(join(open().folder, '.vscode/settings.json'), 'utf8');

/** Asks the editor itself for the value, for a language where one is given. */
const inEditor = (key: string, language?: string) =>
	open().window.evaluate(
		`const scope = { uri: vscode.workspace.workspaceFolders[0].uri, ...(args.language && { languageId: args.language }) };
		return vscode.workspace.getConfiguration(undefined, scope).get(args.key)`,
		{ key, language },
	);

describe('setting_get', () => {
	test('tells value, origin, default, type and allowed values of a setting of VS Code', async () => {
		expect(await callForData(client, 'setting_get', { key: 'editor.wordWrap' })).toMatchObject({
			value: 'off',
			setIn: 'default',
			type: 'string',
			allowed: ['off', 'on', 'wordWrapColumn', 'bounded'],
			scopes: ['user', 'workspace', 'folder'],
			perLanguage: true,
		});
	});

	test('tells the same of a setting of an extension', async () => {
		expect(await callForData(client, 'setting_get', { key: 'git.path' })).toMatchObject({
			scopes: ['user'],
			perLanguage: false,
		});
	});

	test("gives a language's own value", async () => {
		expect(await callForData(client, 'setting_get', { key: 'editor.insertSpaces', language: 'go' })).toMatchObject({
			value: false,
			setIn: 'default for go',
		});
	});

	test.each([
		[{ key: 'editor.tabsize' }, /^\[E_UNKNOWN_SETTING\][\s\S]*editor\.tabSize/],
		[{ key: 'nothing.like.this.exists' }, /^\[E_UNKNOWN_SETTING\]/],
		[{ key: '[python]' }, /^\[E_UNKNOWN_SETTING\][\s\S]*language/],
		[{ key: '__proto__' }, /^\[E_UNKNOWN_SETTING\]/],
		[{ key: 'editor.tabSize', language: 'klingon' }, /^\[E_INVALID_PARAMS\]/],
	])('%j', async (input, expected) => {
		expect(textOf(await call(client, 'setting_get', input))).toMatch(expected);
	});
});

describe('setting_set', () => {
	test('writes, reads back and resets, in every scope', async () => {
		for (const scope of ['user', 'workspace', 'folder']) {
			expect(await callForData(client, 'setting_set', { key: 'editor.rulers', value: [80, 120], scope })).toMatchObject(
				{
					value: [80, 120],
				},
			);
			expect(await inEditor('editor.rulers')).toEqual([80, 120]);
			expect(await callForData(client, 'setting_set', { key: 'editor.rulers', reset: true, scope })).toMatchObject({
				value: [],
				before: [80, 120],
			});
		}
	});

	test('a stronger scope is told', async () => {
		await callForData(client, 'setting_set', { key: 'editor.tabSize', value: 3 });
		expect(await callForData(client, 'setting_set', { key: 'editor.tabSize', value: 5, scope: 'user' })).toMatchObject({
			value: 3,
			setIn: 'workspace',
			overridden: true,
		});
		expect(await callForData(client, 'setting_get', { key: 'editor.tabSize' })).toMatchObject({
			written: [
				{ scope: 'workspace', value: 3 },
				{ scope: 'user', value: 5 },
				{ scope: 'default', value: 4 },
			],
		});
		expect(await callForData(client, 'setting_get', { key: 'editor.tabSize', scope: 'user' })).toMatchObject({
			value: 5,
			setIn: 'user',
		});
	});

	test('a language can have its own value', async () => {
		await callForData(client, 'setting_set', { key: 'editor.tabSize', value: 8, language: 'python' });
		expect(await inEditor('editor.tabSize', 'python')).toBe(8);
		expect(JSON.parse(settingsFile())).toMatchObject({ '[python]': { 'editor.tabSize': 8 } });
	});

	test.each([
		['a wrong type', { key: 'editor.tabSize', value: '4' }, /^\[E_INVALID_SETTING\].*number/],
		['a value out of range', { key: 'editor.tabSize', value: 0 }, /^\[E_INVALID_SETTING\].*at least 1/],
		['a word it does not know', { key: 'editor.wordWrap', value: 'maybe' }, /^\[E_INVALID_SETTING\].*"off", "on"/],
		['a wrong member', { key: 'files.associations', value: { '*.x': 1 } }, /^\[E_INVALID_SETTING\].*string/],
		['a scope it cannot have', { key: 'update.mode', value: 'none' }, /^\[E_INVALID_SETTING\][\s\S]*user/],
		[
			'a language it does not distinguish',
			{ key: 'window.title', value: 'x', language: 'go' },
			/^\[E_INVALID_SETTING\]/,
		],
		['neither value nor reset', { key: 'editor.tabSize' }, /^\[E_INVALID_PARAMS\]/],
	])('%s is refused', async (_what, input, expected) => {
		expect(textOf(await call(client, 'setting_set', input))).toMatch(expected);
	});

	test('a settings file with unsaved edits is left alone', async () => {
		const path = join(open().folder, '.vscode/settings.json');
		await open().window.evaluate(
			`const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(args.path));
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), ' '));`,
			{ path },
		);
		expect(textOf(await call(client, 'setting_set', { key: 'editor.tabSize', value: 2 }))).toMatch(/^\[E_FILE_DIRTY\]/);
		await open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	test.each([
		['hawser.port', 0],
		['security.workspace.trust.enabled', false],
		['terminal.integrated.env.linux', { PATH: '/evil' }],
		['task.allowAutomaticTasks', 'on'],
		['chat.tools.global.autoApprove', true],
		['git.path', '/evil'],
		['launch', { version: '0.2.0', configurations: [] }],
	])('%s is changed only with the consent of the user', async (key, value) => {
		const before = await inEditor(key);
		const answer = call(client, 'setting_set', { key, value, scope: 'user' });
		await answerQuestion(open().window, ['An agent wants to change a setting', `${key}\nScope: user`], 'Deny');
		expect(textOf(await answer)).toMatch(/^\[E_DENIED\]/);
		expect(await inEditor(key)).toEqual(before);
	});

	test('what the user allows is done', async () => {
		const answer = call(client, 'setting_set', { key: 'http.proxy', value: 'http://localhost:1', scope: 'user' });
		await answerQuestion(open().window, ['http.proxy', '"http://localhost:1"'], 'Allow once');
		expect(textOf(await answer)).toMatch(/^http\.proxy = "http:\/\/localhost:1" \(user/);
		expect(await inEditor('http.proxy')).toBe('http://localhost:1');
	});
});

test('property 11: whatever is set is got back, by the names of VSCode MCP Proxy', async () => {
	const setting = fc.oneof(
		fc.record({ key: fc.constant('editor.tabSize'), value: fc.integer({ min: 1, max: 100 }) }),
		fc.record({ key: fc.constant('editor.wordWrap'), value: fc.constantFrom('off', 'on', 'bounded') }),
		fc.record({ key: fc.constant('editor.formatOnSave'), value: fc.boolean() }),
		fc.record({ key: fc.constant('files.eol'), value: fc.constantFrom('\n', '\r\n', 'auto') }),
		fc.record({
			key: fc.constant('files.exclude'),
			value: fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), fc.boolean(), {
				maxKeys: 4,
				noNullPrototype: true,
			}),
		}),
		fc.record({
			key: fc.constant('editor.rulers'),
			value: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 5 }),
		}),
	);
	await fc.assert(
		fc.asyncProperty(setting, fc.constantFrom('workspace', 'user'), async ({ key, value }, scope) => {
			await callForData(client, 'set_setting', { key, value, scope });
			const got = await callForData(client, 'get_setting', { key, scope });
			const written = got['written'] as { scope: string; value: unknown }[];
			expect(written.find(place => place.scope === scope)?.value).toEqual(value);
			if (scope === 'workspace') {
				expect((JSON.parse(settingsFile()) as Record<string, unknown>)[key]).toEqual(value);
			}
		}),
		{ numRuns: 40 },
	);
});

test('a settings file that is not JSON is not written over', async () => {
	writeFileSync(join(open().folder, '.vscode/settings.json'), '{ "editor.tabSize": }');
	expect(textOf(await call(client, 'setting_set', { key: 'editor.wordWrap', value: 'on' }))).toMatch(
		/^\[E_SAVE_FAILED\]/,
	);
	expect(settingsFile()).toBe('{ "editor.tabSize": }');
});
