import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dialects, toolsets } from '../../src/all-toolsets.ts';
import type { TranslationView } from '../../src/contract/dialect.ts';
import { dialectTools } from '../../src/contract/dialect-tools.ts';
import { buildManifest } from '../../src/contract/manifest.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { DIALECT_NAMES, type DialectName } from '../../src/dialects/dialect-names.ts';
import { dialectFormats } from '../../src/dialects/formats.ts';
import { ERROR_CODES } from '../../src/errors/error-codes.ts';
import { runtimeOf } from '../fakes/run-tool.ts';

const tools = new Map(toolsets.flatMap(toolset => toolset.tools.map(tool => [tool.name, tool])));
const names = dialects.flatMap(dialect => dialect.names);
const view: TranslationView = {
	editor: { active: () => ({ path: 'open.ts' }) as never },
	terminals: { list: () => [] },
	windows: { status: () => ({ folders: [{ name: 'shop', path: '/home/me/shop' }] }) as never },
};
const noEditor: TranslationView = { ...view, editor: { active: () => undefined } };

function translate(name: string, input: Record<string, unknown>, seen = view) {
	const found = names.find(other => other.name === name);
	if (!found) {
		throw new Error(`No dialect knows ${name}.`);
	}
	return found.translate(input, seen);
}

test('names are unique, and none hides a tool or an alias', () => {
	const own = [...tools.values()].flatMap(tool => [tool.name, ...(tool.aliases ?? [])]);
	const every = [...own, ...names.map(({ name }) => name)];
	expect(new Set(every).size).toBe(every.length);
});

test.each(names.map(({ name, tools: targets }) => [name, targets] as const))(
	'%s is answered by tools that exist',
	(_name, targets) => {
		expect(targets.filter(target => !tools.has(target))).toEqual([]);
	},
);

