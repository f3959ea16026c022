import type { Step } from './script.ts';

const TOTAL = { path: 'src/cart.ts', line: 18, column: 2 };

/** AgentLink's tools with the arguments of its documentation, on the sample project. */
export function agentlinkScript(folder: string): readonly Step[] {
	return [
		{ tool: 'handshake', input: { working_directories: [folder] }, says: { status: 'trusted' } },
		{ tool: 'handshake', input: { working_directories: ['/elsewhere'] }, says: { status: 'rejected' } },
		{
			tool: 'read_file',
			input: { path: 'src/cart.ts', offset: 1, limit: 2 },
			says: { showing: '1-2', truncated: true },
		},
		{ tool: 'read_file', input: { path: 'src/none.ts' }, says: /"error":"\[E_FILE_NOT_FOUND\]/, fails: true },
		{ tool: 'list_files', input: { path: 'src' }, says: { path: 'src', entries: 'cart.ts\ncheckout.ts', count: 2 } },
		{ tool: 'list_files', input: { path: '.', recursive: true }, says: /cart\.ts/ },
		{ tool: 'search_files', input: { path: 'src', regex: 'class \\w+' }, says: { total_matches: 1, total_files: 1 } },
		{
			tool: 'search_files',
			input: { path: '.', regex: 'addTax', file_pattern: '*.ts', output_mode: 'count' },
			says: {
				files: [
					{ path: 'src/cart.ts', count: 2 },
					{ path: 'src/checkout.ts', count: 3 },
				],
			},
		},
		{ tool: 'get_symbols', input: { path: 'src/cart.ts' }, says: /"name":"Cart","kind":"class"/, patient: true },
		{ tool: 'get_symbols', input: { query: 'addTax' }, says: /"name":"addTax"/, patient: true },
		{ tool: 'get_hover', input: TOTAL, says: /Cart\.total\(\): number/, patient: true },
		{
			tool: 'go_to_definition',
			input: { path: 'src/checkout.ts', line: 6, column: 20 },
			says: { definitions: [{ path: 'src/cart.ts', line: 7 }] },
			patient: true,
		},
		{
			tool: 'go_to_implementation',
			input: TOTAL,
			says: { definitions: [{ path: 'src/cart.ts', line: 18 }] },
			patient: true,
		},
		{ tool: 'get_references', input: TOTAL, says: { total_references: 2, truncated: false }, patient: true },
		{
			tool: 'get_completions',
			input: { path: 'src/checkout.ts', line: 8, column: 28 },
			says: /"label":"total"/,
			patient: true,
		},
		{ tool: 'get_inlay_hints', input: { path: 'src/cart.ts' }, says: /"hints":\[/, patient: true },
		{
			tool: 'get_call_hierarchy',
			input: { ...TOTAL, direction: 'outgoing' },
			says: /"outgoing":\[.*addTax/,
			patient: true,
		},
		{
			tool: 'get_diagnostics',
			input: { path: 'src/checkout.ts', severity: 'error' },
			says: [{ file: 'src/checkout.ts', diagnostics: [{ line: 8, severity: 'error' }] }],
			patient: true,
		},
		{ tool: 'get_diagnostics', input: { path: 'src/cart.ts' }, says: /^No diagnostics found\.$/, patient: true },
		{
			tool: 'write_file',
			input: { path: 'notes.txt', content: 'one\ntwo\n' },
			says: { status: 'accepted', operation: 'created' },
		},
		{
			tool: 'apply_diff',
			input: { path: 'notes.txt', diff: '<<<<<<< SEARCH\ntwo\n======= DIVIDER =======\n2\n>>>>>>> REPLACE' },
			says: { status: 'accepted', operation: 'modified' },
		},
		{
			tool: 'apply_diff',
			input: { path: 'notes.txt', diff: '<<<<<<< SEARCH\nthree\n======= DIVIDER =======\n3\n>>>>>>> REPLACE' },
			says: /E_EDIT_NOT_MATCHED/,
			fails: true,
		},
		{
			tool: 'find_and_replace',
			input: { find: 'one', replace: '1', path: 'notes.txt' },
			says: { status: 'accepted', total_replacements: 1 },
		},
		{ tool: 'find_and_replace', input: { find: 'nothing like this', replace: 'x' }, says: { status: 'no_matches' } },
		{ tool: 'read_file', input: { path: 'notes.txt' }, says: { content: '1 | 1\n2 | 2' } },
		{
			tool: 'rename_symbol',
			input: { path: 'src/cart.ts', line: 7, column: 17, new_name: 'withTax' },
			says: { status: 'accepted', old_name: 'addTax', new_name: 'withTax', total_changes: 5 },
			patient: true,
		},
		{
			tool: 'rename_symbol',
			input: { path: 'src/cart.ts', line: 7, column: 17, new_name: 'addTax' },
			says: { new_name: 'addTax' },
			patient: true,
		},
		{
			tool: 'get_code_actions',
			input: { path: 'src/cart.ts', line: 7, column: 17 },
			says: /"actions":\[/,
			patient: true,
		},
		{ tool: 'open_file', input: { path: 'src/cart.ts', line: 11 }, says: { status: 'opened', path: 'src/cart.ts' } },
		{ tool: 'show_notification', input: { message: 'Done', type: 'info' }, says: { status: 'shown' } },
		{
			tool: 'execute_command',
			input: { command: 'echo hi', timeout: 60, reason: 'to see' },
			says: { exit_code: 0, output: 'hi\n', output_captured: true },
		},
		{ tool: 'execute_command', input: { command: 'exit 3' }, says: { exit_code: 3 } },
		{ tool: 'get_terminal_output', input: { terminal_id: '99' }, says: /E_TERMINAL_NOT_FOUND/, fails: true },
	];
}
