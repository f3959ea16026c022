import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolsets } from '@hawser/core/all-toolsets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { callWindow } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { completeShop } from '../support/example-project.ts';
import { gitIn, makeConflict } from '../support/git.ts';
import { answerQuestion } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** The example of each tool, which help and reference show, is called as it stands, in a window on the project it speaks of. */
const workbench = useWorkbench({
	extensions: ['test-controllers', 'notebook-kernels'].map(name => join(ROOT, 'tests/projects', name)),
	env: { HAWSER_TEST_NODE: process.execPath },
});
const tools = new Map(toolsets.flatMap(toolset => toolset.tools.map(tool => [tool.name as string, tool])));
const WAIT = 120_000;

type Data = Record<string, unknown>;

let open: OpenWindow;
const done = new Set<string>();

beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	completeShop(folder);
	open = await workbench().open(folder);
});

/** Calls a tool and expects an answer. */
async function call(tool: string, input: Data = {}): Promise<Data> {
	const { envelope, text } = await callWindow(open.entry, tool, input);
	expect({ tool, ok: envelope.ok, text: envelope.ok ? '' : text }).toEqual({ tool, ok: true, text: '' });
	return envelope.data as Data;
}

/** Calls a tool with its example. Only what a program hands out, such as an id, is put in: the example cannot know it. */
function example(tool: string, handedOut: Data = {}): Promise<Data> {
	done.add(tool);
	return call(tool, { ...tools.get(tool)?.example, ...handedOut });
}

const READING = [
	...['window_list', 'window_status', 'editor_open', 'editor_context', 'editor_notify', 'editor_show_testing_ui'],
	...['file_read', 'file_list', 'file_find', 'text_search', 'symbol_outline', 'symbol_search', 'symbol_definition'],
	...[
		'symbol_references',
		'symbol_hover',
		'symbol_languages',
		'symbol_calls',
		'symbol_types',
		'code_actions',
		'code_completions',
		'code_inlay_hints',
		'text_replace',
		'diagnostic_list',
	],
	...['database_list', 'database_tables', 'database_schema', 'database_query', 'database_explain'],
	...['git_status', 'git_diff', 'git_log', 'git_show', 'git_blame', 'setting_get', 'command_list', 'command_run'],
	...['project_modules', 'project_dependencies', 'docs_list', 'docs_get', 'util_wait', 'task_list', 'task_run'],
	...['test_list', 'test_run', 'debug_configurations', 'terminal_run', 'terminal_read', 'terminal_list'],
	'notebook_read',
	...['tool_find', 'tool_read'],
] as const;

test.each(READING)(
	'%s runs as its example shows',
	async tool => {
		await eventually(async () => {
			const data = await example(tool);
			// A language server that is still loading gives an answer, and not yet a good one.
			expect(data['freshness'] ?? 'fresh').toBe('fresh');
		});
	},
	WAIT,
);

test('what the examples ask about is there', async () => {
	expect(await example('file_find')).toMatchObject({ files: ['src/cart.ts'] });
	expect((await example('text_search'))['total']).toBeGreaterThan(2);
	expect(await example('symbol_references')).toMatchObject({ total: 5 });
	expect(await example('database_query')).toMatchObject({
		rows: [
			[1, 12],
			[2, 30],
		],
	});
	expect(await example('test_run')).toMatchObject({ passed: 1, failed: 0 });
	expect(await example('task_run')).toMatchObject({ exitCode: 0 });
});

test(
	'git_stage, git_commit and git_branch run as their examples show',
	async () => {
		await example('file_edit');
		expect(await example('git_stage')).toMatchObject({ repositories: [{ counts: { staged: 1 } }] });
		expect(await example('git_commit')).toMatchObject({ subject: 'Lower the tax rate', files: 1, branch: 'main' });
		expect(await example('git_branch')).toMatchObject({ done: 'created', branch: 'lower-tax' });
	},
	WAIT,
);

test(
	'git_sync, git_stash, git_conflicts and git_resolve run as their examples show',
	async () => {
		const git = (...args: string[]) => gitIn(open.folder, ...args);
		const remote = mkdtempSync(join(tmpdir(), 'hawser-remote-'));
		git('init', '--quiet', '--bare', remote);
		git('remote', 'add', 'origin', remote);
		git('push', '--quiet', '--set-upstream', 'origin', 'main');
		expect(await example('git_sync')).toMatchObject({ pulled: 0 });
		open.write('notes.md', 'rate = 0.3\n');
		expect(await example('git_stash')).toMatchObject({ done: 'pushed', changed: ['notes.md'] });
		makeConflict(open.folder, 'src/cart.ts');
		expect(await example('git_conflicts')).toMatchObject({ total: 1, totalPieces: 1 });
		expect(await example('git_resolve')).toMatchObject({ staged: true, left: 0 });
		git('commit', '--quiet', '--no-edit');
		rmSync(remote, { recursive: true, force: true });
	},
	WAIT,
);

test(
	'change_list and change_undo run as their examples show',
	async () => {
		// In a file of its own, because the tests below rest on what was changed above.
		await call('file_write', { path: 'src/extra.ts', text: 'export const extra = 1;\n' });
		expect((await example('change_list'))['changes']).toContainEqual(expect.objectContaining({ path: 'src/extra.ts' }));
		expect(await example('change_undo', { path: 'src/extra.ts' })).toMatchObject({ changes: [{ outcome: 'undone' }] });
	},
	WAIT,
);

