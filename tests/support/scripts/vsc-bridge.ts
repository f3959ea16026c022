import type { Step } from './script.ts';

const ok = (data: Record<string, unknown> = {}) => ({ ok: true, data });
const failed = (code: string) => ({ ok: false, error: { code } });

/** A debugging session and the questions around it, with the scripts of VSC-Bridge and their arguments. */
export const vscBridgeScript: readonly Step[] = [
	{ tool: 'bridge_status', says: ok({ trusted: true }) },
	{ tool: 'debug_status', says: ok({ isActive: false }) },
	{ tool: 'debug_evaluate', input: { expression: '1' }, says: failed('E_NO_SESSION'), fails: true },
	{ tool: 'breakpoint_set', input: { path: 'none.js', line: 1 }, says: failed('E_FILE_NOT_FOUND'), fails: true },
	{ tool: 'breakpoint_set', input: { path: 'totals.js' }, says: failed('E_INVALID_PARAMS'), fails: true },
	{ tool: 'breakpoint_set', input: { path: 'totals.js', line: 9 }, says: ok() },
	{ tool: 'breakpoint_set', input: { path: 'totals.js', line: 2, condition: 'price > 3' }, says: ok() },
	{ tool: 'breakpoint_list', says: ok({ total: 2 }) },
	{ tool: 'breakpoint_remove', input: { path: 'totals.js', line: 2 }, says: ok() },
	{
		tool: 'debug_start',
		input: { launch: 'Totals', wait: true, timeoutMs: 60_000 },
		says: ok({ event: 'stopped', line: 9 }),
	},
	{ tool: 'debug_status', says: ok({ isActive: true, isPaused: true }) },
	{ tool: 'debug_stack', says: /total.*totals\.js:9/ },
	{ tool: 'debug_threads', says: ok() },
	{ tool: 'debug_evaluate', input: { expression: 'price * 2', context: 'repl' }, says: ok({ result: '6' }) },
	{ tool: 'debug_list_variables', input: { scope: 'local', maxDepth: 2 }, says: /prices/ },
	{ tool: 'debug_set_variable', input: { name: 'sum', value: '100' }, says: ok() },
	{ tool: 'debug_step_into', input: { timeoutMs: 30_000 }, says: ok({ event: 'stopped', line: 2 }) },
	{ tool: 'debug_step_over', input: { timeoutMs: 30_000 }, says: ok({ event: 'stopped', line: 3 }) },
	{ tool: 'debug_evaluate', input: { expression: 'result' }, says: ok({ result: '103' }) },
	{ tool: 'debug_step_out', input: { timeoutMs: 30_000 }, says: ok({ event: 'stopped' }) },
	{ tool: 'breakpoint_clear_file', input: { path: 'totals.js' }, says: ok() },
	{ tool: 'debug_continue', input: { timeoutMs: 60_000 }, says: ok({ event: 'ended' }) },
	{ tool: 'dap_logs', input: { count: 20, category: 'stdout' }, says: /Ada pays 112/ },
	{ tool: 'dap_search', input: { pattern: 'pays' }, says: /Ada pays 112/ },
	{ tool: 'dap_summary', says: ok() },
	{ tool: 'breakpoint_clear_project', says: ok() },
	{ tool: 'search_symbol_search', input: { mode: 'document', path: 'totals.js' }, says: /total/, patient: true },
	{ tool: 'symbol_navigate', input: { path: 'totals.js', symbol: 'add' }, says: ok({ total: 2 }), patient: true },
	{ tool: 'symbol_calls', input: { path: 'totals.js', symbol: 'add' }, says: /total/, patient: true },
	{
		tool: 'symbol_rename',
		input: { nodeId: 'function:totals.js:add', newName: 'plus' },
		says: ok({ applied: true, totalEdits: 2 }),
		patient: true,
	},
	{
		tool: 'code_replace_method',
		input: { path: 'totals.js', symbol: 'plus', replacement: 'function plus(a, b) {\n\treturn a + b;\n}' },
		says: ok(),
		patient: true,
	},
	{ tool: 'editor_goto_line', input: { path: 'totals.js', line: 3 }, says: ok({ path: 'totals.js', line: 3 }) },
	{ tool: 'editor_get_context', says: /totals\.js/ },
	{
		tool: 'diagnostic_collect',
		input: { path: 'totals.js' },
		says: ok({ system: { platform: process.platform }, debug: { hasActiveSession: false, breakpointCount: 0 } }),
		patient: true,
	},
];
