import { describe, expect, test } from 'vitest';
import { dialects, toolsets } from '../../src/all-toolsets.ts';
import type { Effect } from '../../src/contract/effects.ts';
import { buildManifest } from '../../src/contract/manifest.ts';

const { tools } = buildManifest(toolsets, dialects, '0.0.0');

/** Every tool by what it may do in the worst case. Whoever adds a tool decides here too, and a change shows in review. */
const TOOLS: Record<Effect, string> = {
	reads: `breakpoint_list change_list code_actions code_completions code_inlay_hints command_list dap_compare dap_exceptions dap_filter dap_logs dap_search dap_stats
		dap_summary dap_timeline database_list debug_configurations debug_get_variable debug_list_variables debug_scopes
		debug_stack debug_status debug_threads debug_tracker debug_wait_for_hit diagnostic_list docs_get docs_list
		editor_context file_find file_list file_read git_blame git_conflicts git_diff git_log git_show git_status notebook_read project_dependencies
		project_modules setting_get symbol_calls symbol_definition symbol_hover symbol_languages symbol_outline symbol_references
		symbol_search symbol_types terminal_list terminal_read text_search tool_find util_wait window_list window_status`,
	// The server of a database may be anywhere; tool_read calls what only reads, there too.
	queries: 'database_explain database_query database_schema database_tables tool_read',
	shows: 'editor_notify editor_open',
	edits: `breakpoint_clear_file breakpoint_clear_project breakpoint_remove breakpoint_toggle change_undo code_format
		code_organize_imports editor_replace_selection editor_show_diff file_delete file_edit file_rename file_write
		git_resolve git_stage git_stash notebook_edit symbol_rename symbol_replace text_replace`,
	// Conditions and log messages of breakpoints are code; extensions run programs to find tests and tasks; a code action
	// may carry a command; a setting may name a program; git runs hooks.
	runs: `breakpoint_set code_action_apply command_run debug_evaluate debug_restart debug_save_variable debug_set_variable
		debug_start notebook_run task_run terminal_run terminal_send test_debug_single test_run tool_call window_reload`,
	steers: `debug_continue debug_pause debug_step_into debug_step_out debug_step_over debug_stop editor_show_testing_ui
		task_list terminal_stop test_list`,
	lasts: 'database_execute git_branch git_commit git_sync setting_set',
};

test.each(Object.entries(TOOLS))('these tools are known as what %s', (effect, names) => {
	const known = tools.filter(tool => tool.effect === effect).map(({ name }) => name);
	expect(known.sort()).toEqual(names.split(/\s+/).sort());
});

describe('annotations follow from the effect alone', () => {
	test.each([
		['git_status', { readOnlyHint: true, openWorldHint: false }],
		['database_query', { readOnlyHint: true, destructiveHint: false, openWorldHint: true }],
		['database_list', { readOnlyHint: true, openWorldHint: false }],
		['editor_notify', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
		['task_run', { readOnlyHint: false, openWorldHint: true }],
		['debug_step_over', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }],
		['git_commit', { readOnlyHint: false, destructiveHint: true }],
		['file_write', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }],
	])('%s', (name, hints) => {
		expect(tools.find(tool => tool.name === name)?.annotations).toMatchObject(hints);
	});

	test('two tools with the same effect have the same annotations', () => {
		for (const effect of Object.keys(TOOLS)) {
			const annotations = tools.filter(tool => tool.effect === effect).map(tool => JSON.stringify(tool.annotations));
			expect(new Set(annotations).size, effect).toBe(1);
		}
	});
});
