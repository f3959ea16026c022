import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import type { GgmcpClient } from '../support/ggmcp-client.ts';
import { failed, type HelperApp, ok, useHelperApp } from '../support/use-helper-app.ts';

/** ggMCP's interface document, tool by tool: its examples as requests, and what it says of the answers. */
const { app } = useHelperApp();
const client: Pick<GgmcpClient, 'plain' | 'rpc'> = {
	plain: (tool, input) => app().client.plain(tool, input),
	rpc: (tool, input) => app().client.rpc(tool, input),
};
const file = (path: string) => app().file(path);
const text = (path: string) => app().text(path);
const select: HelperApp['select'] = (path, selection) => app().select(path, selection);
const closeEditors = () => app().closeEditors();

const SYMBOLS =
	'{"symbols":[{"name":"helper","kind":"Function","range":{"startLine":0,"startCharacter":0,"endLine":2,"endCharacter":1},"selectionRange":{"startLine":0,"startCharacter":9,"endLine":0,"endCharacter":15},"text":"helper","detail":""}]}';

describe('editor tools', () => {
	test('get_open_in_editor_file_text and get_open_in_editor_file_path', async () => {
		await select('src/utils/helper.js', [0, 0, 0, 0]);
		for (const ask of [client.plain, client.rpc]) {
			expect(await ask('get_open_in_editor_file_text')).toEqual(ok("function helper() {\n  return 'Hello';\n}\n"));
			expect(await ask('get_open_in_editor_file_path')).toEqual(ok(file('src/utils/helper.js')));
		}
		await closeEditors();
		expect(await client.plain('get_open_in_editor_file_text')).toEqual(ok(''));
		expect(await client.plain('get_open_in_editor_file_path')).toEqual(ok(''));
	});

	test('replace_selected_text', async () => {
		const path = 'src/selected.js';
		app().write(path, 'old();\n');
		expect(await client.plain('replace_selected_text', { text: 'x' })).toEqual(failed('no active editor'));
		await select(path, [0, 0, 0, 0]);
		expect(await client.plain('replace_selected_text', { text: 'x' })).toEqual(failed('no text selected'));
		await select(path, [0, 0, 0, 6]);
		expect(await client.plain('replace_selected_text', { text: "console.log('New Text');" })).toEqual(ok('ok'));
		expect(await client.plain('get_open_in_editor_file_text')).toEqual(ok("console.log('New Text');\n"));
		await app().window.executeCommand('workbench.action.files.save');
		await closeEditors();
	});

	test('replace_current_file_text', async () => {
		const content = "// New file content\nconsole.log('Replaced Content');";
		expect(await client.rpc('replace_current_file_text', { text: content })).toEqual(failed('no file open'));
		app().write('src/current.js', 'old();\n');
		await select('src/current.js', [0, 0, 0, 0]);
		expect(await client.rpc('replace_current_file_text', { text: content })).toEqual(ok('ok'));
		expect(text('src/current.js')).toBe(content);
		await closeEditors();
	});

	test.each([
		['relative', { filePath: 'src/index.js' }],
		['in the spelling of later versions', { pathInProject: 'src/index.js' }],
	])('open_file_in_editor, %s', async (_how, input) => {
		await closeEditors();
		expect(await client.plain('open_file_in_editor', input)).toEqual(ok('file is opened'));
		expect(await client.plain('get_open_in_editor_file_path')).toEqual(ok(file('src/index.js')));
	});

	test('open_file_in_editor, absolute, and what cannot be opened', async () => {
		expect(await client.plain('open_file_in_editor', { filePath: file('test/helper.test.js') })).toEqual(
			ok('file is opened'),
		);
		expect(await client.plain('open_file_in_editor', { filePath: 'src/none.js' })).toEqual(
			failed("file doesn't exist or can't be opened"),
		);
		expect(await client.plain('open_file_in_editor', { filePath: 'src' })).toEqual(
			failed(/^file doesn't exist or can't be opened: /),
		);
	});
});

