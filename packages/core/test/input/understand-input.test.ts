import { expect, test } from 'vitest';
import { toolsets } from '../../src/all-toolsets.ts';
import { understandInput } from '../../src/input/understand-input.ts';
import { explainUnknownArgument } from '../../src/input/unknown-argument.ts';

function toolNamed(name: string) {
	const tool = toolsets.flatMap(({ tools }) => tools).find(candidate => candidate.name === name);
	if (!tool) {
		throw new Error(`There is no tool ${name}.`);
	}
	return tool;
}

function understood(name: string, input: Record<string, unknown>): Record<string, unknown> {
	return understandInput(input, toolNamed(name).inputJsonSchema) ?? input;
}

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
	['file_read', { file_path: 'a.ts' }, { path: 'a.ts' }],
	['file_read', { filePath: 'a.ts', start_line: 3, end_line: 9 }, { path: 'a.ts', startLine: 3, endLine: 9 }],
	['file_read', { uri: 'file:///a.ts' }, { path: 'file:///a.ts' }],
	['file_read', { filename: 'a.ts', line: '3' }, { path: 'a.ts', startLine: 3 }],
	['file_read', { file: 'a.ts', offset: 20 }, { path: 'a.ts', startLine: 20 }],
	['file_read', { path: 'a.ts', startLine: null }, { path: 'a.ts' }],
	['file_write', { file_path: 'a.ts', content: 'x' }, { path: 'a.ts', text: 'x' }],
	['file_write', { path: 'a.ts', contents: 'x' }, { path: 'a.ts', text: 'x' }],
	[
		'file_edit',
		{ file_path: 'a.ts', old_string: 'x', new_string: 'y', replace_all: 'true' },
		{ path: 'a.ts', edits: [{ oldText: 'x', newText: 'y', all: true }] },
	],
	[
		'file_edit',
		{ path: 'a.ts', edits: '[{"old_string":"x","new_string":"y"}]' },
		{ path: 'a.ts', edits: [{ oldText: 'x', newText: 'y' }] },
	],
	[
		'file_edit',
		{ path: 'a.ts', edits: { oldText: 'x', newText: 'y' } },
		{ path: 'a.ts', edits: [{ oldText: 'x', newText: 'y' }] },
	],
	['file_rename', { path: 'a.ts', newPath: 'b.ts' }, { from: 'a.ts', to: 'b.ts' }],
	['file_rename', { source: 'a.ts', destination: 'b.ts' }, { from: 'a.ts', to: 'b.ts' }],
	['file_rename', { old_path: 'a.ts', new_path: 'b.ts' }, { from: 'a.ts', to: 'b.ts' }],
	['file_list', { directory: 'src', recursive: true }, { path: 'src', recursive: true }],
	['file_find', { name: 'cart' }, { query: 'cart' }],
	['file_find', { pattern: 'cart' }, { query: 'cart' }],
	['file_list', { path: 'src', pattern: '*.ts' }, { path: 'src', glob: '*.ts' }],
	['text_search', { pattern: 'total', path: 'src' }, { query: 'total', include: 'src' }],
	['text_search', { query: 'total', is_regex: 'true' }, { query: 'total', regex: true }],
	['symbol_search', { name: 'Cart' }, { query: 'Cart' }],
	['symbol_references', { file: 'a.ts', name: 'total' }, { path: 'a.ts', symbol: 'total' }],
	['symbol_rename', { path: 'a.ts', name: 'total', newName: 'sum' }, { path: 'a.ts', symbol: 'total', newName: 'sum' }],
	['symbol_replace', { path: 'a.ts', symbol: 'total', body: 'x' }, { path: 'a.ts', symbol: 'total', text: 'x' }],
	['editor_show_diff', { path: 'a.ts', newText: 'x' }, { path: 'a.ts', proposed: 'x' }],
	['database_query', { sql: 'select 1' }, { query: 'select 1' }],
	['database_query', { statement: 'select 1', params: '[1]' }, { query: 'select 1', params: [1] }],
	['database_schema', { table_name: 'orders' }, { table: 'orders' }],
	['task_run', { task: 'build' }, { name: 'build' }],
	['task_run', { taskName: 'build' }, { name: 'build' }],
	['terminal_run', { cmd: 'ls', working_directory: 'src' }, { command: 'ls', cwd: 'src' }],
	['command_run', { command: 'editor.fold' }, { id: 'editor.fold' }],
	['setting_set', { setting: 'editor.tabSize', value: 2 }, { key: 'editor.tabSize', value: 2 }],
	['git_stage', { files: ['a.ts'] }, { paths: ['a.ts'] }],
	['git_stage', { path: 'a.ts' }, { paths: ['a.ts'] }],
	['git_stage', { paths: '["a.ts"]' }, { paths: ['a.ts'] }],
	['git_show', { commit: 'HEAD' }, { ref: 'HEAD' }],
	['git_branch', { action: 'create', branch: 'x' }, { action: 'create', name: 'x' }],
	['breakpoint_set', { file: 'a.ts', lineNumber: '3' }, { path: 'a.ts', line: 3 }],
	['debug_start', { name: 'Server' }, { configuration: 'Server' }],
	['debug_evaluate', { expr: 'x' }, { expression: 'x' }],
	['test_debug_single', { testName: 'adds' }, { name: 'adds' }],
	['terminal_read', { terminal_id: 't1' }, { terminal: 't1' }],
])('%s understands %j', (name, input, expected) => {
	expect(understood(name, input)).toEqual(expected);
});

