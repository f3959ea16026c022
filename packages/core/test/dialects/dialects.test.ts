import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dialects, toolsets } from '../../src/catalogue.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { runtimeOf } from '../fakes/run-tool.ts';

const tools = new Map(toolsets.flatMap(toolset => toolset.tools.map(tool => [tool.name, tool])));
const names = dialects.flatMap(dialect => dialect.names);
const editor = { active: () => ({ path: 'open.ts' }) as never };
const noEditor = { active: () => undefined };

function translate(name: string, input: Record<string, unknown>, view: typeof editor | typeof noEditor = editor) {
	const found = names.find(other => other.name === name);
	if (!found) {
		throw new Error(`No dialect knows ${name}.`);
	}
	return found.translate(input, view);
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
		['get_open_in_editor_file_path', {}, 'editor_context', {}],
		['open_file_in_editor', { filePath: 'src/a.ts' }, 'editor_open', { path: 'src/a.ts' }],
		['replace_selected_text', { text: 'x' }, 'editor_replace_selection', { text: 'x' }],
		['replace_current_file_text', { text: 'x' }, 'file_write', { path: 'open.ts', text: 'x', mode: 'replace' }],
		['get_file_text_by_path', { pathInProject: 'src\\a.ts' }, 'file_read', { path: 'src/a.ts' }],
		[
			'replace_file_text_by_path',
			{ pathInProject: 'a.ts', text: 'x' },
			'file_write',
			{ path: 'a.ts', text: 'x', mode: 'replace' },
		],
		[
			'create_new_file_with_text',
			{ pathInProject: 'a.ts', text: 'x' },
			'file_write',
			{ path: 'a.ts', text: 'x', mode: 'create' },
		],
		['list_files_in_folder', { pathInProject: '/' }, 'file_list', { path: '.' }],
		['list_files_in_folder', { pathInProject: '/src/utils' }, 'file_list', { path: 'src/utils' }],
		['find_files_by_name_substring', { nameSubstring: 'cart' }, 'file_find', { query: 'cart' }],
		['search_in_files_content', { searchText: 'a(b' }, 'text_search', { query: 'a(b', case: 'insensitive' }],
		[
			'search_in_files_content',
			{ searchText: 'a', caseSensitive: true },
			'text_search',
			{ query: 'a', case: 'sensitive' },
		],
		['get_symbols_in_file', { pathInProject: 'a.ts' }, 'symbol_outline', { path: 'a.ts' }],
		[
			'find_references',
			{ pathInProject: 'a.ts', line: 0, character: 4 },
			'symbol_references',
			{ path: 'a.ts', line: 1, column: 5 },
		],
		[
			'refactor_code_at_location',
			{ pathInProject: 'a.ts', line: 2, character: 0, refactorType: 'rename', options: { newName: 'b' } },
			'symbol_rename',
			{ path: 'a.ts', line: 3, column: 1, newName: 'b' },
		],
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
		['get_project_vcs_status', {}, 'git_status', {}],
		['find_commit_by_message', { text: '--all' }, 'git_log', { text: '--all' }],
		['get_project_modules', {}, 'project_modules', {}],
		['get_project_dependencies', {}, 'project_dependencies', {}],
		['list_available_actions', {}, 'command_list', {}],
		['execute_action_by_id', { actionId: 'editor.action.rename' }, 'command_run', { id: 'editor.action.rename' }],
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
	const runtime = runtimeOf(echo, {}, { dialects });
	expect(runtime.find('get_file_text_by_path')?.name).toBe('file_read');
	expect((await runtime.invoke('get_file_text_by_path', { pathInProject: '/a.ts' }, { surface: 'cli' })).text).toBe(
		'a.ts',
	);
	expect((await runtime.invoke('get_file_text', {}, { surface: 'cli' })).text).toMatch(
		/^\[E_UNKNOWN_TOOL\].*get_file_text_by_path/s,
	);
});
