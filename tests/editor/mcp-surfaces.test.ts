import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, connectHttp, connectStdio, ERAS, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

const TOOLS = [
	'window_list',
	'window_status',
	'editor_context',
	'editor_open',
	'editor_replace_selection',
	'editor_show_diff',
	'file_read',
	'file_write',
	'file_edit',
	'file_list',
	'file_find',
	'file_rename',
	'file_delete',
	'change_list',
	'change_undo',
	'text_search',
	'symbol_outline',
	'symbol_search',
	'symbol_definition',
	'symbol_references',
	'symbol_hover',
	'symbol_languages',
	'symbol_calls',
	'symbol_rename',
	'symbol_replace',
	'code_actions',
	'code_action_apply',
	'code_format',
	'code_organize_imports',
	'diagnostic_list',
	'database_list',
	'database_tables',
	'database_schema',
	'database_query',
	'database_explain',
	'breakpoint_set',
	'breakpoint_remove',
	'breakpoint_list',
	'breakpoint_clear_file',
	'breakpoint_clear_project',
	'debug_configurations',
	'debug_start',
	'debug_stop',
	'debug_restart',
	'debug_status',
	'debug_continue',
	'debug_step_into',
	'debug_step_over',
	'debug_step_out',
	'debug_pause',
	'debug_wait_for_hit',
	'debug_stack',
	'debug_threads',
	'debug_scopes',
	'debug_evaluate',
	'debug_list_variables',
	'debug_get_variable',
	'debug_set_variable',
	'debug_save_variable',
	'test_list',
	'test_run',
	'test_debug_single',
	'git_status',
	'git_diff',
	'git_log',
	'git_show',
	'git_blame',
	'git_stage',
	'git_commit',
	'git_branch',
	'git_sync',
	'git_stash',
	'git_conflicts',
	'git_resolve',
	'setting_get',
	'setting_set',
	'command_list',
	'project_modules',
	'project_dependencies',
	'docs_list',
	'docs_get',
	'terminal_run',
	'terminal_read',
	'terminal_list',
	'terminal_send',
	'terminal_stop',
	'task_list',
	'task_run',
	'tool_find',
	'tool_read',
	'tool_call',
];
const READING = [
	'window_list',
	'window_status',
	'editor_context',
	'file_read',
	'file_list',
	'file_find',
	'change_list',
	'text_search',
	'symbol_outline',
	'symbol_search',
	'symbol_definition',
	'symbol_references',
	'symbol_hover',
	'symbol_languages',
	'symbol_calls',
	'code_actions',
	'diagnostic_list',
	'database_list',
	'database_tables',
	'database_schema',
	'database_query',
	'database_explain',
	'breakpoint_list',
	'debug_configurations',
	'debug_status',
	'debug_wait_for_hit',
	'debug_stack',
	'debug_threads',
	'debug_scopes',
	'debug_list_variables',
	'debug_get_variable',
	'git_status',
	'git_diff',
	'git_log',
	'git_show',
	'git_blame',
	'git_conflicts',
	'setting_get',
	'command_list',
	'project_modules',
	'project_dependencies',
	'docs_list',
	'docs_get',
	'terminal_read',
	'terminal_list',
	'tool_find',
	'tool_read',
];
const CORE = [
	'window_status',
	'editor_context',
	'file_rename',
	'symbol_outline',
	'symbol_search',
	'symbol_definition',
	'symbol_references',
	'symbol_rename',
	'code_actions',
	'code_action_apply',
	'diagnostic_list',
	'test_run',
	'tool_find',
	'tool_read',
	'tool_call',
];

const { workbench, open } = useShopWindow();

type Mode = (typeof ERAS)[number]['mode'];

const SURFACES = [
	{
		surface: 'http',
		connect: (mode: Mode, client?: string) => connectHttp(open().entry, mode, { ...(client && { client }) }),
		whole: (mode: Mode) => connectHttp(open().entry, mode, { query: '?profile=whole&structured=false' }),
	},
	{
		surface: 'stdio',
		connect: (mode: Mode, client?: string) =>
			connectStdio({ env: workbench().env, cwd: open().folder, mode, ...(client && { client }) }),
		whole: (mode: Mode) =>
			connectStdio({ env: workbench().env, cwd: open().folder, mode, args: ['--profile', 'whole', '--text'] }),
	},
];