describe('a call in the words of another system means', () => {
	test.each([
		['get_open_in_editor_file_text', {}, 'file_read', { path: 'open.ts' }],
		['get_open_in_editor_file_path', {}, 'window_status', {}],
		['open_file_in_editor', { filePath: 'src/a.ts' }, 'editor_open', { path: 'src/a.ts' }],
		['open_file_in_editor', { pathInProject: '/tmp/a.ts' }, 'editor_open', { path: '/tmp/a.ts' }],
		['replace_selected_text', { text: 'x' }, 'editor_replace_selection', { text: 'x' }],
		[
			'replace_current_file_text',
			{ text: 'x' },
			'file_write',
			{ path: 'open.ts', text: 'x', mode: 'replace', exact: true },
		],
		['get_file_text_by_path', { pathInProject: 'src\\a.ts' }, 'file_read', { path: 'src/a.ts' }],
		['get_file_text_by_path', { pathInProject: '/home/me/shop/a.ts' }, 'file_read', { path: '/home/me/shop/a.ts' }],
		['get_file_text_by_path', { pathInProject: '/home/me/shopping.ts' }, 'file_read', { path: 'home/me/shopping.ts' }],
		[
			'replace_file_text_by_path',
			{ pathInProject: 'a.ts', text: 'x' },
			'file_write',
			{ path: 'a.ts', text: 'x', mode: 'replace', exact: true },
		],
		[
			'create_new_file_with_text',
			{ pathInProject: 'a.ts', text: 'x' },
			'file_write',
			{ path: 'a.ts', text: 'x', mode: 'create' },
		],
		['list_files_in_folder', { pathInProject: '/' }, 'file_list', { path: '.', ignored: true, limit: 10_000 }],
		[
			'list_files_in_folder',
			{ pathInProject: '/src/utils' },
			'file_list',
			{ path: 'src/utils', ignored: true, limit: 10_000 },
		],
		['find_files_by_name_substring', { nameSubstring: 'cart' }, 'file_find', { query: 'cart', limit: 10_000 }],
		[
			'search_in_files_content',
			{ searchText: 'a(b' },
			'text_search',
			{ query: 'a(b', case: 'insensitive', filesOnly: true, limit: 10_000 },
		],
		[
			'search_in_files_content',
			{ searchText: 'a', caseSensitive: true },
			'text_search',
			{ query: 'a', case: 'sensitive', filesOnly: true, limit: 10_000 },
		],
		['get_symbols_in_file', { pathInProject: 'a.ts' }, 'symbol_outline', { path: 'a.ts', columns: true }],
		[
			'find_references',
			{ pathInProject: 'a.ts', line: 0, character: 4 },
			'symbol_references',
			{ path: 'a.ts', line: 1, column: 5, ends: true, limit: 1000 },
		],
		[
			'refactor_code_at_location',
			{ pathInProject: 'a.ts', line: 2, character: 0, refactorType: 'rename', options: { newName: 'b' } },
			'symbol_rename',
			{ path: 'a.ts', line: 3, column: 1, newName: 'b' },
		],
		[
			'refactor_code_at_location',
			{ pathInProject: 'a.ts', line: 2, character: 0, refactorType: 'extract_function', options: { endLine: 3 } },
			'code_action_apply',
			{ path: 'a.ts', line: 3, column: 1, endLine: 4, endColumn: 1, kind: 'refactor.extract.function' },
		],
		[
			'refactor_code_at_location',
			{ pathInProject: 'a.ts', line: 2, character: 0, refactorType: 'constructor' },
			'code_action_apply',
			{ path: 'a.ts', line: 3, column: 1, title: 'constructor', orWholeLine: true },
		],
		[
			'toggle_debugger_breakpoint',
			{ filePathInProject: 'src/a.ts', line: 5 },
			'breakpoint_toggle',
			{ path: 'src/a.ts', line: 5 },
		],
		[
			'toggle_debugger_breakpoint',
			{ pathInProject: 'src/a.ts', line: 5 },
			'breakpoint_toggle',
			{ path: 'src/a.ts', line: 5 },
		],
		['get_debugger_breakpoints', {}, 'breakpoint_list', {}],
		['get_run_configurations', {}, 'debug_configurations', {}],
		['run_configuration', { configName: 'Tests' }, 'debug_start', { configuration: 'Tests', wait: false }],
		['execute_terminal_command', { command: 'ls' }, 'terminal_run', { command: 'ls' }],
		[
			'execute_command_with_output',
			{ command: 'ls', cwd: 'src', timeout: 5 },
			'terminal_run',
			{ command: 'ls', cwd: 'src', timeout: 5 },
		],
		['get_terminal_text', {}, 'terminal_read', {}],
		['get_command_output', {}, 'terminal_read', {}],
		[
			'rename_file',
			{ oldUri: 'file:///a.ts', newUri: 'file:///b.ts' },
			'file_rename',
			{ from: 'file:///a.ts', to: 'file:///b.ts' },
		],
		[
			'rename_symbol',
			{ fileUri: 'file:///a.ts', originalName: 'a', newName: 'b' },
			'symbol_rename',
			{ path: 'file:///a.ts', symbol: 'a', newName: 'b' },
		],
		[
			'symbol_navigate',
			{ nodeId: 'method:src/a.ts:Cart.total' },
			'symbol_references',
			{ path: 'src/a.ts', symbol: 'Cart.total' },
		],
		[
			'symbol_navigate',
			{ path: 'a.ts', symbol: 'Cart', action: 'implementations' },
			'symbol_definition',
			{ path: 'a.ts', symbol: 'Cart', kind: 'implementation' },
		],
		[
			'search_symbol_search',
			{ query: 'Cart', kinds: 'Class, method' },
			'symbol_search',
			{ query: 'Cart', limit: 100, kinds: ['class', 'method'] },
		],
		['search_symbol_search', { mode: 'document', path: 'a.ts' }, 'symbol_outline', { path: 'a.ts' }],
		[
			'code_replace_method',
			{ path: 'a.ts', symbol: 'f', replacement: '' },
			'symbol_replace',
			{ path: 'a.ts', symbol: 'f', text: '' },
		],
		['get_project_vcs_status', {}, 'git_status', { limit: 2000 }],
		['find_commit_by_message', { text: '--all' }, 'git_log', { text: '--all', limit: 500 }],
		['get_project_modules', {}, 'project_modules', { limit: 1000 }],
		['get_project_dependencies', {}, 'project_dependencies', { limit: 2000 }],
		['list_available_actions', {}, 'command_list', { limit: 10_000 }],
		['execute_action_by_id', { actionId: 'editor.action.rename' }, 'command_run', { id: 'editor.action.rename' }],
		['execute_action_by_id', { actionId: 'format.document' }, 'command_run', { id: 'editor.action.formatDocument' }],
		['wait', { milliseconds: 10.4 }, 'util_wait', { milliseconds: 10 }],
		['get_setting', { key: 'editor.tabSize' }, 'setting_get', { key: 'editor.tabSize', scope: 'workspace' }],
		[
			'set_setting',
			{ key: 'editor.tabSize', value: 3, scope: 'user' },
			'setting_set',
			{ key: 'editor.tabSize', value: 3, scope: 'user' },
		],
	])('%s %j', (name, input, tool, expected) => {
		const call = translate(name, input);
		expect(call).toEqual({ tool, input: expected });
		// The arguments are ones that the tool takes.
		expect(() => tools.get(call.tool)?.prepare(call.input)).not.toThrow();
	});
});

test.each([
	['get_open_in_editor_file_text', {}, 'E_NO_EDITOR'],
	['replace_current_file_text', { text: 'x' }, 'E_NO_EDITOR'],
	['symbol_navigate', { path: 'a.ts' }, 'E_INVALID_PARAMS'],
	['search_symbol_search', { mode: 'document' }, 'E_INVALID_PARAMS'],
	['find_references', { pathInProject: 'a.ts', line: '0', character: 0 }, 'E_INVALID_PARAMS'],
	['get_file_text_by_path', { path: 'a.ts' }, 'E_INVALID_PARAMS'],
])('%s %j is refused', (name, input, code) => {
	expect(() => translate(name, input, noEditor)).toThrow(expect.objectContaining({ code }));
});