test.each<[string, Record<string, unknown>]>([
	// One meaning must win by itself; where two could, the agent is asked.
	['symbol_rename', { path: 'a.ts', line: 3, name: 'total' }],
	['file_write', { path: 'a.ts', content: 'x', contents: 'y' }],
	['text_search', { path: 'src', glob: '*.ts', query: 'x' }],
	// What is given by its own name is not given twice.
	['file_read', { path: 'a.ts', file: 'b.ts' }],
	// A name is no path.
	['file_rename', { from: 'a.ts', newName: 'b.ts' }],
	// Neither are guesses at a value made.
	['file_read', { path: 'a.ts', startLine: 'three' }],
	['file_list', { path: 'src', ignored: 'yes' }],
	['file_edit', { path: 'a.ts', edits: '[{' }],
	// One stray word, and the rest is not taken for an item of the list.
	['file_edit', { path: 'a.ts', old_string: 'x', colour: 'red' }],
	['file_read', {}],
	['file_read', { path: 3 }],
])('%s does not guess at %j', (name, input) => {
	expect(understandInput(input, toolNamed(name).inputJsonSchema)).toBeUndefined();
});

test('an argument that a tool takes keeps its meaning, listed or not', () => {
	const tool = toolNamed('file_write');
	expect(understandInput({ path: 'a', text: 'x', exact: true }, tool.inputJsonSchema, ['exact'])).toBeUndefined();
	expect(() => tool.prepare({ file_path: 'a', content: 'x', exact: true })).not.toThrow();
});

test('a schema that allows other arguments keeps them', () => {
	const schema = { type: 'object', properties: { path: { type: 'string' } } } as const;
	expect(understandInput({ file: 'a' }, schema)).toBeUndefined();
	expect(understandInput({ path: 'a', colour: null }, schema)).toBeUndefined();
});

