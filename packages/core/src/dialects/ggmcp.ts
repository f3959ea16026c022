import { z } from 'zod';
import { type Dialect, defineOtherName, type TranslatedCall } from '../contract/dialect.ts';
import { ToolError } from '../contract/errors.ts';

const pathInProject = z.string().min(1).describe('Path relative to the project root.');
const zeroBased = z.int().nonnegative();

/** "/" means the project root there; with us it would be the root of the disk. */
function toPath(given: string): string {
	return given.replaceAll('\\', '/').replace(/^\/+/, '') || '.';
}

function activePath(editor: { active(): { path: string } | undefined }): string {
	const path = editor.active()?.path;
	if (path === undefined) {
		throw new ToolError('E_NO_EDITOR', 'No file is open in the editor.');
	}
	return path;
}

/** The tools of ggMCP's interface document. Its lines and characters count from 0 where the document says so. */
export const ggmcp: Dialect = {
	name: 'ggmcp',
	title: 'ggMCP',
	names: [
		defineOtherName({
			name: 'get_open_in_editor_file_text',
			tools: ['file_read'],
			input: z.strictObject({}),
			translate: (_, editor) => ({ tool: 'file_read', input: { path: activePath(editor) } }),
		}),
		defineOtherName({
			name: 'get_open_in_editor_file_path',
			tools: ['editor_context'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'editor_context', input: {} }),
		}),
		defineOtherName({
			name: 'open_file_in_editor',
			tools: ['editor_open'],
			input: z.strictObject({ filePath: z.string().min(1).describe('Absolute, or relative to the project root.') }),
			translate: ({ filePath }) => ({ tool: 'editor_open', input: { path: filePath } }),
		}),
		defineOtherName({
			name: 'get_file_text_by_path',
			tools: ['file_read'],
			input: z.strictObject({ pathInProject }),
			translate: input => ({ tool: 'file_read', input: { path: toPath(input.pathInProject) } }),
		}),
		defineOtherName({
			name: 'replace_file_text_by_path',
			tools: ['file_write'],
			input: z.strictObject({ pathInProject, text: z.string().describe('The new text of the file.') }),
			translate: ({ pathInProject: path, text }) => ({
				tool: 'file_write',
				input: { path: toPath(path), text, mode: 'replace' },
			}),
		}),
		defineOtherName({
			name: 'create_new_file_with_text',
			tools: ['file_write'],
			input: z.strictObject({ pathInProject, text: z.string().describe('The text of the file.') }),
			translate: ({ pathInProject: path, text }) => ({
				tool: 'file_write',
				input: { path: toPath(path), text, mode: 'create' },
			}),
		}),
		defineOtherName({
			name: 'replace_current_file_text',
			tools: ['file_write'],
			input: z.strictObject({ text: z.string().describe('The new text of the file.') }),
			translate: ({ text }, editor) => ({
				tool: 'file_write',
				input: { path: activePath(editor), text, mode: 'replace' },
			}),
		}),
		defineOtherName({
			name: 'replace_selected_text',
			tools: ['editor_replace_selection'],
			input: z.strictObject({ text: z.string().describe('The text to put in place of the selection.') }),
			translate: ({ text }) => ({ tool: 'editor_replace_selection', input: { text } }),
		}),
		defineOtherName({
			name: 'list_files_in_folder',
			tools: ['file_list'],
			input: z.strictObject({ pathInProject: pathInProject.describe('Folder; "/" is the project root.') }),
			translate: input => ({ tool: 'file_list', input: { path: toPath(input.pathInProject) } }),
		}),
		defineOtherName({
			name: 'find_files_by_name_substring',
			tools: ['file_find'],
			input: z.strictObject({ nameSubstring: z.string().min(1).describe('Part of the name.') }),
			translate: ({ nameSubstring }) => ({ tool: 'file_find', input: { query: nameSubstring } }),
		}),
		defineOtherName({
			name: 'search_in_files_content',
			tools: ['text_search'],
			input: z.strictObject({
				searchText: z.string().min(1).describe('Text to find.'),
				caseSensitive: z.boolean().default(false).describe('Whether capitals count.'),
			}),
			translate: ({ searchText, caseSensitive }) => ({
				tool: 'text_search',
				input: { query: searchText, case: caseSensitive ? 'sensitive' : 'insensitive' },
			}),
		}),
		defineOtherName({
			name: 'get_symbols_in_file',
			tools: ['symbol_outline'],
			input: z.strictObject({ pathInProject }),
			translate: input => ({ tool: 'symbol_outline', input: { path: toPath(input.pathInProject) } }),
		}),
		defineOtherName({
			name: 'find_references',
			tools: ['symbol_references'],
			input: z.strictObject({
				pathInProject,
				line: zeroBased.describe('0-based line.'),
				character: zeroBased.describe('0-based column.'),
			}),
			translate: ({ pathInProject: path, line, character }) => ({
				tool: 'symbol_references',
				input: { path: toPath(path), line: line + 1, column: character + 1 },
			}),
		}),
		defineOtherName({
			name: 'refactor_code_at_location',
			tools: ['symbol_rename', 'code_action_apply'],
			input: z.strictObject({
				pathInProject,
				line: zeroBased.describe('0-based line.'),
				character: zeroBased.describe('0-based column.'),
				endLine: zeroBased.optional().describe('0-based last line of the code to extract.'),
				endCharacter: zeroBased.optional().describe('0-based column after its last character.'),
				refactorType: z
					.string()
					.min(1)
					.describe('rename, extract_function, extract_variable, or the title of an action.'),
				options: z
					.strictObject({ newName: z.string().min(1).optional().describe('For a rename.') })
					.optional()
					.describe('What the refactoring needs.'),
			}),
			translate: refactoring,
		}),
		defineOtherName({
			name: 'get_project_vcs_status',
			tools: ['git_status'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'git_status', input: {} }),
		}),
		defineOtherName({
			name: 'find_commit_by_message',
			tools: ['git_log'],
			input: z.strictObject({ text: z.string().min(1).describe('Text in the message.') }),
			translate: ({ text }) => ({ tool: 'git_log', input: { text } }),
		}),
		defineOtherName({
			name: 'get_project_modules',
			tools: ['project_modules'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'project_modules', input: {} }),
		}),
		defineOtherName({
			name: 'get_project_dependencies',
			tools: ['project_dependencies'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'project_dependencies', input: {} }),
		}),
		defineOtherName({
			name: 'list_available_actions',
			tools: ['command_list'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'command_list', input: {} }),
		}),
		defineOtherName({
			name: 'execute_action_by_id',
			tools: ['command_run'],
			input: z.strictObject({ actionId: z.string().min(1).describe('Id of the command.') }),
			translate: ({ actionId }) => ({ tool: 'command_run', input: { id: actionId } }),
		}),
		defineOtherName({
			name: 'wait',
			tools: ['util_wait'],
			input: z.strictObject({ milliseconds: z.number().nonnegative().describe('How long to wait.') }),
			translate: ({ milliseconds }) => ({ tool: 'util_wait', input: { milliseconds: Math.round(milliseconds) } }),
		}),
		defineOtherName({
			name: 'execute_terminal_command',
			tools: ['terminal_run'],
			input: z.strictObject({ command: z.string().min(1).describe('The command line.') }),
			translate: input => ({ tool: 'terminal_run', input }),
		}),
		defineOtherName({
			name: 'execute_command_with_output',
			tools: ['terminal_run'],
			input: z.strictObject({
				command: z.string().min(1).describe('The command line.'),
				cwd: z.string().min(1).optional().describe('Folder to run it in.'),
				timeout: z.int().positive().optional().describe('Milliseconds to wait for its end.'),
			}),
			translate: input => ({ tool: 'terminal_run', input }),
		}),
		defineOtherName({
			name: 'get_terminal_text',
			tools: ['terminal_read'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'terminal_read', input: {} }),
		}),
		defineOtherName({
			name: 'get_command_output',
			tools: ['terminal_read'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'terminal_read', input: {} }),
		}),
	],
};

const ACTION_KINDS: Partial<Record<string, string>> = {
	extract_function: 'refactor.extract.function',
	extract_method: 'refactor.extract.function',
	extract_variable: 'refactor.extract.constant',
	extract_constant: 'refactor.extract.constant',
	inline: 'refactor.inline',
	organize_imports: 'source.organizeImports',
};

interface RefactoringRequest {
	pathInProject: string;
	line: number;
	character: number;
	endLine?: number | undefined;
	endCharacter?: number | undefined;
	refactorType: string;
	options?: { newName?: string | undefined } | undefined;
}

function refactoring(request: RefactoringRequest): TranslatedCall {
	const { line, character, endLine, endCharacter, refactorType, options } = request;
	const start = { path: toPath(request.pathInProject), line: line + 1, column: character + 1 };
	if (refactorType === 'rename') {
		return { tool: 'symbol_rename', input: { ...start, newName: options?.newName } };
	}
	const kind = ACTION_KINDS[refactorType];
	const end = endLine !== undefined && { endLine: endLine + 1, endColumn: (endCharacter ?? 0) + 1 };
	return { tool: 'code_action_apply', input: { ...start, ...end, ...(kind ? { kind } : { title: refactorType }) } };
}
