import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { type GgmcpClient, ggmcpClient } from '../support/ggmcp-client.ts';
import { call, connectStdio, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** ggMCP's interface document, tool by tool: its examples as requests, and what it says of the answers. */
const workbench = useWorkbench();
let app: OpenWindow;
let client: GgmcpClient;

beforeAll(async () => {
	const folder = workbench().copyProject('helper-app');
	git(folder, 'init', '--initial-branch=main');
	git(folder, 'add', '.');
	git(folder, 'commit', '--message=Start');
	git(folder, 'commit', '--allow-empty', '--message=Fix bug in the helper');
	app = await workbench().open(folder);
	client = ggmcpClient(app.entry);
});

function git(folder: string, ...args: readonly string[]): string {
	const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
	return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

const file = (path: string) => join(app.folder, path);
const text = (path: string) => readFileSync(file(path), 'utf8');
const ok = (status: unknown) => ({ status, error: null });
const failed = (error: string | RegExp) => ({
	status: null,
	error: typeof error === 'string' ? error : (expect.stringMatching(error) as unknown),
});

async function select(path: string, selection: readonly [number, number, number, number]): Promise<void> {
	await app.window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.path));
		editor.selection = new vscode.Selection(...args.selection);`,
		{ path: file(path), selection },
	);
}

const closeEditors = () => app.window.executeCommand('workbench.action.closeAllEditors');

const NAMES = [
	'get_open_in_editor_file_text',
	'get_open_in_editor_file_path',
	'replace_selected_text',
	'replace_current_file_text',
	'open_file_in_editor',
	'get_file_text_by_path',
	'replace_file_text_by_path',
	'create_new_file_with_text',
	'list_files_in_folder',
	'search_in_files_content',
	'find_files_by_name_substring',
	'get_symbols_in_file',
	'find_references',
	'refactor_code_at_location',
	'toggle_debugger_breakpoint',
	'get_debugger_breakpoints',
	'get_run_configurations',
	'run_configuration',
	'get_terminal_text',
	'execute_terminal_command',
	'execute_command_with_output',
	'get_command_output',
	'wait',
	'get_project_vcs_status',
	'find_commit_by_message',
	'get_project_modules',
	'get_project_dependencies',
	'list_available_actions',
	'execute_action_by_id',
];

const SYMBOLS =
	'{"symbols":[{"name":"helper","kind":"Function","range":{"startLine":0,"startCharacter":0,"endLine":2,"endCharacter":1},"selectionRange":{"startLine":0,"startCharacter":9,"endLine":0,"endCharacter":15},"text":"helper","detail":""}]}';

describe('connection', () => {
	test('the port lies in the range of the document', () => {
		expect(app.entry.port).toBeGreaterThanOrEqual(9960);
		expect(app.entry.port).toBeLessThanOrEqual(9990);
	});

	test.each(['GET', 'POST'] as const)(
		'%s /mcp/initialize and /mcp/status tell of server and environment',
		async method => {
			await closeEditors();
			const environment = { workspaceRoot: app.folder, activeFile: '', currentDirectory: app.folder };
			expect(await client.send(method, '/mcp/initialize')).toMatchObject({
				status: 200,
				body: {
					jsonrpc: '2.0',
					id: 0,
					result: {
						protocolVersion: '2024-11-05',
						capabilities: { tools: { listChanged: true }, resources: {} },
						serverInfo: { name: 'vscode-mcp-server', version: '1.0.0' },
						environment,
					},
				},
			});
			await select('src/index.js', [0, 0, 0, 0]);
			const activeFile = file('src/index.js');
			expect((await client.send(method, '/mcp/status')).body).toEqual({
				jsonrpc: '2.0',
				id: 0,
				result: { status: 'running', environment: { ...environment, activeFile, openFiles: [activeFile] } },
			});
		},
	);

	test('GET /mcp/list_tools is a bare array of the 29 tools', async () => {
		const { body } = await client.send('GET', '/mcp/list_tools');
		const tools = body as {
			name: string;
			description: string;
			inputSchema: { properties: object; required?: string[] };
		}[];
		expect(tools.map(({ name }) => name)).toEqual(NAMES);
		const taken = Object.fromEntries(
			tools
				.filter(({ inputSchema }) => Object.keys(inputSchema.properties).length > 0)
				.map(({ name, inputSchema }) => {
					const { properties, required = [] } = inputSchema;
					const types = Object.entries(properties as Record<string, { type: string }>);
					return [
						name,
						types.map(([key, { type }]) => `${key}${required.includes(key) ? '' : '?'}: ${type}`).join(', '),
					];
				}),
		);
		expect(taken).toEqual({
			replace_selected_text: 'text: string',
			replace_current_file_text: 'text: string',
			open_file_in_editor: 'filePath: string',
			get_file_text_by_path: 'pathInProject: string',
			replace_file_text_by_path: 'pathInProject: string, text: string',
			create_new_file_with_text: 'pathInProject: string, text: string',
			list_files_in_folder: 'pathInProject: string',
			search_in_files_content: 'searchText: string',
			find_files_by_name_substring: 'nameSubstring: string',
			get_symbols_in_file: 'pathInProject: string',
			find_references: 'pathInProject: string, line: number, character: number',
			refactor_code_at_location:
				'pathInProject: string, line: number, character: number, refactorType: string, options?: object',
			toggle_debugger_breakpoint: 'filePathInProject: string, line: number',
			run_configuration: 'configName: string',
			execute_terminal_command: 'command: string',
			execute_command_with_output: 'command: string',
			wait: 'milliseconds: number',
			find_commit_by_message: 'text: string',
			execute_action_by_id: 'actionId: string',
		});
	});

	test('a tool that does not exist is 404, and its error names the nearest', async () => {
		const answer = await client.send('POST', '/mcp/find_reference', { body: '{}' });
		expect(answer.status).toBe(404);
		expect(answer.body).toEqual(failed('There is no tool "find_reference"; did you mean "find_references"?'));
		expect(await client.send('POST', '/mcp/file_read', { body: '{"path":"package.json"}' })).toMatchObject({
			status: 404,
		});
	});

	test.each([
		['plain', { pathInProject: 'test/helper.test.js' }],
		['JSON-RPC', { jsonrpc: '2.0', id: 1, params: { arguments: { pathInProject: 'test/helper.test.js' } } }],
		['JSON-RPC without "arguments"', { jsonrpc: '2.0', id: 1, params: { pathInProject: 'test/helper.test.js' } }],
	])('a body can be %s', async (_format, body) => {
		const answer = await client.send('POST', '/mcp/get_file_text_by_path', { body: JSON.stringify(body) });
		expect(answer.body).toMatchObject({ status: { content: '// Tests of function helper.\n' }, error: null });
	});

	test('a tool without parameters needs no body', async () => {
		expect((await client.send('POST', '/mcp/get_run_configurations')).body).toMatchObject({ error: null });
	});

	test('wrong arguments are told', async () => {
		expect(await client.plain('get_file_text_by_path')).toEqual(failed(/^The argument "pathInProject" is missing/));
		expect(await client.rpc('wait', { milliseconds: 'long' })).toEqual(failed(/^The argument "milliseconds" is wrong/));
		expect(await client.plain('wait', { time: 1 })).toEqual(failed(/"time"/));
	});
});

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
		writeFileSync(file(path), 'old();\n');
		expect(await client.plain('replace_selected_text', { text: 'x' })).toEqual(failed('no active editor'));
		await select(path, [0, 0, 0, 0]);
		expect(await client.plain('replace_selected_text', { text: 'x' })).toEqual(failed('no text selected'));
		await select(path, [0, 0, 0, 6]);
		expect(await client.plain('replace_selected_text', { text: "console.log('New Text');" })).toEqual(ok('ok'));
		expect(await client.plain('get_open_in_editor_file_text')).toEqual(ok("console.log('New Text');\n"));
		await app.window.executeCommand('workbench.action.files.save');
		await closeEditors();
	});

	test('replace_current_file_text', async () => {
		const content = "// New file content\nconsole.log('Replaced Content');";
		expect(await client.rpc('replace_current_file_text', { text: content })).toEqual(failed('no file open'));
		await select('src/selected.js', [0, 0, 0, 0]);
		expect(await client.rpc('replace_current_file_text', { text: content })).toEqual(ok('ok'));
		expect(text('src/selected.js')).toBe(content);
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
		writeFileSync(file('long.txt'), long);
		expect(await client.plain('get_file_text_by_path', { pathInProject: '/long.txt' })).toEqual(
			ok({ content: long, ...place('long.txt') }),
		);
		expect(await client.plain('get_file_text_by_path', { pathInProject: 'none.txt' })).toEqual(failed(/none\.txt/));
	});

	test('replace_file_text_by_path', async () => {
		writeFileSync(file('src/replaced.js'), 'before();\n');
		const content = "function helper() { return 'Updated'; }";
		expect(await client.rpc('replace_file_text_by_path', { pathInProject: 'src/replaced.js', text: content })).toEqual(
			ok({ ...place('src/replaced.js'), size: content.length, operationTimeMs: expect.any(Number) as unknown }),
		);
		expect(text('src/replaced.js')).toBe(content);
		expect(await client.rpc('replace_file_text_by_path', { pathInProject: 'none.js', text: '' })).toEqual(
			failed(/^There is no file none\.js to replace\./),
		);
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
		expect(await client.plain('list_files_in_folder', { pathInProject: 'src/utils' })).toEqual(
			ok(
				expect.arrayContaining([
					{ name: 'helper.js', type: 'file', path: 'src/utils/helper.js' },
					{ name: 'newFile.js', type: 'file', path: 'src/utils/newFile.js' },
					{ name: 'config', type: 'directory', path: 'src/utils/config' },
				]),
			),
		);
		writeFileSync(file('.gitignore'), 'build\n');
		mkdirSync(file('build'));
		writeFileSync(file('build/out.js'), '');
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
			expect(error).toBeNull();
			expect(status).toEqual(
				expect.arrayContaining([found('src/utils/helper.js'), found('test/helper.test.js'), found('src/replaced.js')]),
			);
			expect(status).toHaveLength(3);
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
		writeFileSync(file('src/nested.js'), 'class Cart {\n  total() {\n    return 0;\n  }\n}\n');
		const { status } = await client.plain('get_symbols_in_file', { pathInProject: 'src/nested.js' });
		expect(JSON.parse(String(status))).toMatchObject({
			symbols: [
				{ name: 'Cart', kind: 'Class', children: [{ name: 'total', kind: 'Method', range: { startLine: 1 } }] },
			],
		});
	});

	test('find_references counts from 0', async () => {
		writeFileSync(file('src/replaced.js'), '');
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
		writeFileSync(file('src/extract.js'), 'function sum(a, b) {\n  return a * 2 + b * 3;\n}\n');
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
		writeFileSync(file(path), 'function sum(a) {\n  return Math.abs(a * 2);\n}\n');
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
		expect((await callWindow(app.entry, 'debug_status')).envelope.data).toMatchObject({ isActive: true });
		await callWindow(app.entry, 'debug_stop');
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
		await callWindow(app.entry, 'terminal_stop');
	});

	test('wait', async () => {
		const startedAt = performance.now();
		expect(await client.plain('wait', { milliseconds: 300 })).toEqual(ok('ok'));
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
	});
});

describe('git tools', () => {
	test('get_project_vcs_status', async () => {
		writeFileSync(file('src/new-file.js'), '');
		git(app.folder, 'add', 'src/new-file.js');
		const { status } = await client.plain('get_project_vcs_status');
		expect(status).toEqual(
			expect.arrayContaining([
				{ path: 'src/utils/helper.js', type: 'MODIFIED' },
				{ path: 'src/new-file.js', type: 'ADDED' },
				{ path: 'long.txt', type: 'UNTRACKED' },
			]),
		);
	});

	test('find_commit_by_message', async () => {
		expect(await client.plain('find_commit_by_message', { text: 'fix bug' })).toEqual(
			ok([git(app.folder, 'rev-parse', 'HEAD')]),
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
		await select('src/nested.js', [0, 0, 0, 0]);
		expect(await client.plain('execute_action_by_id', { actionId: 'format.document' })).toEqual(ok('ok'));
		expect(await client.plain('execute_action_by_id', { actionId: 'no.such.action' })).toEqual(
			failed('action not found'),
		);
	});
});

describe('hawser mcp --dialect ggmcp', () => {
	let agent: Client;
	beforeAll(async () => {
		agent = await connectStdio({ env: workbench().env, cwd: app.folder, args: ['--dialect', 'ggmcp'] });
	});
	afterAll(() => agent.close());

	test('lists the 29 tools with the same arguments as REST, and no others', async () => {
		expect(agent.getServerVersion()).toEqual({ name: 'vscode-mcp-server', version: '1.0.0' });
		const { tools } = await agent.listTools();
		const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
		expect(listed).toEqual((await client.send('GET', '/mcp/list_tools')).body);
		await expect(call(agent, 'file_read', { path: 'package.json' })).rejects.toThrow(/file_read/);
	});

	test('answers in the words of the document', async () => {
		const answer = async (tool: string, input: Record<string, unknown> = {}) => {
			const { content, isError } = await call(agent, tool, input);
			return { text: textOf({ content }), ...(isError && { isError }) };
		};
		expect(await answer('open_file_in_editor', { filePath: 'test/helper.test.js' })).toEqual({
			text: 'file is opened',
		});
		expect(await answer('get_open_in_editor_file_path')).toEqual({ text: file('test/helper.test.js') });
		expect(JSON.parse((await answer('get_file_text_by_path', { pathInProject: 'test/helper.test.js' })).text)).toEqual({
			content: '// Tests of function helper.\n',
			path: file('test/helper.test.js'),
			relativePath: 'test/helper.test.js',
		});
		expect(await answer('get_run_configurations')).toEqual({
			text: '["Run Dev Server","Run Tests","Build Production"]',
		});
		expect(await answer('execute_command_with_output', { command: 'echo hi' })).toEqual({ text: 'hi' });
		expect(await answer('wait', { milliseconds: 1 })).toEqual({ text: 'ok' });
		expect(await answer('open_file_in_editor', { filePath: 'none.js' })).toEqual({
			text: "file doesn't exist or can't be opened",
			isError: true,
		});
		expect(await answer('execute_action_by_id', { actionId: 'no.such.action' })).toEqual({
			text: 'action not found',
			isError: true,
		});
	});
});

describe('who may ask', () => {
	const WARNING = 'without a token';
	const stranger = () => ggmcpClient({ port: app.entry.port });
	const requireToken = (value: boolean | undefined) =>
		app.window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.ggmcp.requireToken', args.value, vscode.ConfigurationTarget.Global)`,
			{ value },
		);

	const REFUSED = [
		['a foreign Host', { host: 'evil.example:9960' }, 403],
		['a foreign Origin', { origin: 'https://evil.example' }, 403],
		['the Origin of a sandboxed page', { origin: 'null' }, 403],
		['plain text', { 'content-type': 'text/plain' }, 415],
	] as const;

	test('nobody without the token, and the answer says what to do', async () => {
		for (const path of ['/mcp/initialize', '/mcp/status', '/mcp/list_tools']) {
			expect(await stranger().send('GET', path)).toMatchObject({ status: 401, body: { status: null } });
		}
		const answer = await stranger().send('POST', '/mcp/wait', { body: '{"milliseconds":1}' });
		expect(answer.status).toBe(401);
		expect(answer.body).toEqual(failed(/hawser headers.*hawser\.ggmcp\.requireToken/));
	});

	test.each(REFUSED)('with the token, not %s', async (_what, headers, status) => {
		const answer = await client.send('POST', '/mcp/wait', { body: '{"milliseconds":1}', headers });
		expect(answer).toMatchObject({ status, body: { status: null, error: expect.any(String) as unknown } });
	});

	describe('when the person has turned the token off', () => {
		beforeAll(async () => {
			await requireToken(false);
			await app.window.page.locator('.notification-toast', { hasText: WARNING }).waitFor();
		});

		test('every program on this machine', async () => {
			await eventually(async () => expect(await stranger().plain('wait', { milliseconds: 1 })).toEqual(ok('ok')));
			expect(await stranger().send('GET', '/mcp/list_tools')).toMatchObject({ status: 200 });
		});

		test.each([
			...REFUSED,
			['a page of this machine', { origin: 'http://localhost:3000' }, 403],
			['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
		] as const)('but not %s', async (_what, headers, status) => {
			const answer = await stranger().send('POST', '/mcp/wait', { body: '{"milliseconds":1}', headers });
			expect(answer).toMatchObject({ status, body: { status: null } });
			expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([]);
		});

		test.each(['/mcp', '/call', '/query'])('and not to %s', async path => {
			expect(await stranger().send('POST', path, { body: '{}' })).toMatchObject({ status: 401 });
		});

		test('every new window warns of it', async () => {
			const other = await workbench().open(workbench().makeFolder('other'));
			await other.window.page.locator('.notification-toast', { hasText: WARNING }).waitFor();
			await other.window.close();
		});

		test('until they require it again, by the button of the warning', async () => {
			// The first one has left the screen by now.
			await requireToken(true);
			await eventually(async () => expect(await stranger().send('GET', '/mcp/status')).toMatchObject({ status: 401 }));
			await requireToken(false);
			const toast = app.window.page.locator('.notification-toast', { hasText: WARNING });
			await toast.getByText('Require the Token').click();
			await eventually(async () => expect(await stranger().send('GET', '/mcp/status')).toMatchObject({ status: 401 }));
		});
	});
});
