import type { DialectFormat } from '../../contract/dialect-format.ts';
import * as files from './file-answers.ts';
import * as symbols from './symbol-answers.ts';
import * as terminals from './terminal-answers.ts';

/** JSON in a text, with the fields of AgentLink. It has no error flag; we set ours, and give its `error` in the text. */
export const agentlinkFormat: DialectFormat = {
	server: { name: 'agentlink', version: '0.1.0' },
	requiresProjectRoot: false,
	absolutePaths: false,
	shares: { dialect: 'vscode-mcp-proxy', names: ['rename_symbol'] },
	answers: {
		handshake: files.handshake,
		read_file: files.fileText,
		list_files: files.entries,
		search_files: files.matches,
		get_diagnostics: files.diagnostics,
		write_file: files.written,
		apply_diff: files.written,
		find_and_replace: files.replaced,
		open_file: files.opened,
		show_notification: () => ({ value: { status: 'shown' } }),
		rename_symbol: symbols.renamed,
		go_to_definition: symbols.definitions,
		go_to_implementation: symbols.definitions,
		go_to_type_definition: symbols.definitions,
		get_references: symbols.references,
		get_symbols: symbols.symbols,
		get_hover: symbols.hover,
		get_completions: symbols.completions,
		get_code_actions: symbols.codeActions,
		apply_code_action: symbols.appliedAction,
		get_call_hierarchy: symbols.calls,
		get_type_hierarchy: symbols.types,
		get_inlay_hints: symbols.inlayHints,
		execute_command: terminals.commandResult,
		get_terminal_output: terminals.terminalOutput,
		close_terminals: terminals.closed,
	},
	answersInstead: {
		find_and_replace: { E_NO_CHANGES: { status: 'no_matches' } },
	},
	failure: ({ code, message, hint }) => JSON.stringify({ error: `[${code}] ${message}`, hint }),
};
