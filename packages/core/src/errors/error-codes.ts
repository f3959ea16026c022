interface ErrorFacts {
	/** The exit code of the CLI: 2 usage, 3 the tool said no, 4 no window, 5 denied, 70 a defect. */
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
		hint: 'Find one with tool_find, or list all with hawser tools.',
	},
	E_TOOL_DISABLED: {
		exitCode: 5,
		meaning: 'The user has switched this toolset off in this window.',
		hint: 'Use another tool, or ask the user to add the toolset to the setting hawser.toolsets.',
	},
	E_UNAUTHORIZED: {
		exitCode: 5,
		meaning: 'The request carries no token, or not the token of this window.',
		hint: 'Connect through "hawser mcp", which finds window and token by itself, or send the header that "hawser headers" prints.',
	},
	E_FORBIDDEN: {
		exitCode: 5,
		meaning: 'The request came from somewhere this window does not serve: a foreign Host or Origin.',
		hint: 'Connect from this machine, to 127.0.0.1, and not from a web page.',
	},
	E_NOT_FOUND: {
		exitCode: 2,
		meaning: 'The window has no such address.',
		hint: 'Use /mcp for MCP, or connect through "hawser mcp".',
	},
	E_UNTRUSTED_WORKSPACE: {
		exitCode: 5,
		meaning: 'The user has not trusted this workspace, so only tools that read may run.',
		hint: 'Ask the user to trust the workspace in VS Code (command "Workspaces: Manage Workspace Trust").',
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
	E_WINDOWS_OPEN: {
		exitCode: 3,
		meaning: 'VS Code windows with Hawser are open, and what was asked needs them closed.',
		hint: 'Close the windows that the message names, then try again.',
	},
	E_BRIDGE_UNAVAILABLE: {
		exitCode: 4,
		meaning: 'No window serves this folder by files, or its folder of jobs cannot be written to.',
		hint: 'Ask the user to run the command "Hawser: Allow the File Bridge in This Folder" in the VS Code window that has the folder open.',
	},
	E_PICKUP_TIMEOUT: {
		exitCode: 4,
		meaning: 'The window that serves this folder by files did not take the job in time; the tool has not run.',
		hint: 'Call again. If it happens again, ask the user to look at the VS Code window, and check that this process has their user id.',
	},
	E_NO_RESPONSE: {
		exitCode: 3,
		meaning: 'The tool has run, and its answer could not be written to the folder of the job.',
		hint: 'Check whether the disk is full, and what the tool did, before you call it again.',
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
		meaning: 'The caller cancelled the call, or the user stopped it.',
		hint: 'Call again if the answer is still wanted.',
	},
	E_PAUSED: {
		exitCode: 5,
		meaning: 'The user has paused agents in this window, or has disconnected this one.',
		hint: 'Stop, tell the user what you were about to do, and go on when they say so. Do not try the same by another tool.',
	},
	E_CAPACITY: {
		exitCode: 3,
		meaning: 'Too many calls are waiting in this window.',
		hint: 'Wait for some of your calls to finish, then call again.',
	},
	E_NO_WORKSPACE: {
		exitCode: 3,
		meaning: 'The window has no folder open, so a relative path means nothing.',
		hint: 'Give an absolute path, or ask the user to open a folder.',
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
		hint: 'Ask the user to change the permissions of the file.',
	},
	E_FILE_DIRTY: {
		exitCode: 3,
		meaning: 'The file has unsaved edits of the user that you have not seen, so it was not written.',
		hint: 'Read the file with file_read, which shows the unsaved edits, then write again with them kept.',
	},
	E_FILE_CHANGED: {
		exitCode: 3,
		meaning: 'The file is no longer as you have seen it: the user, a program or another agent changed it.',
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
		hint: 'Ask the user to make the file writable.',
	},
	E_FILE_ENCODING: {
		exitCode: 3,
		meaning: 'The encoding of the file cannot hold a character of the new text.',
		hint: 'Leave out the character named in the message, or ask the user to save the file in another encoding.',
	},
	E_SAVE_FAILED: {
		exitCode: 3,
		meaning: 'The editor has taken the change but could not save the file.',
		hint: 'Read the file to see its state; ask the user to look at the message in VS Code.',
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
		meaning: 'The user did not allow this, or did not answer in time.',
		hint: 'Do not try another way; tell the user why it is needed.',
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
		hint: 'Search with a terminal command, or ask the user to install ripgrep.',
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
		hint: 'Ask the user to select the text, or change the file with file_edit.',
	},
	E_INVALID_LINE: {
		exitCode: 2,
		meaning: 'The line or column lies outside the file.',
		hint: 'Lines and columns start at 1; read the file to see how long it is.',
	},
	E_SYMBOL_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No symbol in the file, or in the workspace, has that name.',
		hint: 'Call symbol_outline for the names in this file.',
	},
	E_AMBIGUOUS_SYMBOL: {
		exitCode: 3,
		meaning: 'More than one symbol matches.',
		hint: 'Call again with the line of the one you mean, or with its qualified name.',
	},
	E_NO_LANGUAGE_SERVER: {
		exitCode: 3,
		meaning: 'No language server answers this question for this kind of file. That is not the same as "none found".',
		hint: 'Search the text instead, or ask the user to install the extension for this language.',
	},
	E_NOT_READY: {
		exitCode: 3,
		meaning:
			'The language server has not finished loading, so an answer or a change made now could be incomplete. Nothing was changed.',
		hint: 'Call again in a few seconds; for a change, a preview shows what is known already.',
	},
	E_NO_DATABASE: {
		exitCode: 3,
		meaning: 'No database was found in the files of this project.',
		hint: 'Ask the user to add it to the setting hawser.databases, or to an .env file as DATABASE_URL.',
	},
	E_DATABASE_NOT_FOUND: {
		exitCode: 2,
		meaning: 'The project has databases, but none of that name.',
		hint: 'Call database_list for the names.',
	},
	E_DATABASE_AMBIGUOUS: {
		exitCode: 3,
		meaning: 'The project has several databases, and none of them is the obvious one.',
		hint: 'Name one with database.',
	},
	E_DATABASE_UNUSABLE: {
		exitCode: 3,
		meaning:
			'The database was found but cannot be used: its address is incomplete, or the file is damaged or encrypted.',
		hint: 'Tell the user what the message says; database_list shows the others.',
	},
	E_DATABASE_UNREACHABLE: {
		exitCode: 3,
		meaning: 'The database server does not answer, or the file is gone.',
		hint: 'Ask the user to start the server, then call again.',
	},
	E_DATABASE_LOGIN: {
		exitCode: 5,
		meaning: 'The database server does not accept the user or the password that the project gives.',
		hint: 'Ask the user to correct the password where database_list says the database comes from.',
	},
	E_DATABASE_TLS: {
		exitCode: 5,
		meaning: 'The database server is not on this machine, and a secure connection to it could not be made.',
		hint: 'Tell the user what the message says; only they decide whether to trust the server or to connect without TLS.',
	},
	E_DATABASE_LOCKED: {
		exitCode: 3,
		meaning: 'Another program holds the SQLite file locked.',
		hint: 'Call again in a moment; if it stays locked, ask the user which program writes to it.',
	},
	E_TABLE_NOT_FOUND: {
		exitCode: 3,
		meaning: 'The database has no table or view of that name.',
		hint: 'Call database_tables for the names.',
	},
	E_QUERY_REFUSED: {
		exitCode: 5,
		meaning: 'The statement is not a plain read, so it was not run, or the database itself refused it.',
		hint: 'Send one SELECT without functions that reach beyond tables.',
	},
	E_QUERY_FAILED: {
		exitCode: 3,
		meaning: 'The database could not run the statement; the message is its own.',
		hint: 'Correct the statement; database_schema shows the columns of a table.',
	},
	E_NO_SESSION: {
		exitCode: 3,
		meaning: 'No program is being debugged in this window.',
		hint: 'Start debug session first using debug_start.',
	},
	E_SESSION_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No running or recorded debug session has that id.',
		hint: 'Call debug_status for the ids, or leave sessionId out.',
	},
	E_INSUFFICIENT_DATA: {
		exitCode: 3,
		meaning: 'The recording of debug sessions has too little for this question.',
		hint: 'Run the program again with debug_start, then ask again.',
	},
	E_NOT_STOPPED: {
		exitCode: 3,
		meaning: 'The program is running, and this can only be asked of one that is stopped.',
		hint: 'Wait for a breakpoint with debug_wait_for_hit, or stop the program where it is with debug_pause.',
	},
	E_THREAD_NOT_FOUND: {
		exitCode: 3,
		meaning: 'The program has no such thread, or none at all.',
		hint: 'Call debug_threads for the ids.',
	},
	E_CONFIGURATION_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No launch configuration or compound has that name.',
		hint: 'Call debug_configurations for the names, or give debug_start a path or an inline config.',
	},
	E_DEBUGGER_MISSING: {
		exitCode: 3,
		meaning: 'No installed extension can debug this type.',
		hint: 'Choose one of these types, or ask the user to install the extension for it.',
	},
	E_UNSUPPORTED_LANGUAGE: {
		exitCode: 3,
		meaning: 'No configuration can be worked out for this kind of file.',
		hint: 'Give debug_start a whole configuration in "config".',
	},
	E_PROMPT_REQUIRED: {
		exitCode: 3,
		meaning: 'The configuration asks the user a question when it starts, which would hold everything up.',
		hint: 'Pass the answers in "inputs", or start with an inline config that has the values.',
	},
	E_DOC_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No guide has that id.',
		hint: 'Call docs_list for the ids.',
	},
	E_TASK_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No task has that name.',
		hint: 'Call task_list for the names.',
	},
	E_TASK_FAILED: {
		exitCode: 3,
		meaning: 'A task could not be started, or one that has to run first has failed.',
		hint: 'Fix what the message names, then call again.',
	},
	E_LAUNCH_FAILED: {
		exitCode: 3,
		meaning: 'The program could not be started or attached to; the message has the reason.',
		hint: 'Correct the configuration, then call again.',
	},
	E_STALE_REFERENCE: {
		exitCode: 3,
		meaning: 'The frame or variable belongs to an earlier stop; the program has run since.',
		hint: 'Call debug_stack or debug_list_variables for the current ones.',
	},
	E_INVALID_REFERENCE: {
		exitCode: 2,
		meaning: 'No frame or variable has that number.',
		hint: 'Take frame ids from debug_stack, and variable references from debug_scopes or debug_list_variables.',
	},
	E_EVALUATE_FAILED: {
		exitCode: 3,
		meaning: 'The program could not evaluate the expression; the message quotes its reason.',
		hint: 'Check the names with debug_list_variables; the syntax is that of the language being debugged.',
	},
	E_NOT_EXPANDABLE: {
		exitCode: 3,
		meaning: 'The value has no parts that could be listed or saved.',
		hint: 'Take the value itself from debug_evaluate.',
	},
	E_VARIABLE_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No variable has that name here.',
		hint: 'Call debug_list_variables for the names.',
	},
	E_SET_FAILED: {
		exitCode: 3,
		meaning: 'The program did not accept the new value; the message quotes its reason.',
		hint: 'Write the value as an expression of the language being debugged.',
	},
	E_UNSUPPORTED_CAPABILITY: {
		exitCode: 3,
		meaning: 'This debugger does not offer that.',
		hint: 'Use another way that the message names, if it names one.',
	},
	E_BREAKPOINT_NOT_FOUND: {
		exitCode: 3,
		meaning: 'There is no breakpoint at that place.',
		hint: 'Call breakpoint_list for the existing ones.',
	},
	E_DEBUGGER_FAILED: {
		exitCode: 3,
		meaning: 'The debug adapter refused the request or did not answer it; the message quotes it.',
		hint: 'Call debug_status; if the session is in a bad state, end it with debug_stop.',
	},
	E_NO_TESTS: {
		exitCode: 3,
		meaning: 'No extension of this window has found a test there, or none of them offers tests at all.',
		hint: 'Check the path, or run the tests with terminal_run; test_list names the test extensions that could be installed.',
	},
	E_TEST_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No test has that id or name.',
		hint: 'Call test_list for the ids.',
	},
	E_AMBIGUOUS_TEST: {
		exitCode: 3,
		meaning: 'Several tests have that name.',
		hint: 'Call again with the path and line of the one you mean, or with its id, which is in details.',
	},
	E_NO_TEST_AT_CURSOR: {
		exitCode: 3,
		meaning: 'There is no test at that line.',
		hint: 'Give a line inside a test; test_list with the path has them.',
	},
	E_DISCOVERY_FAILED: {
		exitCode: 3,
		meaning: 'The test extension could not discover the tests; the message quotes it.',
		hint: 'Fix what the message names, usually an error in the file or in the configuration, then call again.',
	},
	E_TEST_RUN_FAILED: {
		exitCode: 3,
		meaning: 'The tests were not run: the test extension refused, or it offers no way to do this.',
		hint: 'Ask the user to look at the message that VS Code may show, or run the tests with terminal_run.',
	},
	E_API_UNAVAILABLE: {
		exitCode: 3,
		meaning: 'This editor lacks an API that the tool needs; older versions and some forks of VS Code do.',
		hint: 'Do it in another way: tests can be run with terminal_run, and debugged with debug_start.',
	},
	E_NO_GIT: {
		exitCode: 3,
		meaning: 'There is no git program on this machine.',
		hint: 'Ask the user to install git, or to set git.path.',
	},
	E_NO_REPOSITORY: {
		exitCode: 3,
		meaning: 'The place lies in no git repository.',
		hint: 'Call git_status to see the repositories of this window.',
	},
	E_UNSAFE_REPOSITORY: {
		exitCode: 5,
		meaning:
			'The user has not trusted this workspace, and the repository itself has settings that may start a program, or borrows files of another place by a link or a path.',
		hint: 'Ask the user to look at the settings named in the message (.git/config), and to trust the workspace in VS Code (command "Workspaces: Manage Workspace Trust"). Files can be read without git meanwhile.',
	},
	E_AMBIGUOUS_REPOSITORY: {
		exitCode: 3,
		meaning: 'The window has several repositories, and the call does not say which one.',
		hint: 'Name one with repository; the candidates are in details.',
	},
	E_REF_NOT_FOUND: {
		exitCode: 3,
		meaning: 'No commit, branch or tag has that name.',
		hint: 'Call git_branch or git_log for names that exist.',
	},
	E_BRANCH_EXISTS: {
		exitCode: 3,
		meaning: 'There is a branch with that name already.',
		hint: 'Switch to it, or choose another name.',
	},
	E_NOTHING_STAGED: {
		exitCode: 3,
		meaning: 'Nothing is staged, so there is nothing to commit.',
		hint: 'Stage the files with git_stage first.',
	},
	E_COMMIT_REFUSED: {
		exitCode: 3,
		meaning: 'A hook of the repository refused the commit; the message has what it printed. Nothing was committed.',
		hint: 'Fix what the hook complains about, stage it, and commit again.',
	},
	E_CONFLICTS: {
		exitCode: 3,
		meaning: 'Files are in conflict, or a merge, rebase or the like is unfinished.',
		hint: 'Read what is in conflict with git_conflicts and resolve it with git_resolve.',
	},
	E_NO_REMOTE: {
		exitCode: 3,
		meaning: 'The repository has no remote, none of that name, or several and the call does not say which one.',
		hint: 'Ask the user to add a remote with "git remote add".',
	},
	E_NO_UPSTREAM: {
		exitCode: 3,
		meaning: 'The present branch follows no branch of a remote, or no branch is checked out.',
		hint: 'Push it with "publish", if the user wants it on the remote.',
	},
	E_DIVERGED: {
		exitCode: 3,
		meaning:
			'The branch and its upstream both have commits that the other lacks. They were fetched, and the branch is as it was.',
		hint: 'Call again with diverged "merge" or "rebase", as the project does it; ask the user if that is not known.',
	},
	E_NON_FAST_FORWARD: {
		exitCode: 3,
		meaning: 'The remote has commits that the branch lacks, so it did not take the push.',
		hint: 'Call git_sync with action "pull" first, then push again. Nothing is ever forced.',
	},
	E_PUSH_REFUSED: {
		exitCode: 3,
		meaning:
			'A hook here or a rule of the remote refused the push; the message has what it printed. Nothing was pushed.',
		hint: 'Fix what it complains about, or ask the user whether another branch is meant.',
	},
	E_REMOTE_LOGIN: {
		exitCode: 5,
		meaning: 'The remote wants a login that git does not have at hand. git never asks for one here.',
		hint: 'Ask the user to sign in: to run the same git command once in a terminal, or to set up a credential helper or an ssh key.',
	},
	E_REMOTE_UNREACHABLE: {
		exitCode: 3,
		meaning: 'The remote does not answer, or is not where its address says.',
		hint: 'Ask the user to check the network and the address of the remote ("git remote -v").',
	},
	E_NO_STASH: {
		exitCode: 3,
		meaning: 'There is no stash at that place, or another one than the call means.',
		hint: 'Call git_stash with action "list" for what there is.',
	},
	E_PIECE_NOT_FOUND: {
		exitCode: 3,
		meaning: 'The file has no piece in conflict with that number, or is not in conflict. Nothing was changed.',
		hint: 'Call git_conflicts for the pieces that are left.',
	},
	E_WOULD_LOSE_WORK: {
		exitCode: 3,
		meaning: 'The change would lose work that is not committed or not reachable from any branch. Nothing was changed.',
		hint: 'Commit the work first, or put it on a branch.',
	},
	E_GIT_FAILED: {
		exitCode: 3,
		meaning: 'git refused; the message quotes it.',
		hint: 'Correct what git complains about.',
	},
	E_UNKNOWN_SETTING: {
		exitCode: 2,
		meaning: 'VS Code and its extensions have no setting with that key.',
		hint: 'Check the key; the extension that brings it may not be installed.',
	},
	E_INVALID_SETTING: {
		exitCode: 2,
		meaning: 'The setting does not take this value, or cannot be set in this scope.',
		hint: 'Call setting_get for its type, allowed values and scopes.',
	},
	E_UNKNOWN_COMMAND: {
		exitCode: 2,
		meaning: 'No command has that id.',
		hint: 'Find the id with command_list.',
	},
	E_COMMAND_FAILED: {
		exitCode: 3,
		meaning: 'The command ran and failed; the message has its reason.',
		hint: 'Check the arguments of the command and the state it needs.',
	},
	E_RELAY_FAILED: {
		exitCode: 3,
		meaning: 'The tool of another extension failed; the message quotes it.',
		hint: 'Correct what the message names, or use another tool.',
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
		meaning: 'The terminal belongs to the user, so nothing is typed into it.',
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
		hint: 'Ask the user before running it again: they may have closed it on purpose.',
	},
	E_TERMINAL_FAILED: {
		exitCode: 3,
		meaning: 'The terminal could not be started, or did not take the command.',
		hint: 'Look at the message; ask the user to check their default terminal profile.',
	},
	E_AMBIGUOUS_TASK: {
		exitCode: 3,
		meaning: 'Several tasks have that name.',
		hint: 'Call again with the source or the folder of the one you mean.',
	},
	E_NOT_NOTEBOOK: {
		exitCode: 2,
		meaning: 'No extension in this window opens files of this kind as notebooks.',
		hint: 'Use file_read and file_edit, or ask the user to install the extension for this kind of notebook.',
	},
	E_NOTEBOOK_UNREADABLE: {
		exitCode: 3,
		meaning: 'The file should be a notebook, and the extension for its format cannot read it.',
		hint: 'Read it as text with file_read, and correct it with file_edit.',
	},
	E_CELL_NOT_FOUND: {
		exitCode: 2,
		meaning: 'The notebook has no cell with that number.',
		hint: 'Cells count from 1; read the notebook with notebook_read.',
	},
	E_NO_KERNEL: {
		exitCode: 3,
		meaning: 'No kernel can run the notebook, none is selected among several, or none has that name. Nothing was run.',
		hint: 'Name one of the kernels in details with kernel, or ask the user to select a kernel in the notebook.',
	},
	E_CUSTOM_TOOL_FAILED: {
		exitCode: 3,
		meaning: 'The script of a tool that the project defines failed, or ended without an answer.',
		hint: 'Look at the message and at details; the script lies in .hawser/tools.',
	},
	E_INTERNAL: {
		exitCode: 70,
		meaning: 'A defect in Hawser. The request id leads to the stack trace in the log.',
		hint: 'Do not repeat the call unchanged. Report the request id.',
	},
} as const satisfies Record<`E_${string}`, ErrorFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(value: unknown): value is ErrorCode {
	return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
}
