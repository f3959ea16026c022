import { CLIENT_NAMES } from '../setup/client-names.ts';
import { HOOK_CLIENTS } from '../setup/hooks/hook-names.ts';

/** An option of the command line, as help, completion and the parser need it. */
interface OptionFacts {
	/** One letter that means the same. */
	short?: string;
	/** Stands for the value in the usage line; without it the option is a switch. */
	value?: string;
	summary: string;
}

export interface CommandFacts {
	summary: string;
	usage: string;
	/** A sentence that a user should know before using it. */
	details: string;
	options: Readonly<Partial<Record<OptionName, OptionFacts>>>;
	examples: readonly { command: string; does: string }[];
}

export type OptionName =
	| 'workspace'
	| 'window'
	| 'json'
	| 'help'
	| 'timeout'
	| 'toolsets'
	| 'dialect'
	| 'profile'
	| 'structured'
	| 'text'
	| 'transport'
	| 'input'
	| 'words'
	| 'yes'
	| 'remove'
	| 'all'
	| 'list'
	| 'project'
	| 'http'
	| 'skill'
	| 'hooks'
	| 'param'
	| 'report'
	| 'verbose'
	| 'follow';

const WORKSPACE: OptionFacts = {
	short: 'w',
	value: 'DIR',
	summary: 'Folder whose window is meant; else the working directory decides.',
};
const WINDOW: OptionFacts = {
	value: 'ID',
	summary: 'That window, by its id or port (hawser windows), such as one that has no folder open.',
};
const JSON_OUTPUT: OptionFacts = { summary: 'Print JSON, for programs.' };
const TIMEOUT: OptionFacts = {
	short: 't',
	value: 'MS',
	summary: "Milliseconds that this call may take, instead of the tool's own limit; at most 600000.",
};
const DEFAULT_TIMEOUT: OptionFacts = {
	short: 't',
	value: 'MS',
	summary: 'Milliseconds for tools that have no limit of their own, instead of 30000; at most 600000.',
};
const TRANSPORT: OptionFacts = {
	value: 'WAY',
	summary:
		'How the window is reached: http, files (see hawser doctor), or auto: by files when no window answers over the network.',
};
const HELP: OptionFacts = { short: 'h', summary: 'Explain the command.' };

