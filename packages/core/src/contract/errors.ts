interface ErrorFacts {
	/** What the CLI exits with: 2 usage, 3 the tool said no, 4 no window, 5 denied, 70 a defect. */
	exitCode: 2 | 3 | 4 | 5 | 70;
	meaning: string;
	/** The next step that is likely to work, in the imperative. A throw may give a better one. */
	hint: string;
}

/** Every failure an agent can be told about; the error reference is generated from this table. */
export const ERROR_CODES = {
	E_INVALID_PARAMS: {
		exitCode: 2,
		meaning: 'The arguments do not match the input schema.',
		hint: 'Correct the arguments named in the message and call again.',
	},
	E_INVALID_REQUEST: {
		exitCode: 2,
		meaning: 'The request is not well formed: not JSON, too large, or without the fields it needs.',
		hint: 'Send the request again as the message says.',
	},
	E_UNKNOWN_TOOL: {
		exitCode: 2,
		meaning: 'No tool has that name.',
		hint: 'List the tools with tools/list, or with hawser tools.',
	},
	E_TOOL_DISABLED: {
		exitCode: 5,
		meaning: 'The person has switched this toolset off in this window.',
		hint: 'Use another tool, or ask the person to add the toolset to the setting hawser.toolsets.',
	},
	E_UNAUTHORIZED: {
		exitCode: 5,
		meaning: 'The request carries no token, or not the token of this window.',
		hint: 'Connect through "hawser mcp", which finds window and token by itself, or send the header that "hawser headers" prints.',
	},
	E_FORBIDDEN: {
		exitCode: 5,
		meaning: 'The request came from somewhere this window does not serve: a foreign Host or Origin.',
		hint: 'Connect from this machine, to 127.0.0.1 or localhost, and not from a web page.',
	},
	E_NOT_FOUND: {
		exitCode: 2,
		meaning: 'The window has no such address.',
		hint: 'Use /mcp for MCP, or connect through "hawser mcp".',
	},
	E_UNTRUSTED_WORKSPACE: {
		exitCode: 5,
		meaning: 'The person has not trusted this workspace, so only tools that read may run.',
		hint: 'Ask the person to trust the workspace in VS Code (command "Workspaces: Manage Workspace Trust").',
	},
	E_NO_WINDOW: {
		exitCode: 4,
		meaning: 'No VS Code window with Hawser has this project open.',
		hint: 'Open the folder in VS Code, or name another one with projectRoot (CLI: --workspace). "hawser windows" lists what is open.',
	},
	E_AMBIGUOUS_WINDOW: {
		exitCode: 4,
		meaning: 'Several windows match equally well.',
		hint: 'Name the project with projectRoot (CLI: --workspace); the candidates are in details.',
	},
	E_WINDOW_GONE: {
		exitCode: 4,
		meaning: 'The window closed or reloaded while the call was under way.',
		hint: 'Call again; whether the call took effect is not known.',
	},
	E_PORT_TAKEN: {
		exitCode: 3,
		meaning: 'No port that the setting hawser.port allows is free.',
		hint: 'Set hawser.port to "auto", or end the program that uses the port.',
	},
	E_TIMEOUT: {
		exitCode: 3,
		meaning: 'The tool did not finish in its time.',
		hint: 'Ask for less, or call again when the editor is less busy.',
	},
	E_CANCELLED: {
		exitCode: 3,
		meaning: 'The caller cancelled the call.',
		hint: 'Call again if the answer is still wanted.',
	},
	E_CAPACITY: {
		exitCode: 3,
		meaning: 'Too many calls are waiting in this window.',
		hint: 'Wait for some of your calls to finish, then call again.',
	},
	E_NO_WORKSPACE: {
		exitCode: 3,
		meaning: 'The window has no folder open, so a relative path means nothing.',
		hint: 'Give an absolute path, or ask the person to open a folder.',
	},
	E_INVALID_PATH: {
		exitCode: 2,
		meaning: 'The path is not one that this window can use.',
		hint: 'Give a path relative to the workspace folder, an absolute path or a file: URI.',
	},
	E_OUTSIDE_WORKSPACE: {
		exitCode: 5,
		meaning: 'The path leads outside the folders that are open in this window.',
		hint: 'Use a path inside the workspace, or call the window that has this folder open (projectRoot).',
	},
	E_FILE_NOT_FOUND: {
		exitCode: 3,
		meaning: 'There is no such file.',
		hint: 'Check the path; relative paths start at the workspace folder.',
	},
	E_IS_FOLDER: {
		exitCode: 3,
		meaning: 'The path is a folder, and the tool needs a file.',
		hint: 'Give the path of a file.',
	},
	E_FILE_BINARY: {
		exitCode: 3,
		meaning: 'The file is not text.',
		hint: 'Read it with a program that knows its format.',
	},
	E_FILE_TOO_LARGE: {
		exitCode: 3,
		meaning: 'The file is larger than the editor opens.',
		hint: 'Read a part of it with a shell command.',
	},
	E_FILE_ACCESS_DENIED: {
		exitCode: 5,
		meaning: 'The operating system does not let the editor read or write the file.',
		hint: 'Ask the person to change the permissions of the file.',
	},
	E_FILE_DIRTY: {
		exitCode: 3,
		meaning: 'The file has unsaved edits of the person that you have not seen, so it was not written.',
		hint: 'Read the file with file_read, which shows the unsaved edits, then write again with them kept.',
	},
	E_FILE_CHANGED: {
		exitCode: 3,
		meaning: 'The file is no longer as you have seen it: the person, a program or another agent changed it.',
		hint: 'Read the file again, then repeat the change on the new text.',
	},
	E_FILE_EXISTS: {
		exitCode: 3,
		meaning: 'There is a file or folder with that name already.',
		hint: 'Choose another name, or replace the file with file_write and mode "replace".',
	},
	E_FILE_READ_ONLY: {
		exitCode: 5,
		meaning: 'The file must not be written: it is read-only on disk or in the editor.',
		hint: 'Ask the person to make the file writable.',
	},
	E_FILE_ENCODING: {
		exitCode: 3,
		meaning: 'The encoding of the file cannot hold a character of the new text.',
		hint: 'Leave out the character named in the message, or ask the person to save the file in another encoding.',
	},
	E_SAVE_FAILED: {
		exitCode: 3,
		meaning: 'The editor has taken the change but could not save the file.',
		hint: 'Read the file to see its state; ask the person to look at the message in VS Code.',
	},
	E_EDIT_NOT_MATCHED: {
		exitCode: 3,
		meaning: 'The text to be replaced does not occur in the file, or occurs more than once. Nothing was changed.',
		hint: 'Use the text that the message shows, exactly as it stands in the file.',
	},
	E_NO_CHANGES: {
		exitCode: 3,
		meaning: 'The request would change nothing.',
		hint: 'Check that the symbol, the range or the new text is the one you mean.',
	},
	E_DENIED: {
		exitCode: 5,
		meaning: 'The person did not allow this, or did not answer in time.',
		hint: 'Do not try again by another way; tell the person why it is needed.',
	},
	E_INVALID_REGEX: {
		exitCode: 2,
		meaning: 'The regular expression is not well formed.',
		hint: 'Correct it as the message says, or search for plain text without regex.',
	},
	E_NO_RIPGREP: {
		exitCode: 3,
		meaning:
			'The search program that comes with VS Code (ripgrep) is not where it should be, and there is no rg on the PATH.',
		hint: 'Search with a terminal command, or ask the person to install ripgrep.',
	},
	E_INVALID_NAME: {
		exitCode: 2,
		meaning: 'The new name is not one that this language allows.',
		hint: 'Give a plain identifier.',
	},
	E_RENAME_REFUSED: {
		exitCode: 3,
		meaning: 'The language server does not rename this.',
		hint: 'Only symbols that your project declares can be renamed; check the position.',
	},
	E_ACTION_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No code action like this is offered at this place.',
		hint: 'List what is offered with code_actions.',
	},
	E_ACTION_REFUSED: {
		exitCode: 3,
		meaning: 'The language server offers this action but cannot do it here; the message has its reason.',
		hint: 'Choose another range or another action.',
	},
	E_NO_EDITOR: {
		exitCode: 3,
		meaning: 'No text editor is open in the window.',
		hint: 'Open a file with editor_open, or name the file in a file tool.',
	},
	E_NO_SELECTION: {
		exitCode: 3,
		meaning: 'Nothing is selected in the editor.',
		hint: 'Ask the person to select the text, or change the file with file_edit.',
	},
	E_INVALID_LINE: {
		exitCode: 2,
		meaning: 'The line or column lies outside the file.',
		hint: 'Lines and columns start at 1; read the file to see how long it is.',
	},
	E_SYMBOL_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No symbol in the file has that name.',
		hint: 'Call symbol_outline for the names in this file.',
	},
	E_AMBIGUOUS_SYMBOL: {
		exitCode: 3,
		meaning: 'More than one symbol matches.',
		hint: 'Call again with the line of the one you mean; the candidates are in details.',
	},
	E_NO_LANGUAGE_SERVER: {
		exitCode: 3,
		meaning: 'No language server answers this question for this kind of file. This is not the same as "none found".',
		hint: 'Search the text instead, or ask the person to install the extension for this language.',
	},
	E_NOT_READY: {
		exitCode: 3,
		meaning:
			'The language server has not finished loading, so a change made now could be incomplete. Nothing was changed.',
		hint: 'Call again in a few seconds; a preview shows what is known already.',
	},
	E_TERMINAL_NOT_FOUND: {
		exitCode: 3,
		meaning: 'There is no such terminal, or nothing has run in it.',
		hint: 'List the terminals with terminal_list.',
	},
	E_TERMINAL_BUSY: {
		exitCode: 3,
		meaning: 'Something runs in this terminal, so nothing was started in it.',
		hint: 'Leave out "terminal" to use another one, or stop what runs with terminal_stop.',
	},
	E_TERMINAL_NOT_OURS: {
		exitCode: 5,
		meaning: 'The terminal belongs to the person, so nothing is typed into it.',
		hint: 'Use a terminal that terminal_run has opened.',
	},
	E_TERMINAL_IDLE: {
		exitCode: 3,
		meaning: 'No command runs in this terminal, so there is nothing to send to or to stop.',
		hint: 'Start a command with terminal_run.',
	},
	E_TERMINAL_CLOSED: {
		exitCode: 3,
		meaning: 'The terminal was closed before the command had ended.',
		hint: 'What it printed until then is in details. Ask the person before running it again: they may have closed it on purpose.',
	},
	E_TERMINAL_FAILED: {
		exitCode: 3,
		meaning: 'The terminal could not be started, or did not take the command.',
		hint: 'Look at the message; ask the person to check their default terminal profile.',
	},
	E_TASK_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No task has that name.',
		hint: 'List the tasks with task_list.',
	},
	E_AMBIGUOUS_TASK: {
		exitCode: 3,
		meaning: 'Several tasks have that name.',
		hint: 'Call again with the source or the folder of the one you mean; the candidates are in details.',
	},
	E_TASK_FAILED: {
		exitCode: 3,
		meaning: 'VS Code could not start the task.',
		hint: 'Look at the message; ask the person to run the task once by hand.',
	},
	E_INTERNAL: {
		exitCode: 70,
		meaning: 'A defect in Hawser. The request id leads to the stack trace in the log.',
		hint: 'Do not repeat the call unchanged. Report the request id.',
	},
} as const satisfies Record<`E_${string}`, ErrorFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface ToolErrorFields {
	hint?: string;
	/** Facts a program can act on, such as the candidates of an ambiguous name. */
	details?: Record<string, unknown>;
	cause?: unknown;
}

export class ToolError extends Error {
	override readonly name = 'ToolError';
	readonly code: ErrorCode;
	readonly hint: string;
	readonly details: Record<string, unknown>;

	constructor(code: ErrorCode, message: string, { hint, details = {}, cause }: ToolErrorFields = {}) {
		super(message, { cause });
		this.code = code;
		this.hint = hint ?? ERROR_CODES[code].hint;
		this.details = details;
	}
}

export function isErrorCode(value: unknown): value is ErrorCode {
	return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
}

/** Compares the shape, not the class: the extension and the CLI each bundle their own copy of this file. */
export function isToolError(value: unknown): value is ToolError {
	return value instanceof Error && value.name === 'ToolError' && 'code' in value && isErrorCode(value.code);
}