describe.each(SURFACES)('$surface', ({ connect, whole }) => {
	describe.each(ERAS)('$era', ({ mode }) => {
		let client: Client;
		beforeAll(async () => {
			client = await connect(mode);
		});
		afterAll(async () => {
			await client.close();
		});

		test('introduces itself, and lists to a client that nobody knows exactly the core', async () => {
			expect(client.getServerVersion()).toMatchObject({ name: 'hawser', version: open().entry.version });
			expect(client.getInstructions()).toContain('1-based');
			const { tools } = await client.listTools();
			expect(tools.map(tool => tool.name)).toEqual(CORE);
			expect(tools.every(tool => tool.inputSchema.properties?.['projectRoot'] !== undefined)).toBe(true);
		});

		test('lists to a client that searches exactly what is on by default, with what to load at once, and answers in text', async () => {
			const agent = await connect(mode, 'claude-code');
			const { tools } = await agent.listTools();
			expect(tools.map(tool => tool.name)).toEqual(TOOLS);
			expect(tools.filter(tool => tool.annotations?.readOnlyHint).map(tool => tool.name)).toEqual(READING);
			const atOnce = tools.filter(tool => tool._meta?.['anthropic/alwaysLoad'] === true).map(tool => tool.name);
			expect(atOnce).toEqual(CORE.slice(0, 12));
			expect(tools.filter(tool => tool.outputSchema !== undefined)).toEqual([]);
			const result = await call(agent, 'window_status');
			expect(result.structuredContent).toBeUndefined();
			expect(textOf(result)).toContain(`port ${open().entry.port}`);
			await agent.close();
		});

		test('takes the profile and the form of answers that were chosen', async () => {
			const agent = await whole(mode);
			const names = (await agent.listTools()).tools.map(tool => tool.name);
			expect(names).toEqual(expect.arrayContaining([...CORE, 'file_read', 'terminal_run']));
			expect(names).toHaveLength(26);
			expect((await call(agent, 'window_status')).structuredContent).toBeUndefined();
			await agent.close();
		});

		test('finds and calls what it does not list', async () => {
			const found = textOf(await call(client, 'tool_find', { query: 'hover type signature' }));
			expect(found).toMatch(/^symbol_hover\(/);
			const address = { path: 'src/cart.ts', symbol: 'addTax' };
			const direct = await call(client, 'symbol_hover', address);
			const byName = await call(client, 'tool_read', { tool: 'symbol_hover', arguments: address });
			expect(textOf(byName)).toBe(textOf(direct));
			expect(byName.structuredContent).toMatchObject({ ok: true });
			const wrong = await call(client, 'tool_call', { tool: 'symbol_hover', arguments: { pth: 'a' } });
			expect(textOf(wrong)).toContain('The arguments of symbol_hover: {"type":"object"');
			const refused = await call(client, 'tool_read', { tool: 'file_delete', arguments: { path: 'src/cart.ts' } });
			expect(textOf(refused)).toContain('[E_INVALID_PARAMS] file_delete does more than read');
		});

		test('answers with text and with the same data', async () => {
			const result = await call(client, 'window_status');
			expect(result.isError).toBeFalsy();
			expect(result.structuredContent).toMatchObject({
				ok: true,
				type: 'success',
				data: { id: open().entry.id, port: open().entry.port, folders: [{ path: open().folder }] },
				meta: { requestId: expect.any(String) as unknown },
			});
			expect(textOf(result)).toContain(`port ${open().entry.port}`);
		});

		test('sends plain text once', async () => {
			const result = await call(client, 'file_read', { path: 'src/checkout.ts', startLine: 6, endLine: 6 });
			expect(textOf(result)).toMatch(/^line 6 of 10 .*\n6 const shipping = addTax\(4\.5\);$/);
			expect(result.structuredContent).toBeUndefined();
		});

		test('says what is wrong with a call', async () => {
			const result = await call(client, 'file_read', { pth: 'src/cart.ts' });
			expect(result.isError).toBe(true);
			expect(textOf(result)).toMatch(/^\[E_INVALID_PARAMS\] .*did you mean "path"\?/);
			expect(result.structuredContent).toMatchObject({ ok: false, error: { code: 'E_INVALID_PARAMS' } });
		});

		test('treats an unknown tool as the specification wants, with the envelope as data', async () => {
			await expect(call(client, 'file_red')).rejects.toMatchObject({
				code: -32_602,
				message: expect.stringContaining(
					'[E_UNKNOWN_TOOL] There is no tool "file_red"; did you mean "file_read"?',
				) as unknown,
			});
		});

		test('answers other names of a tool', async () => {
			expect((await call(client, 'bridge_status')).structuredContent).toMatchObject({ data: { id: open().entry.id } });
		});

		test('sends progress to whoever asked for it', async () => {
			const folder = join(open().folder, 'src');
			writeFileSync(join(folder, 'extra.ts'), 'export const extra: number = 1;\n');
			const messages: string[] = [];
			const result = await client.callTool(
				{ name: 'diagnostic_list', arguments: { path: 'src' } },
				{ onprogress: ({ message }) => messages.push(message ?? '') },
			);
			expect(result.structuredContent).toMatchObject({ data: { checkedFiles: 3, counts: { error: 1 } } });
			expect(messages.length).toBeGreaterThan(0);
		});

		test('a cancelled call is over at once, and the next one is answered', async () => {
			const abort = new AbortController();
			const pending = client.callTool(
				{ name: 'diagnostic_list', arguments: { path: '.' } },
				{ signal: abort.signal, onprogress: () => abort.abort(new Error('enough')) },
			);
			await expect(pending).rejects.toThrow();
			expect((await call(client, 'window_status')).isError).toBeFalsy();
		});
	});
});

test('forty calls at once over both surfaces each get their own answer', async () => {
	const clients = [await connectHttp(open().entry), await connectStdio({ env: workbench().env, cwd: open().folder })];
	const lines = Array.from({ length: 20 }, (_, index) => (index % 10) + 1);
	const answers = await Promise.all(
		clients.flatMap(client =>
			lines.map(async line => ({
				line,
				text: textOf(await call(client, 'file_read', { path: 'src/checkout.ts', startLine: line, endLine: line })),
			})),
		),
	);
	expect(answers.filter(({ line, text }) => !text.startsWith(`line ${line} of 10`))).toEqual([]);
	await Promise.all(clients.map(client => client.close()));
});
