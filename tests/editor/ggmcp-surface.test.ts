import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { ggmcpClient } from '../support/ggmcp-client.ts';
import { call, connectStdio, textOf } from '../support/mcp-clients.ts';
import { failed, ok, useHelperApp } from '../support/use-helper-app.ts';
import { hawserLogs } from '../support/workbench.ts';

/** How clients of ggMCP reach the window: REST as its interface document has it, and `hawser mcp --dialect ggmcp`. */
const { workbench, app } = useHelperApp();

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

/** The tools that came after the document. */
const LATER = [
	'rewrite_file_content',
	'replace_file_content_at_position',
	'append_file_content',
	'replace_specific_text',
	'run_command_on_background',
	'execute_os_specific_command',
	'get_terminal_info',
	'get_file_history',
	'get_file_diff',
	'get_branch_info',
	'get_commit_details',
	'commit_changes',
	'pull_changes',
	'switch_branch',
	'create_branch',
];

describe('connection', () => {
	test('the port lies in the range of the document', () => {
		expect(app().entry.port).toBeGreaterThanOrEqual(9960);
		expect(app().entry.port).toBeLessThanOrEqual(9990);
	});

	test.each(['GET', 'POST'] as const)(
		'%s /mcp/initialize and /mcp/status tell of server and environment',
		async method => {
			await app().closeEditors();
			const environment = { workspaceRoot: app().folder, activeFile: '', currentDirectory: app().folder };
			expect(await app().client.send(method, '/mcp/initialize')).toMatchObject({
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
			await app().select('src/index.js', [0, 0, 0, 0]);
			const activeFile = app().file('src/index.js');
			expect((await app().client.send(method, '/mcp/status')).body).toEqual({
				jsonrpc: '2.0',
				id: 0,
				result: { status: 'running', environment: { ...environment, activeFile, openFiles: [activeFile] } },
			});
		},
	);

	test('GET /mcp/list_tools is a bare array of the 29 tools', async () => {
		const { body } = await app().client.send('GET', '/mcp/list_tools');
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
		const answer = await app().client.send('POST', '/mcp/find_reference', { body: '{}' });
		expect(answer.status).toBe(404);
		expect(answer.body).toMatchObject(failed('There is no tool "find_reference"; did you mean "find_references"?'));
	});

	test('a tool of our own answers with its data, and with the envelope that every way in gives', async () => {
		const answer = await app().client.send('POST', '/mcp/file_read', { body: '{"path":"package.json"}' });
		const told = {
			status: { path: 'package.json' },
			error: null,
			envelope: { ok: true, data: { path: 'package.json' } },
		};
		expect(answer).toMatchObject({ status: 200, body: told });
	});

	test.each([
		['plain', { pathInProject: 'test/helper.test.js' }],
		['JSON-RPC', { jsonrpc: '2.0', id: 1, params: { arguments: { pathInProject: 'test/helper.test.js' } } }],
		['JSON-RPC without "arguments"', { jsonrpc: '2.0', id: 1, params: { pathInProject: 'test/helper.test.js' } }],
	])('a body can be %s', async (_format, body) => {
		const answer = await app().client.send('POST', '/mcp/get_file_text_by_path', { body: JSON.stringify(body) });
		expect(answer.body).toMatchObject({ status: { content: '// Tests of function helper.\n' }, error: null });
	});

	test('a tool without parameters needs no body', async () => {
		expect((await app().client.send('POST', '/mcp/get_run_configurations')).body).toMatchObject({ error: null });
	});

	test('wrong arguments are told', async () => {
		expect(await app().client.plain('get_file_text_by_path')).toEqual(
			failed(/^The argument "pathInProject" is missing/),
		);
		expect(await app().client.rpc('wait', { milliseconds: 'long' })).toEqual(
			failed(/^The argument "milliseconds" is wrong/),
		);
		expect(await app().client.plain('wait', { time: 1 })).toEqual(failed(/"time"/));
	});
});

describe('hawser mcp --dialect ggmcp', () => {
	let agent: Client;
	beforeAll(async () => {
		agent = await connectStdio({ env: workbench().env, cwd: app().folder, args: ['--dialect', 'ggmcp'] });
	});
	afterAll(() => agent.close());

	test('lists the 29 tools with the same arguments as REST, and no others', async () => {
		expect(agent.getServerVersion()).toEqual({ name: 'vscode-mcp-server', version: '1.0.0' });
		const { tools } = await agent.listTools();
		const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
		expect(listed).toEqual((await app().client.send('GET', '/mcp/list_tools')).body);
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
		expect(await answer('get_open_in_editor_file_path')).toEqual({ text: app().file('test/helper.test.js') });
		expect(JSON.parse((await answer('get_file_text_by_path', { pathInProject: 'test/helper.test.js' })).text)).toEqual({
			content: '// Tests of function helper.\n',
			path: app().file('test/helper.test.js'),
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

describe('ggMCP from 1.2 on: JSON-RPC on POST /', () => {
	const rpc = async (request: Record<string, unknown>) => {
		const { status, body } = await app().client.send('POST', '/', { body: JSON.stringify(request) });
		expect(status).toBe(200);
		return body as { id?: unknown; result?: Record<string, unknown>; error?: { code: number; message: string } };
	};
	const ask = (method: string, params?: Record<string, unknown>) => rpc({ jsonrpc: '2.0', id: 7, method, params });
	const tool = async (name: string, input: Record<string, unknown> = {}) => {
		const { result } = await ask('tools/call', { name, arguments: input });
		const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
		return isError ? { isError, text: content[0]?.text } : content[0]?.text;
	};
	const json = async (name: string, input: Record<string, unknown> = {}): Promise<unknown> => {
		const text = await tool(name, input);
		return typeof text === 'string' ? JSON.parse(text) : text;
	};

	test('it introduces itself, lists its 40 tools and answers notifications with nothing', async () => {
		expect(await ask('initialize', { protocolVersion: '2024-11-05' })).toEqual({
			jsonrpc: '2.0',
			id: 7,
			result: {
				protocolVersion: '2024-11-05',
				capabilities: { tools: { listChanged: true } },
				serverInfo: { name: 'ggmcp-vscode', version: '1.1.2' },
			},
		});
		expect(await rpc({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeUndefined();
		const { tools } = (await ask('tools/list')).result as { tools: { name: string; inputSchema: object }[] };
		const dropped = [
			'replace_file_text_by_path',
			'get_terminal_text',
			'execute_command_with_output',
			'get_command_output',
		];
		expect(tools.map(({ name }) => name)).toEqual([...NAMES.filter(name => !dropped.includes(name)), ...LATER]);
	});

	test('errors of the protocol have its codes', async () => {
		expect((await rpc({ id: 1, method: 'tools/list' })).error?.code).toBe(-32_600);
		expect((await ask('resources/list')).error?.code).toBe(-32_601);
		expect((await ask('tools/call', { arguments: {} })).error?.code).toBe(-32_602);
		expect((await ask('tools/call', { name: 'append_file' })).error).toEqual({
			code: -32_602,
			message: 'There is no tool "append_file"; did you mean "append_file_content"?',
		});
		expect(await tool('get_file_text_by_path', { pathInProject: 'none.js' })).toMatchObject({ isError: true });
	});

	test('files', async () => {
		const pathInProject = 'later.js';
		await tool('create_new_file_with_text', { pathInProject, text: 'one\ntwo\nthree\n' });
		expect(await tool('get_file_text_by_path', { pathInProject, encoding: 'utf-8' })).toBe('one\ntwo\nthree\n');
		expect(await tool('get_file_text_by_path', { pathInProject, maxCharacters: 3 })).toBe('one');
		const position = { pathInProject, startLine: 2, endLine: 2, content: '2\n2b' };
		expect(await tool('replace_file_content_at_position', position)).toBe('ok');
		expect(app().text(pathInProject)).toBe('one\n2\n2b\nthree\n');
		const beyond = { ...position, startLine: 90, endLine: 91 };
		expect(await tool('replace_file_content_at_position', beyond)).toMatchObject({
			text: expect.stringContaining('There are no lines 90 to 91') as unknown,
		});
		expect(await json('append_file_content', { pathInProject, content: 'one\n' })).toMatchObject({
			relativePath: pathInProject,
			size: 19,
		});
		expect(await tool('replace_specific_text', { pathInProject, oldText: 'one', newText: '1' })).toBe('2');
		expect(app().text(pathInProject)).toBe('1\n2\n2b\nthree\n1\n');
		await tool('rewrite_file_content', { pathInProject, text: 'const later = 1;\n' });
		expect(app().text(pathInProject)).toBe('const later = 1;\n');
		expect(await tool('search_in_files_content', { searchText: 'const later' })).toBe('[{"pathInProject":"later.js"}]');
		await tool('open_file_in_editor', { pathInProject });
		expect(await tool('get_open_in_editor_file_path')).toBe(pathInProject);
		expect(await tool('get_open_in_editor_file_text')).toBe('const later = 1;\n');
	});

	test('symbols and breakpoints have relative paths', async () => {
		const place = { pathInProject: 'src/utils/helper.js', line: 0, character: 12 };
		const { references } = (await json('find_references', place)) as { references: object[] };
		expect(references).toContainEqual({
			pathInProject: 'src/utils/helper.js',
			line: 0,
			character: 9,
			endLine: 0,
			endCharacter: 15,
		});
		await tool('toggle_debugger_breakpoint', { pathInProject: 'src/index.js', line: 4 });
		expect(await tool('get_debugger_breakpoints')).toBe('[{"pathInProject":"src/index.js","line":4}]');
		await tool('toggle_debugger_breakpoint', { pathInProject: 'src/index.js', line: 4 });
	});

	test('commands, for this system and in the time that the settings give', async () => {
		const background = { command: 'echo $WORD', env: { WORD: 'hi' } };
		expect(await json('run_command_on_background', background)).toEqual({
			stdout: 'hi\n',
			stderr: '',
			exitCode: 0,
		});
		const own = process.platform === 'win32' ? 'windowsCommand' : 'unixCommand';
		expect(await json('execute_os_specific_command', { [own]: 'echo ours', command: 'echo other' })).toEqual({
			command: 'echo ours',
			executed: true,
			output: 'ours\n',
		});
		expect(await json('get_terminal_info')).toMatchObject({ osType: process.platform });
		const setTimeLimit = (value: number | undefined) =>
			app().window.evaluate(
				`await vscode.workspace.getConfiguration().update('hawser.terminalTimeout', args.value, vscode.ConfigurationTarget.Global)`,
				{ value },
			);
		await setTimeLimit(1000);
		const running = await json('run_command_on_background', { command: 'echo go; sleep 600' });
		expect(running).toMatchObject({ running: true });
		await setTimeLimit(undefined);
		await callWindow(app().entry, 'terminal_stop');
	});

	test('git', async () => {
		for (const [key, value] of Object.entries({ 'user.name': 'Test', 'user.email': 'test@example.org' })) {
			app().git('config', key, value);
		}
		app().write('README.md', '# Later\n');
		expect(await tool('get_file_diff', { pathInProject: 'README.md' })).toContain('+# Later');
		app().git('add', 'README.md');
		expect(await tool('commit_changes', { message: 'Change the title' })).toMatch(/^Committed /);
		const head = app().git('rev-parse', 'HEAD');
		expect(await tool('get_file_history', { pathInProject: 'README.md', maxCount: 1 })).toMatch(
			new RegExp(`^${head}\\|Test\\|.*\\|Change the title$`),
		);
		const between = { pathInProject: 'README.md', hash1: 'HEAD~1', hash2: 'HEAD' };
		expect(await json('get_file_diff', between)).toMatchObject({ exitCode: 0 });
		expect(await tool('get_commit_details', { hash: head })).toMatch(/^commit [\s\S]*\n\nM\tREADME\.md$/);
		expect(await tool('create_branch', { branch: 'side' })).toMatch(/side/);
		expect(await tool('get_branch_info')).toContain(`side||${head}`);
		expect(await tool('switch_branch', { branch: 'main' })).toMatch(/main/);
		expect(await tool('pull_changes')).toMatchObject({ isError: true });
	});

	test('hawser.logCalls writes a line for each call', async () => {
		const logCalls = (value: boolean | undefined) =>
			app().window.evaluate(
				`await vscode.workspace.getConfiguration().update('hawser.logCalls', args.value, vscode.ConfigurationTarget.Global)`,
				{ value },
			);
		const lines = () => hawserLogs(workbench().editor.folder).match(/\[info\] wait ok \d+ ms \(rest/g) ?? [];
		expect(await tool('wait', { milliseconds: 1 })).toBe('ok');
		await logCalls(true);
		await eventually(async () => {
			await tool('wait', { milliseconds: 1 });
			expect(lines().length).toBeGreaterThan(0);
		});
		await logCalls(undefined);
	});
});

describe('who may ask', () => {
	const WARNING = 'without a token';
	const stranger = () => ggmcpClient({ port: app().entry.port });
	const requireToken = (value: boolean | undefined) =>
		app().window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.ggmcp.requireToken', args.value, vscode.ConfigurationTarget.Global)`,
			{ value },
		);

	const REFUSED = [
		['a foreign Host', { host: 'evil.example:9960' }, 403],
		['a foreign Origin', { origin: 'https://evil.example' }, 403],
		['the Origin of a sandboxed page', { origin: 'null' }, 403],
		['plain text', { 'content-type': 'text/plain' }, 415],
	] as const;

	test('nobody is answered without the token, and the answer says what to do', async () => {
		for (const path of ['/mcp/initialize', '/mcp/status', '/mcp/list_tools']) {
			expect(await stranger().send('GET', path)).toMatchObject({ status: 401, body: { status: null } });
		}
		const answer = await stranger().send('POST', '/mcp/wait', { body: '{"milliseconds":1}' });
		expect(answer.status).toBe(401);
		expect(answer.body).toEqual(failed(/hawser headers.*hawser\.ggmcp\.requireToken/));
	});

	test.each(REFUSED)('the token does not let in %s', async (_what, headers, status) => {
		const answer = await app().client.send('POST', '/mcp/wait', { body: '{"milliseconds":1}', headers });
		expect(answer).toMatchObject({ status, body: { status: null, error: expect.any(String) as unknown } });
	});

	describe('when the user has turned the token off', () => {
		beforeAll(async () => {
			await requireToken(false);
			await app().window.page.locator('.notification-toast', { hasText: WARNING }).waitFor();
		});

		test('every program on this machine is answered', async () => {
			await eventually(async () => expect(await stranger().plain('wait', { milliseconds: 1 })).toEqual(ok('ok')));
			expect(await stranger().send('GET', '/mcp/list_tools')).toMatchObject({ status: 200 });
			const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
			expect(await stranger().send('POST', '/', { body: ping })).toMatchObject({ body: { id: 1, result: {} } });
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

		test('the button of the warning requires the token again', async () => {
			// The first one has left the screen by now.
			await requireToken(true);
			await eventually(async () => expect(await stranger().send('GET', '/mcp/status')).toMatchObject({ status: 401 }));
			await requireToken(false);
			const toast = app().window.page.locator('.notification-toast', { hasText: WARNING });
			await toast.getByText('Require the Token').click();
			await eventually(async () => expect(await stranger().send('GET', '/mcp/status')).toMatchObject({ status: 401 }));
		});
	});
});
