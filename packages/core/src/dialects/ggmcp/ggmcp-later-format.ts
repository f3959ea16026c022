import type { DialectFormat } from '../../contract/dialect-format.ts';
import * as files from './file-answers.ts';
import { ggmcpFormat } from './ggmcp-format.ts';
import * as later from './later-answers.ts';

/** Tools of the interface document that later versions have no more. */
const DROPPED = ['replace_file_text_by_path', 'get_terminal_text', 'execute_command_with_output', 'get_command_output'];

const ok = () => ({ value: 'ok' });

/** The words of ggMCP from 1.2 on: the tools of its document that it kept, and those that came later. Its paths are relative. */
export const ggmcpLaterFormat: DialectFormat = {
	...ggmcpFormat,
	server: { name: 'ggmcp-vscode', version: '1.1.2' },
	shares: {
		dialect: 'ggmcp',
		names: Object.keys(ggmcpFormat.answers).filter(name => !DROPPED.includes(name)),
	},
	answers: {
		...ggmcpFormat.answers,
		get_open_in_editor_file_path: later.openFilePath,
		get_file_text_by_path: later.fileContent,
		search_in_files_content: later.filesWithText,
		find_references: later.references,
		get_debugger_breakpoints: later.breakpoints,
		rewrite_file_content: files.replacedFile,
		replace_file_content_at_position: ok,
		append_file_content: files.replacedFile,
		replace_specific_text: later.replacedCount,
		run_command_on_background: later.commandResult,
		execute_os_specific_command: later.ranForSystem,
		get_terminal_info: later.terminalInfo,
		get_file_history: later.fileHistory,
		get_file_diff: later.fileDiff,
		get_branch_info: later.branchLines,
		get_commit_details: later.commitDetails,
	},
};