test.each([
	['task', ['timeout', 'head', 'tail'], 'There is no argument "task".'],
	['name', ['symbol', 'newName'], 'There is no argument "name"; did you mean "symbol" or "newName"?'],
	['pattern', ['query', 'regex'], 'There is no argument "pattern"; did you mean "query"?'],
	['pth', ['path', 'limit'], 'There is no argument "pth"; did you mean "path"?'],
	['qeury', ['query'], 'There is no argument "qeury"; did you mean "query"?'],
	['project_root', ['path', 'projectRoot'], 'There is no argument "project_root"; did you mean "projectRoot"?'],
	['limits', ['limit'], 'There is no argument "limits"; did you mean "limit"?'],
	['kind', ['line', 'find'], 'There is no argument "kind".'],
])('%s among %j', (key, known, sentence) => {
	expect(explainUnknownArgument(key, known)).toBe(sentence);
});

test('arguments of VSC-Bridge are understood, and those without a meaning here left out', () => {
	const tool = (name: string) => ({ ...toolNamed(name).inputJsonSchema, additionalProperties: false });
	const address = { nodeId: 'method:src/cart.ts:Cart.total' };
	expect(
		understandInput({ ...address, direction: 'incoming', enrichWithFlowspaceIds: true }, tool('symbol_calls')),
	).toEqual({ path: 'src/cart.ts', symbol: 'Cart.total', direction: 'incoming' });
	expect(understandInput({ ...address, newName: 'sum' }, tool('symbol_rename'))).toEqual({
		path: 'src/cart.ts',
		symbol: 'Cart.total',
		newName: 'sum',
	});
	// Not without what it would stand for, and not beside it.
	expect(understandInput({ nodeId: 'Cart', newName: 'sum' }, tool('symbol_rename'))).toBeUndefined();
	expect(understandInput({ launch: 'Shop', timeoutMs: '5000' }, tool('debug_start'))).toEqual({
		configuration: 'Shop',
		timeout: 5000,
	});
	for (const name of ['debug_continue', 'debug_step_into', 'debug_step_over', 'debug_step_out', 'debug_wait_for_hit']) {
		expect(understandInput({ timeoutMs: 100 }, tool(name))).toEqual({ timeout: 100 });
	}
	expect(understandInput({ path: 'a', line: 1, timeoutMs: 100 }, tool('test_debug_single'))).toMatchObject({
		timeout: 100,
	});
});

test.each<[tool: string, given: Record<string, unknown>]>([
	['file_edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }],
	['file_edit', { uri: 'file:///a.ts', edits: [{ old_string: 'a', new_string: 'b', replace_all: 'true' }] }],
	['file_read', { file_path: 'a.ts', line: '3' }],
	['file_read', { filePath: 'a.ts', offset: 3, limit: 10 }],
	['text_search', { pattern: 'foo' }],
	['text_search', { pattern: 'foo.*bar' }],
	['text_search', { query: 'x', include: ['*.ts', 'src'] }],
	['symbol_references', { uri: 'a.ts', line: '3', character: '4' }],
	['symbol_references', { symbol_name: 'x' }],
	['symbol_rename', { file_path: 'a.ts', symbol: 'x', new_name: 'y' }],
	['diagnostic_list', { uri: 'file:///a.ts' }],
	['database_schema', { tables: ['a', 'b'] }],
	['git_blame', { file: 'a.ts', line: 5 }],
	['code_action_apply', { file: 'a.ts', start_line: '5' }],
	['debug_start', { program: 'a.js', breakpoints: [{ file: 'a.js', line: 3, condition: 'i > 2' }], expressions: 'x' }],
	['breakpoint_set', { file_path: 'a.ts', line: '3' }],
	['file_write', { file_path: 'a.ts', content: 'x' }],
])('%s takes %j', (name, given) => {
	expect(() => toolNamed(name).prepare(given)).not.toThrow();
});

test('a number of lines becomes the last line, and a pattern a regular expression', () => {
	expect(understood('file_read', { path: 'a', offset: 3, limit: 10 })).toEqual({
		path: 'a',
		startLine: 3,
		endLine: 12,
	});
	expect(understood('text_search', { pattern: 'a.*b' })).toEqual({ query: 'a.*b', regex: true });
	expect(understood('text_search', { pattern: 'ab' })).toEqual({ query: 'ab' });
});
