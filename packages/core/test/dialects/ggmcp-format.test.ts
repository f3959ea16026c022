import { describe, expect, test } from 'vitest';
import { formatReply, withoutProjectRoot } from '../../src/contract/dialect-format.ts';
import { toDialectResult } from '../../src/contract/dialect-result.ts';
import type { FolderPlace, Meta } from '../../src/contract/envelope.ts';
import { answerPaths } from '../../src/dialects/ggmcp/absolute-paths.ts';
import { ggmcp } from '../../src/dialects/ggmcp/ggmcp.ts';
import { ggmcpFormat } from '../../src/dialects/ggmcp/ggmcp-format.ts';
import { type ErrorCode } from '../../src/errors/error-codes.ts';
import { ToolError } from '../../src/errors/tool-error.ts';

const ONE: readonly FolderPlace[] = [{ name: 'shop', path: '/home/me/shop' }];

function answer(name: string, data: Record<string, unknown>, input = {}, more: Partial<Meta> = {}) {
	const meta = { requestId: 'r', timestamp: '', duration: 42, folders: ONE, ...more };
	const formatted = formatReply(ggmcpFormat, name, input, {
		envelope: { ok: true, type: 'success', data, meta },
		text: 'ours',
	});
	if ('failure' in formatted) {
		throw new Error(formatted.failure.message);
	}
	return formatted.answer;
}

function failure(name: string, code: ErrorCode, message = 'Something is wrong.') {
	const { hint, details } = new ToolError(code, message);
	const meta = { requestId: 'r', timestamp: '', duration: 0 };
	const envelope = { ok: false, type: 'error', error: { code, message, hint, details }, meta } as const;
	const { content, isError } = toDialectResult(ggmcpFormat, name, {}, { envelope, text: '' });
	return { text: content[0].text, isError };
}

test('every tool of the document has its words, a title and a description', () => {
	const names = ggmcp.names.map(({ name }) => name);
	expect(names).toHaveLength(29);
	expect(Object.keys(ggmcpFormat.answers)).toEqual(names);
});

test('arguments that only tolerance knows are not published', () => {
	const schemaOf = (wanted: string) => ggmcp.names.find(({ name }) => name === wanted)?.inputJsonSchema;
	expect(schemaOf('search_in_files_content')).toMatchObject({
		properties: { searchText: { type: 'string' } },
		required: ['searchText'],
	});
	expect(JSON.stringify(ggmcp.names.map(({ inputJsonSchema }) => inputJsonSchema))).not.toMatch(
		/caseSensitive|endLine|endCharacter|cwd|timeout|unlisted/,
	);
	expect(withoutProjectRoot({ type: 'object', properties: { projectRoot: {} }, additionalProperties: false })).toEqual({
		type: 'object',
		properties: {},
	});
});

describe('paths', () => {
	const two: readonly FolderPlace[] = [
		{ name: 'shop', path: '/home/me/shop' },
		{ name: 'API', path: '/srv/api' },
	];
	const windows: readonly FolderPlace[] = [{ name: 'MyProject', path: 'c:\\Projects\\MyProject' }];

	test.each([
		['one folder', ONE, 'src/a.js', '/home/me/shop/src/a.js', 'src/a.js'],
		['the folder itself', ONE, '.', '/home/me/shop', '.'],
		['outside', ONE, '/etc/hosts', '/etc/hosts', '/etc/hosts'],
		['not on disk', ONE, 'untitled:Untitled-1', 'untitled:Untitled-1', 'untitled:Untitled-1'],
		['several folders', two, 'API/src/a.js', '/srv/api/src/a.js', 'API/src/a.js'],
		['Windows', windows, 'src/utils/a.js', 'c:\\Projects\\MyProject\\src\\utils\\a.js', 'src\\utils\\a.js'],
		['no folder', [], 'a.js', 'a.js', 'a.js'],
	])('%s', (_what, folders, path, absolute, relative) => {
		expect(answerPaths(folders).absolute(path)).toBe(absolute);
		expect(answerPaths(folders).relative(path)).toBe(relative);
	});
});

