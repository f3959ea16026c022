import type { DialectFormat } from '../contract/dialect-format.ts';

/** VSC-Bridge answers with an envelope, and so do we; most of its tools have our names. */
export const vscBridgeFormat: DialectFormat = {
	server: { name: 'vsc-bridge-mcp', version: '1.4.0' },
	requiresProjectRoot: false,
	absolutePaths: false,
	answers: {},
	answersAsOurs: true,
	ownNames: [
		...['breakpoint_set', 'breakpoint_remove', 'breakpoint_list', 'breakpoint_clear_file', 'breakpoint_clear_project'],
		...['debug_start', 'debug_stop', 'debug_restart', 'debug_status', 'debug_continue'],
		...['debug_step_into', 'debug_step_over', 'debug_step_out', 'debug_wait_for_hit', 'debug_evaluate'],
		...['debug_stack', 'debug_threads', 'debug_scopes', 'debug_list_variables', 'debug_get_variable'],
		...['debug_set_variable', 'debug_save_variable', 'debug_tracker', 'test_debug_single', 'editor_show_testing_ui'],
		...['dap_summary', 'dap_logs', 'dap_search', 'dap_exceptions', 'dap_timeline', 'dap_stats', 'dap_filter'],
		...['dap_compare', 'util_restart_vscode', 'editor_goto_line', 'editor_get_context'],
		...['symbol_rename', 'symbol_calls', 'bridge_status'],
	],
	failure: ({ code, message, hint }) => `[${code}] ${message} ${hint}`.trimEnd(),
};
