import type { DialectFormat, Tell } from '../../contract/dialect-format.ts';
import type { ErrorCode } from '../../errors/error-codes.ts';
import * as files from './file-answers.ts';
import * as project from './project-answers.ts';
import * as symbols from './symbol-answers.ts';
import * as terminals from './terminal-answers.ts';

const always =
	(value: string): Tell =>
	() => ({ value });

const ok = always('ok');

const CANNOT_OPEN = "file doesn't exist or can't be opened";

/** Its own words for a failure; where they give no reason, ours follows. */
const FAILURES: Readonly<Partial<Record<string, Partial<Record<ErrorCode, string>>>>> = {
	replace_selected_text: { E_NO_EDITOR: 'no active editor', E_NO_SELECTION: 'no text selected' },
	replace_current_file_text: { E_NO_EDITOR: 'no file open' },
	open_file_in_editor: { E_FILE_NOT_FOUND: CANNOT_OPEN },
	get_command_output: { E_TERMINAL_NOT_FOUND: 'no command has been executed' },
	execute_action_by_id: { E_UNKNOWN_COMMAND: 'action not found' },
};

/** Our hints name our tools; a client that got only ggMCP's must hear of those. */
const NAMES: readonly (readonly [ours: string, theirs: string])[] = [
	['breakpoint_list', 'get_debugger_breakpoints'],
	['code_actions', '"hawser call code_actions"'],
	['command_list', 'list_available_actions'],
	['debug_configurations', 'get_run_configurations'],
	['editor_open', 'open_file_in_editor'],
	['file_find', 'find_files_by_name_substring'],
	['file_list', 'list_files_in_folder'],
	['file_read', 'get_file_text_by_path'],
	['git_stage', '"hawser call git_stage"'],
	['git_status', 'get_project_vcs_status'],
	['symbol_outline', 'get_symbols_in_file'],
	['terminal_read', 'get_command_output'],
];

/** The words of ggMCP's interface document. */
export const ggmcpFormat: DialectFormat = {
	server: { name: 'vscode-mcp-server', version: '1.0.0' },
	requiresProjectRoot: false,
	absolutePaths: true,
	answers: {
		get_open_in_editor_file_text: files.openFileText,
		get_open_in_editor_file_path: files.openFilePath,
		replace_selected_text: ok,
		replace_current_file_text: ok,
		open_file_in_editor: always('file is opened'),
		get_file_text_by_path: files.fileText,
		replace_file_text_by_path: files.replacedFile,
		create_new_file_with_text: files.createdFile,
		list_files_in_folder: files.folderEntries,
		search_in_files_content: files.filesWithText,
		find_files_by_name_substring: files.filesByName,
		get_symbols_in_file: symbols.symbolsOfFile,
		find_references: symbols.references,
		refactor_code_at_location: symbols.refactored,
		toggle_debugger_breakpoint: project.toggledBreakpoint,
		get_debugger_breakpoints: project.breakpoints,
		get_run_configurations: project.configurations,
		run_configuration: always('Run configuration started'),
		get_terminal_text: terminals.terminalText,
		execute_terminal_command: terminals.commandOutput,
		execute_command_with_output: terminals.commandOutput,
		get_command_output: terminals.lastCommand,
		wait: ok,
		get_project_vcs_status: project.changedFiles,
		find_commit_by_message: project.commitHashes,
		get_project_modules: project.modules,
		get_project_dependencies: project.dependencies,
		list_available_actions: project.actions,
		execute_action_by_id: project.ranAction,
	},
	answersInstead: {
		get_open_in_editor_file_text: { E_NO_EDITOR: '' },
		get_terminal_text: { E_TERMINAL_NOT_FOUND: '' },
	},
	failure({ code, message, hint }, name) {
		const own = FAILURES[name]?.[code];
		if (own !== undefined) {
			return own;
		}
		const ours = `${message.replace(/[^.!?]$/, '$&.')} ${hint}`;
		const reason = NAMES.reduce((text, [tool, theirs]) => text.replaceAll(tool, theirs), ours);
		return name === 'open_file_in_editor' ? `${CANNOT_OPEN}: ${reason}` : reason;
	},
};