describe('files', () => {
	const read = { path: 'a.txt', text: 'a\nb', totalLines: 2, finalBreak: true, lineEnding: 'lf' };

	test.each([
		['with the final line break', {}, 'a\nb\n'],
		['without one', { finalBreak: false }, 'a\nb'],
		['with the line breaks of the file', { lineEnding: 'crlf' }, 'a\r\nb\r\n'],
	])('the text comes %s', (_how, changes, content) => {
		const place = { path: '/home/me/shop/a.txt', relativePath: 'a.txt' };
		expect(answer('get_file_text_by_path', { ...read, ...changes })).toEqual({ value: { content, ...place } });
		expect(answer('get_open_in_editor_file_text', { ...read, ...changes })).toEqual({ value: content });
	});

	test('a text that is not whole says so', () => {
		expect(answer('get_open_in_editor_file_text', { ...read, totalLines: 9, nextLine: 3, longLines: [1] })).toEqual({
			value: 'a\nb',
			note: '(Only the first 2 of 9 lines. Only the start of lines 1. Do not write this text back.)',
		});
	});

	test('a text without its secrets says so', () => {
		expect(answer('get_file_text_by_path', read, {}, { redacted: 1 }).note).toBe(
			'(Secrets were taken out. Do not write this text back.)',
		);
	});

	test('writing tells size and time', () => {
		const place = { path: '/home/me/shop/a.txt', relativePath: 'a.txt' };
		const data = { path: 'a.txt', bytes: 35 };
		expect(answer('replace_file_text_by_path', data).value).toEqual({ ...place, size: 35, operationTimeMs: 42 });
		expect(answer('create_new_file_with_text', data).value).toEqual({ ...place, operationTimeMs: 42 });
	});

	test('a folder is a list of files and directories', () => {
		const data = { path: 'src', totalEntries: 3, nextOffset: 2, entries: [{ name: 'a.js', size: 1 }, { name: 'b/' }] };
		expect(answer('list_files_in_folder', data)).toEqual({
			value: [
				{ name: 'a.js', type: 'file', path: 'src/a.js' },
				{ name: 'b', type: 'directory', path: 'src/b' },
			],
			note: '(Only the first 2 of 3.)',
		});
	});

	test('names must have the text itself', () => {
		const data = { total: 3, files: ['cart.js', 'src/ShoppingCart.js', 'cart/crt.js', 'c/a/r/t.js'] };
		expect(answer('find_files_by_name_substring', data, { nameSubstring: 'cart' }).value).toEqual([
			{ path: 'cart.js', name: 'cart.js', directory: '.', absolutePath: '/home/me/shop/cart.js' },
			{
				path: 'src/ShoppingCart.js',
				name: 'ShoppingCart.js',
				directory: 'src',
				absolutePath: '/home/me/shop/src/ShoppingCart.js',
			},
		]);
	});
});

test('symbols are a tree again, and count from 0', () => {
	const row = (name: string, level: number, kind: string, line: number) => ({
		name,
		kind,
		level,
		line,
		endLine: line,
		column: 1,
		endColumn: 9,
		nameRange: { line, column: 3, endLine: line, endColumn: 5 },
	});
	const symbols = [
		row('A', 1, 'enum', 1),
		row('b', 2, 'enum member', 2),
		row('c', 2, 'enum member', 3),
		row('D', 1, 'class', 4),
	];
	const { value } = answer('get_symbols_in_file', { symbols });
	const range = (line: number) => ({ startLine: line, startCharacter: 0, endLine: line, endCharacter: 8 });
	expect(JSON.parse(String(value))).toEqual({
		symbols: [
			expect.objectContaining({
				name: 'A',
				kind: 'Enum',
				children: [
					{
						name: 'b',
						kind: 'EnumMember',
						range: range(1),
						selectionRange: { startLine: 1, startCharacter: 2, endLine: 1, endCharacter: 4 },
						text: 'b',
						detail: '',
					},
					expect.objectContaining({ name: 'c' }),
				],
			}),
			expect.objectContaining({ name: 'D', kind: 'Class', range: range(3) }),
		],
	});
});