// Each on what the one before has left.
test.each([
	...['file_write', 'file_delete', 'setting_set', 'symbol_replace', 'code_format', 'code_organize_imports'],
	...['symbol_rename', 'code_action_apply', 'file_rename', 'notebook_run', 'notebook_edit'],
])(
	'%s runs as its example shows',
	async tool => {
		await example(tool);
	},
	WAIT,
);

test('editor_replace_selection runs as its example shows', async () => {
	await call('editor_open', { path: 'notes.md', line: 1, column: 1, endLine: 1, endColumn: 11 });
	expect(await example('editor_replace_selection')).toMatchObject({ replaced: 'rate = 0.2' });
});

test(
	'editor_show_diff runs as its example shows',
	async () => {
		const decided = example('editor_show_diff');
		await open.window.page.getByRole('button', { name: 'Accept Proposal' }).first().click();
		expect(await decided).toMatchObject({ verdict: 'accepted' });
	},
	WAIT,
);

test(
	'database_execute runs as its example shows',
	async () => {
		const allow = (allowed: boolean) =>
			open.window.evaluate(
				`await vscode.workspace.getConfiguration().update('hawser.database.allowWrites', args.allowed, vscode.ConfigurationTarget.Global)`,
				{ allowed },
			);
		await allow(true);
		const changed = example('database_execute');
		await answerQuestion(open.window, 'UPDATE orders SET total', 'Run');
		expect(await changed).toMatchObject({ changedRows: 1 });
		await allow(false);
	},
	WAIT,
);

test(
	'terminal_send and terminal_stop run as their examples show',
	async () => {
		const { terminal } = await call('terminal_run', { command: 'head -n 1', background: true });
		expect(await example('terminal_send', { terminal })).toMatchObject({ terminal });
		const { terminal: other } = await call('terminal_run', { command: 'sleep 600', background: true });
		await example('terminal_stop', { terminal: other });
	},
	WAIT,
);

test(
	'breakpoints are set, and a program stops at them',
	async () => {
		for (const tool of ['breakpoint_set', 'breakpoint_list', 'breakpoint_remove', 'breakpoint_toggle']) {
			await example(tool);
		}
		expect(await example('debug_start')).toMatchObject({ event: 'stopped', path: 'src/main.js', line: 6 });
		for (const tool of ['debug_status', 'debug_stack', 'debug_threads', 'debug_evaluate', 'debug_list_variables']) {
			await example(tool);
		}
		const { scopes } = (await example('debug_scopes')) as { scopes: { variablesReference: number }[] };
		await example('debug_get_variable', { variablesReference: scopes[0]?.variablesReference });
		await example('debug_set_variable');
		await example('debug_save_variable');
		for (const tool of ['debug_step_over', 'debug_step_into', 'debug_restart', 'debug_step_out', 'debug_continue']) {
			await example(tool);
		}
		await call('debug_start', tools.get('debug_start')?.example);
		await example('debug_stop');
		await call('debug_start', { ...tools.get('debug_start')?.example, wait: false });
		expect(await example('debug_wait_for_hit')).toMatchObject({ event: 'stopped' });
		await call('breakpoint_toggle', tools.get('breakpoint_toggle')?.example);
		await call('debug_continue');
		await example('breakpoint_clear_file');
		await example('breakpoint_clear_project');
	},
	WAIT,
);

test(
	'debug_pause runs as its example shows',
	async () => {
		await call('debug_start', { path: 'src/forever.js', wait: false });
		// A program that was just started has no thread to be stopped yet.
		await eventually(async () => expect(await example('debug_pause')).toMatchObject({ event: 'stopped' }));
		await call('debug_stop');
	},
	WAIT,
);

test(
	'the recording of what was debugged is read as the examples show',
	async () => {
		await call('debug_start', { path: 'src/main.js' });
		await call('debug_start', { path: 'src/main.js' });
		const { session } = await example('debug_tracker');
		for (const tool of ['dap_summary', 'dap_exceptions', 'dap_timeline']) {
			expect(await example(tool), tool).toMatchObject({ session: { type: 'pwa-node' } });
		}
		for (const tool of ['dap_logs', 'dap_search', 'dap_filter']) {
			expect((await example(tool))['matched'], tool).toBeGreaterThan(0);
		}
		expect((await example('dap_stats'))['sessions']).toBeGreaterThan(1);
		const { a, b } = (await example('dap_compare')) as Record<'a' | 'b', { id: string }>;
		expect(a.id).not.toBe(b.id);
		expect(session).toBeDefined();
	},
	WAIT,
);

test(
	'tool_call and test_debug_single run as their examples show',
	async () => {
		await example('tool_call');
		await call('breakpoint_clear_project');
		await call('breakpoint_set', { path: 'src/main.test.js', line: 6 });
		expect(await example('test_debug_single')).toMatchObject({ event: 'stopped', path: 'src/main.test.js', line: 6 });
		await call('breakpoint_clear_project');
		await call('debug_stop');
	},
	WAIT,
);

test(
	'window_reload runs as its example shows',
	async () => {
		expect(await example('window_reload')).toMatchObject({ reloading: true });
	},
	WAIT,
);

afterAll(() => {
	expect([...tools.keys()].filter(name => !done.has(name))).toEqual([]);
});