describe('file read/write tools', () => {
	const place = (path: string) => ({ path: file(path), relativePath: path });

	test('get_file_text_by_path gives the whole file, byte for byte', async () => {
		expect(await client.plain('get_file_text_by_path', { pathInProject: 'src/utils/helper.js' })).toEqual(
			ok({ content: "function helper() {\n  return 'Hello';\n}\n", ...place('src/utils/helper.js') }),
		);
		const long = `${'x'.repeat(50_000)}\r\n`.repeat(20);
		app().write('long.txt', long);
		expect(await client.plain('get_file_text_by_path', { pathInProject: '/long.txt' })).toEqual(
			ok({ content: long, ...place('long.txt') }),
		);
		expect(await client.plain('get_file_text_by_path', { pathInProject: 'none.txt' })).toEqual(failed(/none\.txt/));
	});

	test('replace_file_text_by_path', async () => {
		app().write('drafts/replaced.js', 'before();\n');
		const content = "function helper() { return 'Updated'; }";
		expect(
			await client.rpc('replace_file_text_by_path', { pathInProject: 'drafts/replaced.js', text: content }),
		).toEqual(
			ok({ ...place('drafts/replaced.js'), size: content.length, operationTimeMs: expect.any(Number) as unknown }),
		);
		expect(text('drafts/replaced.js')).toBe(content);
		expect(await client.rpc('replace_file_text_by_path', { pathInProject: 'none.js', text: '' })).toEqual(
			failed(/^There is no file none\.js to replace\./),
		);
		rmSync(file('drafts'), { recursive: true });
	});

	test('create_new_file_with_text', async () => {
		const input = {
			pathInProject: 'src/utils/newFile.js',
			text: '// New file content\nfunction newFunc() { return true; }',
		};
		expect(await client.plain('create_new_file_with_text', input)).toEqual(
			ok({ ...place('src/utils/newFile.js'), operationTimeMs: expect.any(Number) as unknown }),
		);
		expect(text('src/utils/newFile.js')).toBe(input.text);
		expect(await client.plain('create_new_file_with_text', input)).toEqual(failed(/exists already/));
	});

	test('list_files_in_folder lists everything, ignored or not', async () => {
		app().write('src/utils/listed.js', '');
		expect(await client.plain('list_files_in_folder', { pathInProject: 'src/utils' })).toEqual(
			ok(
				expect.arrayContaining([
					{ name: 'helper.js', type: 'file', path: 'src/utils/helper.js' },
					{ name: 'listed.js', type: 'file', path: 'src/utils/listed.js' },
					{ name: 'config', type: 'directory', path: 'src/utils/config' },
				]),
			),
		);
		app().write('.gitignore', 'build\n');
		app().write('build/out.js', '');
		const { status } = await client.rpc('list_files_in_folder', { pathInProject: '/' });
		expect(status).toEqual(
			expect.arrayContaining([
				{ name: 'package.json', type: 'file', path: 'package.json' },
				{ name: 'src', type: 'directory', path: 'src' },
				{ name: 'build', type: 'directory', path: 'build' },
			]),
		);
		expect(await client.plain('list_files_in_folder', { pathInProject: 'nowhere' })).toEqual(failed(/nowhere/));
	});
});

describe('file search tools', () => {
	const found = (path: string) => ({ path, absolutePath: file(path) });

	test('search_in_files_content', async () => {
		for (const ask of [client.plain, client.rpc]) {
			const { status, error } = await ask('search_in_files_content', { searchText: 'function helper' });
			expect({ status, error }).toEqual(ok([found('src/utils/helper.js'), found('test/helper.test.js')]));
		}
		expect(await client.plain('search_in_files_content', { searchText: 'no such text' })).toEqual(ok([]));
	});

	test('find_files_by_name_substring takes the name as it is, not letters in order', async () => {
		const { status } = await client.plain('find_files_by_name_substring', { nameSubstring: 'HELPER' });
		expect(status).toEqual([
			{ ...found('src/utils/helper.js'), name: 'helper.js', directory: 'src/utils' },
			{ ...found('test/helper.test.js'), name: 'helper.test.js', directory: 'test' },
		]);
		expect(await client.plain('find_files_by_name_substring', { nameSubstring: 'hlpr' })).toEqual(ok([]));
	});
});