test.each([
	['none', [], {}],
	[
		'that of an agent',
		[
			{ id: '1', ours: false, command: 'ls' },
			{ id: '2', ours: true, command: 'ls' },
		],
		{},
	],
	[
		'the first that the user used',
		[
			{ id: '1', ours: false },
			{ id: '2', ours: false, command: 'ls' },
		],
		{ terminal: '2' },
	],
])('get_terminal_text reads %s', (_which, terminals, input) => {
	const seen = { ...view, terminals: { list: () => terminals as never } };
	expect(translate('get_terminal_text', {}, seen)).toEqual({ tool: 'terminal_read', input });
});

test('the runtime answers to names of other systems', async () => {
	const echo = defineTool({
		name: 'file_read',
		title: 'Echo',
		description: '',
		whenToUse: '',
		effect: 'reads',
		needs: [],
		input: z.strictObject({ path: z.string() }),
		output: z.object({ path: z.string() }),
		run: input => Promise.resolve(input),
		render: ({ path }) => [path],
	});
	const windows = { status: () => ({ folders: [{ name: 'shop', path: '/shop' }] }) } as never;
	const runtime = runtimeOf(echo, { windows }, { dialects });
	expect(runtime.find('get_file_text_by_path')?.name).toBe('file_read');
	expect((await runtime.invoke('get_file_text_by_path', { pathInProject: '/a.ts' }, { surface: 'cli' })).text).toBe(
		'a.ts',
	);
	const { envelope } = await runtime.invoke('get_file_text_by_path', { pathInProject: 'a.ts' }, { surface: 'cli' });
	expect(envelope.meta.folders).toEqual([{ name: 'shop', path: '/shop' }]);
	expect((await runtime.invoke('file_read', { path: 'a' }, { surface: 'cli' })).envelope.meta.folders).toBeUndefined();
	expect((await runtime.invoke('get_file_text', {}, { surface: 'cli' })).text).toMatch(
		/^\[E_UNKNOWN_TOOL\].*get_file_text_by_path/s,
	);
});

describe('a dialect that is served alone', () => {
	const manifest = buildManifest(toolsets, dialects, '1.0.0');
	const served = (name: DialectName) => dialectTools(name, dialectFormats[name], manifest);
	const envelope = { ok: true, type: 'success', meta: { requestId: 'r', timestamp: '', duration: 0 } } as const;

	test.each(DIALECT_NAMES)('%s lists every name with a tool that answers', name => {
		const { names, list } = served(name);
		expect(list(() => true).map(tool => tool.name)).toEqual(names);
	});

	test('VSC-Bridge has all its 42 scripts but none of the others, and answers with the envelope', () => {
		const bridge = served('vsc-bridge');
		expect(bridge.names).toEqual(expect.arrayContaining(['breakpoint_set', 'diagnostic_collect', 'symbol_navigate']));
		expect(bridge.answeringTool('file_read')).toBeUndefined();
		const result = bridge.result('diagnostic_collect', {}, { envelope: { ...envelope, data: {} }, text: 'none' });
		expect(result.structuredContent).toEqual({ ...envelope, data: {} });
	});

	test('VSCode MCP Proxy has its four tools, and answers in its words', () => {
		const proxy = served('vscode-mcp-proxy');
		expect(proxy.names).toEqual(['rename_file', 'rename_symbol', 'get_setting', 'set_setting']);
		const reply = { envelope: { ...envelope, data: { key: 'editor.tabSize', value: 4 } }, text: 'ours' };
		expect(proxy.result('get_setting', { key: 'editor.tabSize' }, reply).content).toEqual([
			{ type: 'text', text: '{"key":"editor.tabSize","value":4,"scope":"workspace"}' },
		]);
		const uris = { oldUri: 'file:///p/a.ts', newUri: 'file:///p/b.ts' };
		expect(proxy.result('rename_file', uris, { ...reply, text: 'Imports were updated.' }).content).toEqual([
			{ type: 'text', text: 'Renamed file:///p/a.ts to file:///p/b.ts.\nImports were updated.' },
		]);
		const error = { code: 'E_INVALID_PARAMS', message: 'No.', hint: 'Yes.', details: {} } as const;
		const failed = { envelope: { ...envelope, ok: false, type: 'error', error } as const, text: '' };
		expect(proxy.result('rename_file', {}, failed)).toEqual({
			content: [{ type: 'text', text: 'Validation error: No. Yes.' }],
			isError: true,
		});
	});
});

test('the page for users of VSC-Bridge names 42 of its codes that are not ours, and only codes of ours beside them', () => {
	const page = readFileSync(join(import.meta.dirname, '../../../../docs/how/coming-from-vsc-bridge.md'), 'utf8');
	const rows = [...page.matchAll(/^\| `(E_\w+)` \| (.*) \|$/gm)];
	expect(rows).toHaveLength(42);
	expect(rows.flatMap(([, theirs = '']) => (theirs in ERROR_CODES ? [theirs] : []))).toEqual([]);
	const ours = rows.flatMap(([, , text = '']) => text.match(/E_\w+/g) ?? []);
	expect(ours.filter(code => !(code in ERROR_CODES))).toEqual([]);
});