describe('commands', () => {
	const ended = { command: 'ls', running: false, exitCode: 0, output: 'a\nb\n', totalLines: 2 };

	test.each([
		['its output', {}, 'a\nb'],
		['that there was none', { output: '' }, 'Command executed (exit code 0, no output)'],
		['an exit code', { exitCode: 2 }, 'a\nb\n(exit code 2)'],
		['an exit code alone', { exitCode: 2, output: '' }, '(exit code 2)'],
		['that nobody told it', { exitCode: undefined }, 'a\nb\n(Exit code unknown.)'],
		['that it goes on', { running: true }, 'a\nb\n(Still running; get_command_output reads on.)'],
		['a question', { running: true, waitingForInput: true }, 'a\nb\n(It waits for input in the terminal.)'],
		['what is missing', { outputUnknown: 'The start is lost.' }, 'a\nb\n(The start is lost.)'],
	])('tell %s', (_what, changes, value) => {
		expect(answer('execute_terminal_command', { ...ended, ...changes })).toEqual({ value });
	});

	test('a long output is in a file', () => {
		const cut = { ...ended, shownLines: 2, totalLines: 90, file: '/tmp/out.txt' };
		expect(answer('execute_command_with_output', cut).note).toBe('(2 of 90 lines; all are in /tmp/out.txt.)');
	});

	test('the last one and the terminal', () => {
		expect(answer('get_command_output', ended).value).toEqual({ status: 'completed', output: 'a\nb', exitCode: 0 });
		expect(answer('get_terminal_text', ended).value).toBe('> ls\na\nb');
		expect(answer('get_terminal_text', { ...ended, output: '' }).value).toBe('> ls');
	});
});

test('each changed file has one word', () => {
	const repositories = [
		{
			staged: [
				{ path: 'new.js', change: 'added' },
				{ path: 'gone.js', change: 'added' },
				{ path: 'both.js', change: 'renamed' },
			],
			changed: [
				{ path: 'both.js', change: 'modified' },
				{ path: 'gone.js', change: 'deleted' },
				{ path: 'link.js', change: 'type changed' },
			],
			untracked: ['more.js'],
			conflicts: [{ path: 'clash.js', ours: 'modified', theirs: 'deleted' }],
		},
	];
	const { value } = answer('get_project_vcs_status', { repositories });
	expect(Object.fromEntries((value as { path: string; type: string }[]).map(({ path, type }) => [path, type]))).toEqual(
		{
			'new.js': 'ADDED',
			'gone.js': 'DELETED',
			'both.js': 'RENAMED',
			'link.js': 'TYPE_CHANGED',
			'more.js': 'UNTRACKED',
			'clash.js': 'CONFLICT',
		},
	);
});

test('only breakpoints on lines are listed, with absolute paths', () => {
	const breakpoints = [
		{ kind: 'line', path: 'a.js', line: 5 },
		{ kind: 'function', functionName: 'f' },
	];
	expect(answer('get_debugger_breakpoints', { breakpoints }).value).toEqual([{ path: '/home/me/shop/a.js', line: 5 }]);
});

test('an action that has not ended says so beside its answer', () => {
	expect(answer('execute_action_by_id', { state: 'done' })).toEqual({ value: 'ok' });
	expect(answer('execute_action_by_id', { state: 'waiting' })).toMatchObject({
		value: 'ok',
		note: expect.stringContaining('asking the user') as unknown,
	});
});

describe('failures', () => {
	test.each([
		['replace_selected_text', 'E_NO_SELECTION', 'no text selected'],
		['replace_current_file_text', 'E_NO_EDITOR', 'no file open'],
		['open_file_in_editor', 'E_FILE_NOT_FOUND', "file doesn't exist or can't be opened"],
		['execute_action_by_id', 'E_UNKNOWN_COMMAND', 'action not found'],
	] as const)('%s, %s', (name, code, text) => {
		expect(failure(name, code)).toEqual({ text, isError: true });
	});

	test.each([
		['get_open_in_editor_file_text', 'E_NO_EDITOR'],
		['get_terminal_text', 'E_TERMINAL_NOT_FOUND'],
	] as const)('%s has an empty answer where %s', (name, code) => {
		expect(failure(name, code)).toEqual({ text: '', isError: undefined });
	});

	test('others are told in our words, with the names that the client has', () => {
		expect(failure('open_file_in_editor', 'E_IS_FOLDER', 'src is a folder').text).toMatch(
			/^file doesn't exist or can't be opened: src is a folder\. /,
		);
		const { text } = failure('run_configuration', 'E_CONFIGURATION_NOT_FOUND', 'There is no "x".');
		expect(text).toMatch(/^There is no "x"\. Call get_run_configurations for the names/);
	});
});