describe('code analysis tools', () => {
	test('get_symbols_in_file', async () => {
		for (const ask of [client.plain, client.rpc]) {
			expect(await ask('get_symbols_in_file', { pathInProject: 'src/utils/helper.js' })).toEqual(ok(SYMBOLS));
		}
		app().write('src/nested.js', 'class Cart {\n  total() {\n    return 0;\n  }\n}\n');
		const { status } = await client.plain('get_symbols_in_file', { pathInProject: 'src/nested.js' });
		expect(JSON.parse(String(status))).toMatchObject({
			symbols: [
				{ name: 'Cart', kind: 'Class', children: [{ name: 'total', kind: 'Method', range: { startLine: 1 } }] },
			],
		});
	});

	test('find_references counts from 0', async () => {
		expect(
			await client.plain('find_references', { pathInProject: 'src/utils/helper.js', line: 0, character: 12 }),
		).toEqual(
			ok(
				'{"references":[{"path":"src/index.js","line":3,"character":4,"endLine":3,"endCharacter":10},{"path":"src/utils/helper.js","line":0,"character":9,"endLine":0,"endCharacter":15}]}',
			),
		);
		expect(
			await client.plain('find_references', { pathInProject: 'src/utils/helper.js', line: 2, character: 0 }),
		).toEqual(failed(/There is no name at/));
	});

	test('refactor_code_at_location extracts', async () => {
		app().write('src/extract.js', 'function sum(a, b) {\n  return a * 2 + b * 3;\n}\n');
		const { status, error } = await client.plain('refactor_code_at_location', {
			pathInProject: 'src/extract.js',
			line: 1,
			character: 9,
			refactorType: 'extract_variable',
			options: { endLine: 1, endCharacter: 14 },
		});
		expect(error).toBeNull();
		expect(JSON.parse(String(status))).toEqual({
			success: true,
			message: expect.stringMatching(/^Successfully applied: Extract/) as unknown,
		});
		expect(text('src/extract.js')).toMatch(/const newLocal = a \* 2;/);
	});

	test.each([
		['the expression at the position', 19, /Math\.abs\(newFunction\(\)\)/],
		['the statement of the line, where nothing else can be', 2, /return newFunction\(\);/],
	])('refactor_code_at_location extracts %s', async (_what, character, expected) => {
		const path = `src/extract-${character}.js`;
		app().write(path, 'function sum(a) {\n  return Math.abs(a * 2);\n}\n');
		const refactoring = { line: 1, character, refactorType: 'extract_function' };
		expect(await client.rpc('refactor_code_at_location', { pathInProject: path, ...refactoring })).toEqual(
			ok(expect.stringContaining('"success":true')),
		);
		expect(text(path)).toMatch(expected);
		const unknown = { ...refactoring, pathInProject: path, refactorType: 'turn_to_gold' };
		expect(await client.plain('refactor_code_at_location', unknown)).toEqual(failed(/turn_to_gold/));
	});

	test('refactor_code_at_location renames in all files', async () => {
		const place = { pathInProject: 'src/utils/helper.js', line: 0, character: 12, refactorType: 'rename' };
		expect(await client.plain('refactor_code_at_location', place)).toEqual(failed(/"newName" is missing/));
		const options = { newName: 'helperFunction' };
		expect(await client.rpc('refactor_code_at_location', { ...place, options })).toEqual(
			ok('{"success":true,"message":"Successfully renamed to helperFunction"}'),
		);
		expect(text('src/utils/helper.js')).toContain('function helperFunction()');
		expect(text('src/index.js')).toContain('    helperFunction();');
		await client.rpc('refactor_code_at_location', { ...place, options: { newName: 'helper' } });
		expect(text('src/index.js')).toContain('    helper();');
	});
});

describe('debug tools', () => {
	test('toggle_debugger_breakpoint and get_debugger_breakpoints', async () => {
		const input = { filePathInProject: 'src/utils/helper.js', line: 2 };
		expect(await client.plain('toggle_debugger_breakpoint', input)).toEqual(ok('Breakpoint added'));
		expect(await client.rpc('toggle_debugger_breakpoint', { pathInProject: file('src/index.js'), line: 4 })).toEqual(
			ok('Breakpoint added'),
		);
		const { status } = await client.plain('get_debugger_breakpoints');
		expect(status).toEqual([
			{ path: file('src/utils/helper.js'), line: 2 },
			{ path: file('src/index.js'), line: 4 },
		]);
		expect(await client.rpc('toggle_debugger_breakpoint', input)).toEqual(ok('Breakpoint removed'));
		expect(await client.plain('get_debugger_breakpoints')).toEqual(ok([{ path: file('src/index.js'), line: 4 }]));
		expect(await client.plain('toggle_debugger_breakpoint', { ...input, filePathInProject: 'none.js' })).toEqual(
			failed(/none\.js/),
		);
	});

	test('get_run_configurations and run_configuration', async () => {
		expect(await client.plain('get_run_configurations')).toEqual(
			ok(['Run Dev Server', 'Run Tests', 'Build Production']),
		);
		expect(await client.plain('run_configuration', { configName: 'Run Dev Server' })).toEqual(
			ok('Run configuration started'),
		);
		expect((await callWindow(app().entry, 'debug_status')).envelope.data).toMatchObject({ isActive: true });
		await callWindow(app().entry, 'debug_stop');
		expect(await client.plain('run_configuration', { configName: 'Run Nothing' })).toEqual(failed(/Run Nothing/));
	});
});