export const COMMANDS = {
	mcp: {
		summary: 'Serve MCP on stdin and stdout, for an agent to start.',
		usage:
			'hawser mcp [--workspace DIR | --window ID] [--profile NAME] [--toolsets LIST] [--structured | --text] [--dialect NAME] [--transport WAY] [--timeout MS]',
		details:
			'Every call goes to the VS Code window that has the project open at that moment, so windows may close, reload and\n' +
			'change their port without a restart of the agent. With no window the tools are still listed, and calls say what to do.',
		options: {
			workspace: WORKSPACE,
			window: WINDOW,
			profile: {
				value: 'NAME',
				summary:
					'How many tools are listed by default: searching, core, whole or all; else it goes by the client. All can be called.',
			},
			toolsets: {
				value: 'LIST',
				summary:
					'Tools to list and to let be called: default, all, names such as debug,git, -name to leave one out, +tool to add one.',
			},
			structured: { summary: 'Answer with the envelope and its schemas beside the text, also to agents.' },
			text: { summary: 'Answer with the text alone, also to clients that nobody knows.' },
			dialect: {
				value: 'NAME',
				summary:
					'Only the tools of another system, with its names and answers: agentlink, devdb, ggmcp, ggmcp-1.2, vsc-bridge or vscode-mcp-proxy.',
			},
			transport: TRANSPORT,
			timeout: DEFAULT_TIMEOUT,
			verbose: { summary: 'Log on stderr: windows that come and go, and every call.' },
			help: HELP,
		},
		examples: [
			{ command: 'claude mcp add hawser -- hawser mcp', does: 'Give Claude Code the tools of the window.' },
			{ command: 'hawser mcp --toolsets default,debug,-git', does: 'The usual tools and the debugger, without git.' },
			{ command: 'hawser mcp --profile core', does: 'A dozen tools, and three that lead to all others.' },
			{ command: 'hawser mcp --dialect devdb', does: "In the place of DevDB's MCP server." },
			{ command: 'hawser mcp --dialect ggmcp', does: 'In the place of ggMCP.' },
		],
	},
	windows: {
		summary: 'List the VS Code windows that can be called.',
		usage: 'hawser windows [--json]',
		details:
			'The window that answers for this folder is marked with an arrow. A window without a folder answers for the files that it\n' +
			'has open and for the folders they lie in, for --window ID, and for every folder while it is the only window.',
		options: { workspace: WORKSPACE, json: JSON_OUTPUT, help: HELP },
		examples: [{ command: 'hawser windows --json', does: 'The same for a program; tokens are left out.' }],
	},
	tools: {
		summary: 'List the tools, or explain one with its arguments; write and check tools of your own.',
		usage: 'hawser tools [NAME | new NAME | check] [--json]',
		details:
			'Tools in parentheses are not shown to agents unless their toolset is asked for; they can always be called.\n' +
			'A project\'s own tools lie in .hawser/tools: "new" writes one to start from, "check" finds the mistakes in their YAML\n' +
			'files, with line and column, and exits with 2 if there are some. Neither needs a window.',
		options: {
			toolsets: { value: 'LIST', summary: 'Only what these toolsets list.' },
			workspace: WORKSPACE,
			window: WINDOW,
			json: JSON_OUTPUT,
			help: HELP,
		},
		examples: [
			{ command: 'hawser tools symbol_references', does: 'What the tool does and which arguments it takes.' },
			{ command: 'hawser tools --toolsets debug', does: 'The tools of one toolset.' },
			{ command: 'hawser tools new release-notes', does: 'A tool of your own: .hawser/tools/release-notes.mjs.' },
		],
	},
	call: {
		summary: 'Call a tool and print its answer.',
		usage: "hawser call TOOL [KEY=VALUE ...] ['{JSON}'] [--input FILE] [--json]",
		details:
			'Values are read by the type of the argument: numbers, true and false, JSON for lists and objects. A key that is\n' +
			'given several times makes a list. Arguments can also come as one JSON object, or from a file with --input (- is stdin).\n' +
			'Exit code: 0 done, 2 wrong arguments, 3 the tool said no, 4 no window, 5 not allowed, 70 a defect. A tool that runs\n' +
			'something ends as that did: terminal_run and task_run with its exit code, or 124 if it still runs when the time is\n' +
			'over; test_run with 1 if a test failed. "ok" in --json tells the two apart.',
		options: {
			workspace: WORKSPACE,
			window: WINDOW,
			input: { value: 'FILE', summary: 'Read the arguments as a JSON object from a file; - is stdin.' },
			transport: TRANSPORT,
			timeout: TIMEOUT,
			json: { summary: 'Print the whole answer as JSON: ok, data or error, meta.' },
			help: HELP,
		},
		examples: [
			{ command: 'hawser call file_read path=src/app.ts startLine=10', does: 'Arguments as key=value.' },
			{ command: `hawser call diagnostic_list --json '{"path":"src/app.ts"}'`, does: 'JSON in, JSON out.' },
			{ command: 'hawser call file_read --help', does: 'Explain the tool.' },
		],
	},
	script: {
		summary: "The tools under the names of VSC-Bridge's scripts.",
		usage: 'hawser script list | info ALIAS | run ALIAS [--param KEY=VALUE ...]',
		details:
			'For those who come from vscb: debug.step-over is debug_step_over. Everything else is as with "hawser call", which is\n' +
			'shorter. JavaScript from a file is not run; a project has its own tools in .hawser/tools instead.',
		options: {
			param: { value: 'KEY=VALUE', short: 'p', summary: 'An argument; may be given several times.' },
			workspace: WORKSPACE,
			window: WINDOW,
			timeout: TIMEOUT,
			json: JSON_OUTPUT,
			help: HELP,
		},
		examples: [
			{
				command: 'hawser script run breakpoint.set --param path=src/app.ts --param line=12',
				does: 'Set a breakpoint.',
			},
			{ command: 'hawser script info debug.evaluate', does: 'Explain one.' },
		],
	},
	status: {
		summary: 'Tell whether a window answers for this folder.',
		usage: 'hawser status [--workspace DIR | --window ID] [--json]',
		details: 'Exit code: 0 a window answers, 1 none does. "hawser doctor" finds out why.',
		options: { workspace: WORKSPACE, window: WINDOW, json: JSON_OUTPUT, help: HELP },
		examples: [{ command: 'hawser status --json', does: 'healthy, lastSeen and the window.' }],
	},
	config: {
		summary: "Read or change Hawser's settings in VS Code.",
		usage: 'hawser config [get KEY | set KEY VALUE | reset KEY]',
		details:
			'KEY is the name of a setting with or without "hawser.", VALUE is JSON or a text. Changes go to the user settings of the\n' +
			'window that answers for this folder, which asks the user first. Without words it lists the settings page and the folders.',
		options: { workspace: WORKSPACE, window: WINDOW, json: JSON_OUTPUT, help: HELP },
		examples: [
			{ command: 'hawser config get port', does: 'The setting hawser.port.' },
			{ command: 'hawser config set toolsets \'["default","debug"]\'', does: 'The user is asked in the window.' },
		],
	},
	exec: {
		summary: 'Not there: JavaScript from outside is not run in the editor.',
		usage: 'hawser exec',
		details:
			'For those who come from vscb. A tool of the project does the same with permission: hawser tools new NAME.',
		options: { help: HELP },
		examples: [{ command: 'hawser tools new release-notes', does: 'A tool of your own instead.' }],
	},
	setup: {
		summary: 'Tell an agent or editor about Hawser, in its own configuration file.',
		usage: 'hawser setup [CLIENT ...] [--yes] [--remove] [--list] [--project] [--http] [--skill] [--hooks]',
		details:
			`Clients: ${CLIENT_NAMES.join(', ')}.\n` +
			'Without a client it sets up every one that is installed and needs it; with --remove it takes back all that it has\n' +
			'ever added, in all projects. It shows each change and asks before it writes;\n' +
			'everything else in the file stays as it is, and a file that it cannot read is left alone. Afterwards the client is\n' +
			'asked whether it can connect, if it can tell. Exit code: 0 done or nothing to do, 3 a file was left alone, 4 no window.',
		options: {
			yes: { summary: 'Write without asking.' },
			remove: { summary: 'Take out what was added.' },
			list: { summary: 'Only tell which clients are installed and which of them know Hawser.' },
			project: { summary: "Use the file of the project, for everybody who works on it, instead of the user's own." },
			skill: {
				summary:
					'Write a skill file with recipes into the project, and one line into AGENTS.md; with --remove, take them out.',
			},
			hooks: {
				summary: `Have agents tell which files they have written, by a hook in your own settings of ${HOOK_CLIENTS.join(', ')}; see "hawser hook --help".`,
			},
			http: { summary: "Connect to the window over HTTP, with its address and token, instead of by 'hawser mcp'." },
			workspace: WORKSPACE,
			json: JSON_OUTPUT,
			help: HELP,
		},
		examples: [
			{ command: 'hawser setup', does: 'Show the change for every client that is installed, and ask.' },
			{ command: 'hawser setup --list', does: 'Which clients are there, and which of them know Hawser.' },
			{ command: 'hawser setup claude-code codex', does: 'Show the changes and ask.' },
			{ command: 'hawser setup cursor --project --yes', does: 'Write .cursor/mcp.json of this project.' },
			{ command: 'hawser setup --skill', does: 'Show the skill file and the line in AGENTS.md, and ask.' },
			{ command: 'hawser setup --hooks', does: 'Show the hook for every agent that has such, and ask.' },
			{ command: 'hawser setup codex --remove', does: 'Take it out again.' },
			{ command: 'hawser setup --remove', does: 'Take out all that was added.' },
		],
	},
	uninstall: {
		summary: 'Take back everything that Hawser has written for you.',
		usage: 'hawser uninstall [--yes] [--json]',
		details:
			'Takes out the entries of "hawser setup" in all clients, what windows have left in .mcp.json, ~/.claude.json and\n' +
			'.git/info/exclude, and ~/.hawser itself. It shows all of it and asks before it writes; files of yours come back as they\n' +
			'were. What agents deleted and the trash holds stays, and so does what it did not make. All windows have to be closed.\n' +
			'Exit code: 0 done or only shown, 3 windows are open or a file was left alone, 5 a file cannot be written.',
		options: { yes: { summary: 'Write without asking.' }, json: JSON_OUTPUT, help: HELP },
		examples: [
			{ command: 'hawser uninstall', does: 'Show what would be taken back, and ask.' },
			{ command: 'hawser uninstall --yes', does: 'Take it back.' },
		],
	},
	rules: {
		summary: 'Show and change what agents may do, beyond the mode of the windows.',
		usage: 'hawser rules [add allow|ask|deny NAME=VALUE … | remove NUMBER | explain TOOL NAME=VALUE …] [--json]',
		details:
			'A rule speaks of calls that fit all of its fields: tool=NAME or a pattern such as debug_*, effect=reads|queries|shows|\n' +
			'edits|steers|runs|lasts|guarded (several with commas), agent=NAME or NAME/VERSION (what the agent calls itself, * for\n' +
			'any characters), folder=DIR, path=GLOB, command=WORDS (the first words of a command line), until=TIME. A rule that\n' +
			'denies wins over one that asks, that over one that allows, and all of them over the setting hawser.mode. What is\n' +
			'guarded (files and settings that make programs run, databases) is allowed only by a rule with effect=guarded. explain\n' +
			'says what would become of a call, by which rule. Rules are yours, for all windows, in ~/.hawser/rules.json; no\n' +
			'repository can have any.',
		options: { json: JSON_OUTPUT, help: HELP },
		examples: [
			{ command: 'hawser rules', does: 'Show them with their numbers.' },
			{
				command: "hawser rules add allow tool=terminal_run command='npm test' folder=.",
				does: 'Agents may run the tests here, also where the mode is "ask".',
			},
			{ command: 'hawser rules add deny tool=git_sync', does: 'No agent pushes.' },
			{ command: 'hawser rules remove 1', does: 'Take the first away.' },
			{ command: "hawser rules explain terminal_run command='npm test'", does: 'Say what would happen, and why.' },
		],
	},
	changes: {
		summary: 'Show what agents have changed in the files of the window.',
		usage: 'hawser changes [PATH] [--json]',
		details:
			'The changes of all agents that came through the editor, the newest first, with the id by which "hawser undo" takes\n' +
			'one back. They are kept in ~/.hawser/journal for two weeks, 200 MB at most.',
		options: { workspace: WORKSPACE, window: WINDOW, transport: TRANSPORT, json: JSON_OUTPUT, help: HELP },
		examples: [
			{ command: 'hawser changes', does: 'All of them.' },
			{ command: 'hawser changes src/cart.ts', does: 'Those of one file.' },
		],
	},
	log: {
		summary: 'Show the calls of agents in the window, and go on as they come.',
		usage: 'hawser log [--follow] [--workspace DIR | --window ID] [--json]',
		details:
			'A line for each of the last 2000 calls: when, which agent, which tool, on what, how it ended, how long it took. No\n' +
			'answers, and no secrets. --json prints one object per line. Ctrl+C ends it.',
		options: {
			follow: { short: 'f', summary: 'Go on with each call when it ends.' },
			workspace: WORKSPACE,
			window: WINDOW,
			json: JSON_OUTPUT,
			help: HELP,
		},
		examples: [
			{ command: 'hawser log', does: 'The calls until now.' },
			{ command: 'hawser log --json', does: 'The same for a program.' },
		],
	},
	undo: {
		summary: 'Take back what agents have changed.',
		usage: 'hawser undo ID ... | PATH | --all [--json]',
		details:
			'What you or others have written since stays: lines that were changed since are left and named. Git is not touched,\n' +
			'and the undoing is itself a change that can be taken back.',
		options: {
			all: { summary: 'Everything that agents have changed.' },
			workspace: WORKSPACE,
			window: WINDOW,
			transport: TRANSPORT,
			json: JSON_OUTPUT,
			help: HELP,
		},
		examples: [
			{ command: 'hawser undo src/cart.ts', does: 'All changes of agents in one file.' },
			{ command: 'hawser undo --all', does: 'Everything.' },
		],
	},
	hook: {
		summary: 'For the hooks of agents: say which agent has just written a file.',
		usage: 'hawser hook CLIENT',
		details:
			'"hawser setup --hooks" writes it into the settings of agents that have hooks. The agent hands over what it did as JSON on\n' +
			'stdin, and the window that has the file open enters the change with that agent, also where several are connected. It\n' +
			'prints nothing, takes two seconds at most, and ends with 0 whatever happens.',
		options: { help: HELP },
		examples: [{ command: 'hawser hook claude-code < hook.json', does: 'What Claude Code does after each edit.' }],
	},
	doctor: {
		summary: 'Find out why a window cannot be reached, and what to do.',
		usage: 'hawser doctor [--workspace DIR] [--report] [--json]',
		details:
			'Looks at the registry of windows, at permissions, ports and versions. Changes nothing. Exit code 0: all is well.\n' +
			'--report prints what others need to help you, as Markdown: no tokens, no names of folders, user or machine.',
		options: {
			workspace: WORKSPACE,
			report: { summary: 'Print a report to paste into an issue.' },
			json: JSON_OUTPUT,
			help: HELP,
		},
		examples: [
			{ command: 'hawser doctor --workspace ~/shop', does: 'Ask about another folder.' },
			{ command: 'hawser doctor --report', does: 'What to send along when something does not work.' },
		],
	},
	headers: {
		summary: "Print the HTTP headers that the window's server asks for, as JSON.",
		usage: 'hawser headers [--workspace DIR | --window ID]',
		details: 'For MCP clients that connect over HTTP and run a helper for their headers. The output is a secret.',
		options: {
			workspace: WORKSPACE,
			window: WINDOW,
			json: { summary: 'No effect: the output is always JSON.' },
			help: HELP,
		},
		examples: [
			{
				command:
					'claude mcp add-json -s user hawser \'{"type":"http","url":"http://127.0.0.1:50001/mcp","headersHelper":"hawser headers"}\'',
				does: 'Connect Claude Code over HTTP without writing the token into a file.',
			},
		],
	},
	completion: {
		summary: 'Print a completion script for bash, zsh or fish.',
		usage: 'hawser completion bash|zsh|fish',
		details: 'Completes commands, options, names of tools and of their arguments.',
		options: { help: HELP, words: { summary: 'Print what could follow the words after --; the scripts use it.' } },
		examples: [
			{ command: 'source <(hawser completion bash)', does: 'bash: put this into ~/.bashrc.' },
			{ command: 'hawser completion zsh > "${fpath[1]}/_hawser"', does: 'zsh: once.' },
			{ command: 'hawser completion fish > ~/.config/fish/completions/hawser.fish', does: 'fish: once.' },
		],
	},
} as const satisfies Record<string, CommandFacts>;

export type CommandName = keyof typeof COMMANDS;

export function isCommandName(value: string): value is CommandName {
	return Object.hasOwn(COMMANDS, value);
}

export function commandFacts(name: CommandName): CommandFacts {
	return COMMANDS[name];
}