describe('terminal tools', () => {
	test('before a command has run there is no text and no output', async () => {
		expect(await client.plain('get_terminal_text')).toEqual(ok(''));
		expect(await client.plain('get_command_output')).toEqual(failed('no command has been executed'));
	});

	test('execute_terminal_command', async () => {
		expect(await client.plain('execute_terminal_command', { command: "printf 'one\\ntwo\\n'" })).toEqual(
			ok('one\ntwo'),
		);
		expect(await client.plain('execute_terminal_command', { command: 'true' })).toEqual(
			ok('Command executed (exit code 0, no output)'),
		);
	});

	test('execute_command_with_output, get_command_output and get_terminal_text', async () => {
		const { status } = await client.rpc('execute_command_with_output', { command: 'node -v' });
		expect(status).toMatch(/^v\d+\.\d+\.\d+$/);
		expect(await client.rpc('get_command_output')).toEqual(ok({ status: 'completed', output: status, exitCode: 0 }));
		expect(await client.rpc('get_terminal_text')).toEqual(ok(`> node -v\n${String(status)}`));
		expect(await client.plain('execute_command_with_output', { command: 'echo no; exit 3' })).toEqual(
			ok('no\n(exit code 3)'),
		);
	});

	test('a command that goes on is told, and can be read on', async () => {
		const answer = await client.plain('execute_command_with_output', { command: 'echo go; sleep 600', timeout: 2000 });
		expect(answer).toEqual(ok('go\n(Still running; get_command_output reads on.)'));
		expect(await client.plain('get_command_output')).toEqual(ok({ status: 'running', output: 'go' }));
		await callWindow(app().entry, 'terminal_stop');
	});

	test('wait', async () => {
		const startedAt = performance.now();
		expect(await client.plain('wait', { milliseconds: 300 })).toEqual(ok('ok'));
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
	});
});

describe('git tools', () => {
	test('get_project_vcs_status', async () => {
		app().write('README.md', '# Changed\n');
		app().write('untracked.txt', '');
		app().write('src/new-file.js', '');
		app().git('add', 'src/new-file.js');
		const { status } = await client.plain('get_project_vcs_status');
		expect(status).toEqual(
			expect.arrayContaining([
				{ path: 'README.md', type: 'MODIFIED' },
				{ path: 'src/new-file.js', type: 'ADDED' },
				{ path: 'untracked.txt', type: 'UNTRACKED' },
			]),
		);
	});

	test('find_commit_by_message', async () => {
		expect(await client.plain('find_commit_by_message', { text: 'fix bug' })).toEqual(
			ok([app().git('rev-parse', 'HEAD')]),
		);
		expect(await client.rpc('find_commit_by_message', { text: '--all' })).toEqual(ok([]));
	});
});

describe('project and action tools', () => {
	test('get_project_modules and get_project_dependencies', async () => {
		const modules = await client.plain('get_project_modules');
		expect(modules.status).toEqual(expect.arrayContaining(['main', 'auth', 'api']));
		expect(modules.status).toHaveLength(3);
		const dependencies = await client.rpc('get_project_dependencies');
		expect(dependencies.status).toEqual(expect.arrayContaining(['express', 'react', 'lodash']));
		expect(dependencies.status).toHaveLength(3);
	});

	test('list_available_actions and execute_action_by_id', async () => {
		const { status, note } = await client.plain('list_available_actions');
		expect(note).toBeUndefined();
		expect(status).toEqual(
			expect.arrayContaining([
				{ id: 'editor.action.rename', text: expect.stringContaining('Rename') as unknown },
				{ id: 'editor.action.formatDocument', text: 'Format Document' },
			]),
		);
		await select('src/server.js', [0, 0, 0, 0]);
		expect(await client.plain('execute_action_by_id', { actionId: 'format.document' })).toEqual(ok('ok'));
		expect(await client.plain('execute_action_by_id', { actionId: 'no.such.action' })).toEqual(
			failed('action not found'),
		);
	});
});
