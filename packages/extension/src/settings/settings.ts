/** One setting as it stands in the extension's manifest; the reference of settings is generated from this table. */
interface SettingFacts {
	type: string | readonly string[];
	/** `resource` settings can differ from folder to folder. */
	scope: 'resource' | 'window' | 'machine';
	default: unknown;
	description: string;
	[keyword: string]: unknown;
}

export const SETTINGS = {
	'hawser.chat': {
		type: 'string',
		enum: ['tools', 'mcp', 'off'],
		scope: 'window',
		default: 'tools',
		description:
			'How the chat of this editor gets the tools: "tools" (from the extension itself, also while the server is off), "mcp" (from the window\'s MCP server), or "off". Never both, so that no tool appears twice. A workspace cannot undo your own "off".',
	},
	'hawser.databases': {
		type: 'array',
		items: {
			type: 'object',
			required: ['name'],
			properties: {
				name: { type: 'string', description: 'What agents call it.' },
				url: { type: 'string', description: 'Such as postgres://user:password@localhost:5432/shop.' },
				type: { type: 'string', enum: ['sqlite', 'postgres', 'mysql', 'mariadb', 'mssql', 'mongodb', 'redis'] },
				host: { type: 'string' },
				port: { type: 'integer' },
				socket: { type: 'string', description: 'Unix socket, instead of host and port.' },
				database: { type: 'string' },
				user: { type: 'string' },
				password: { type: 'string' },
				path: { type: 'string', description: 'File of a SQLite database, relative to the folder.' },
				schema: { type: 'string', description: 'The schema of tables that are named without one.' },
				ssl: {
					type: 'string',
					enum: ['disable', 'require', 'verify-ca', 'verify-full'],
					description:
						'How the connection is secured. Unless given: verify-full for a server elsewhere, disable for one on this machine.',
				},
				sslrootcert: { type: 'string', description: 'File with the certificate to trust, in PEM form.' },
				authSource: { type: 'string', description: 'MongoDB: the database that knows the user.' },
				ssh: {
					type: ['object', 'string'],
					description:
						"The SSH server through which the database is reached, by your system's own ssh: a host or an alias of your SSH configuration, or an object.",
					required: ['host'],
					properties: {
						host: { type: 'string' },
						port: { type: 'integer' },
						user: { type: 'string' },
						privateKeyPath: { type: 'string' },
						proxyJump: { type: 'string' },
					},
				},
			},
		},
		scope: 'resource',
		default: [],
		description:
			'Databases of the project that its files do not name, by `url` or by `type` and address. They come before what is found; a single entry is the one that agents get unless they ask for another.',
	},
	'hawser.database.allowWrites': {
		type: 'boolean',
		scope: 'machine',
		default: false,
		description:
			'Let agents ask to change databases. Every statement is shown to you first. Only your own settings count, never those of a workspace.',
	},
	'hawser.devdb.requireToken': {
		type: 'boolean',
		scope: 'machine',
		default: true,
		description:
			'Ask clients of the DevDB routes (`/tables`, `/query`, `/database-type`) for the access token. When off, every program on this machine, whoever runs it, can read the databases of the project; web pages still cannot, and writing still asks you. Only your own settings count, never those of a workspace.',
	},
	'hawser.enabled': {
		type: 'boolean',
		scope: 'resource',
		default: true,
		description:
			'Let agents on this machine reach this project. A workspace or a folder can only switch it off: false anywhere counts, and true does not undo your own false.',
	},
	'hawser.fileBridge': {
		type: 'array',
		items: { type: 'string' },
		uniqueItems: true,
		scope: 'machine',
		default: [],
		description:
			'Absolute paths of folders in which agents may call their window by files, from a sandbox or container that shares the folder and not the network. The command "Hawser: Allow the File Bridge in This Folder" adds one. Only your own settings count, never those of a workspace.',
	},
	'hawser.follow': {
		type: 'boolean',
		scope: 'window',
		default: false,
		description:
			'Show what agents read and change in a preview tab beside what you work on. Neither your focus nor your cursor moves. The command "Hawser: Follow Agents" switches it.',
	},
	'hawser.ggmcp.requireToken': {
		type: 'boolean',
		scope: 'machine',
		default: true,
		description:
			'Ask clients of the ggMCP routes (`/mcp/<tool>`) for the access token. When off, every program on this machine, whoever runs it, can read and change files and run commands in the window; web pages still cannot. Only your own settings count, never those of a workspace.',
	},
	'hawser.highlight': {
		type: 'boolean',
		scope: 'window',
		default: true,
		description: 'Mark for a moment what agents have just changed in the files that you see.',
	},
	'hawser.logCalls': {
		type: 'boolean',
		scope: 'window',
		default: true,
		description:
			'Write a line for every call of an agent to the log (command "Hawser: Show Log"): tool, outcome and time, never arguments or answers. When off, calls that fail are logged, and all of them at the log level Debug, which also has what they are called with, without secrets.',
	},
	'hawser.mode': {
		type: 'string',
		enum: ['read-only', 'ask', 'guarded'],
		scope: 'window',
		default: 'guarded',
		description:
			'What agents may do: "read-only" (look, and change or run nothing), "ask" (you are asked before each change, program or commit), or "guarded" (you are asked about what makes programs run later, settings and databases). Rules (`hawser rules`) say more about single tools, agents, folders and commands. A workspace can only narrow your own choice.',
	},
	'hawser.agentModes': {
		type: 'object',
		additionalProperties: { type: 'string', enum: ['read-only', 'ask', 'guarded'] },
		scope: 'machine',
		default: {},
		description:
			'Modes of single agents, by the name that they give themselves, such as {"claude-code*": "ask", "codex*": "read-only"}. It replaces `hawser.mode` for that agent; where several fit, the narrowest counts. A name is a claim, not a boundary. Only your own settings count, and a workspace can narrow them with `hawser.mode`.',
	},
	'hawser.nativeIde': {
		type: 'array',
		items: { type: 'string', enum: ['claude', 'gemini', 'qwen', 'copilot', 'codex'] },
		uniqueItems: true,
		scope: 'window',
		default: ['claude', 'gemini', 'qwen', 'copilot', 'codex'],
		description:
			'Agents in a terminal that may connect to this window by their own IDE protocols: they see what you have selected and open, and show their changes here for you to accept, where they can. "claude" is also for opencode. None of Hawser\'s tools can be called that way. Where the extension of the agent itself is installed, Hawser leaves the agent to it. A workspace can only leave agents out.',
	},
	'hawser.nativeIdeExclude': {
		type: 'array',
		items: { type: 'string' },
		uniqueItems: true,
		scope: 'window',
		default: ['**/.env', '**/.env.*', '**/*.pem', '**/*.key'],
		description:
			'Files of which agents are told nothing by their own IDE protocols: no selection, no name, no problem. What git ignores and what `files.exclude` and `search.exclude` hide is never told. The command "Hawser: Send to Agent" sends any file. A workspace can only add to it.',
	},
	'hawser.port': {
		type: ['string', 'integer', 'null'],
		scope: 'window',
		default: 'auto',
		pattern: '^(auto|\\d{1,5}|\\d{1,5}\\s*-\\s*\\d{1,5})$',
		minimum: 0,
		maximum: 65_535,
		description:
			'Port of the window on 127.0.0.1: "auto" (the port this project had last, else the first free one from 50001), 0 (the system chooses), a number, a range such as "9960-9990", or null (no server). A workspace may choose its own; it opens nothing.',
	},
	'hawser.projectConfig': {
		type: 'string',
		enum: ['stdio', 'http', 'off'],
		scope: 'resource',
		default: 'stdio',
		description:
			'What agents find in the folder\'s `.mcp.json` while the window is open: "stdio" (a command, without port or secret), "http" (the address and the access token, never in a file that git tracks), or "off" (nothing is written). A workspace or a folder can only narrow your own choice: "off" is narrower than "stdio", "stdio" narrower than "http".',
	},
	'hawser.relay': {
		type: 'array',
		items: { type: 'string' },
		uniqueItems: true,
		scope: 'machine',
		default: [],
		description:
			'Tools of other extensions that agents may use as `relay_…`: names, or patterns such as "github_*", of what these extensions offer to the chat. They run with the rights of those extensions. Only your own settings count, never those of a workspace.',
	},
	'hawser.sse': {
		type: 'boolean',
		scope: 'window',
		default: false,
		description:
			'Also serve MCP over the older HTTP+SSE transport, at `/sse`, for clients that know nothing newer. The access token is asked for as everywhere. A workspace can only switch it off.',
	},
	'hawser.terminalTimeout': {
		type: 'integer',
		minimum: 1,
		maximum: 3_600_000,
		scope: 'window',
		default: 30_000,
		description:
			'Milliseconds that an agent waits for a command in a terminal unless it asks for another time. The command goes on after that, and the agent can read its output later.',
	},
	'hawser.toolsets': {
		type: 'array',
		items: { type: 'string' },
		uniqueItems: true,
		scope: 'window',
		default: ['default'],
		description:
			'Toolsets that agents see: "default" (what suits the client), "all", names such as "symbol", "-name" to leave one out, or a single tool such as "-terminal_run", and "+dap_timeline" to add one. Without "default" or "all", only what is named can be called. A workspace can only narrow your own choice: what that does not allow cannot be called, whatever the workspace says.',
	},
} as const satisfies Record<`hawser.${string}`, SettingFacts>;

export type SettingName = keyof typeof SETTINGS;

/** A repository must not be able to change how this machine is reached before the user has trusted it. */
export const RESTRICTED_SETTINGS = Object.keys(SETTINGS);

interface CommandFacts {
	title: string;
	/** Name of a codicon. */
	icon: string;
	/** Offered only while this holds, and then as an icon in the title bar of the editor as well. */
	inEditorTitle?: string;
	/** Also offered in the menu of a text, while this holds. */
	inEditorMenu?: string;
	/** The same in the title bar of a view. */
	inViewTitle?: { view: string; when?: string };
}

/** The right side of a proposal; `resourceScheme` is that of the side that can be edited. */
const SHOWS_PROPOSAL = 'resourceScheme == hawser-proposal';

const ACTIVITY_VIEW = 'hawser.activity';

export const COMMANDS = {
	'hawser.showMenu': { title: 'Show Menu', icon: 'menu' },
	'hawser.showActivity': { title: 'Show Activity of Agents', icon: 'pulse' },
	'hawser.pauseAgents': {
		title: 'Pause All Agents',
		icon: 'debug-pause',
		inViewTitle: { view: ACTIVITY_VIEW, when: '!hawser.paused' },
	},
	'hawser.resumeAgents': {
		title: 'Resume Agents',
		icon: 'debug-continue',
		inViewTitle: { view: ACTIVITY_VIEW, when: 'hawser.paused' },
	},
	'hawser.connectAgent': { title: 'Connect an Agent…', icon: 'plug', inViewTitle: { view: ACTIVITY_VIEW } },
	'hawser.setUpAgents': { title: 'Set Up the Agents on This Machine', icon: 'rocket' },
	'hawser.copyUrl': { title: 'Copy MCP URL', icon: 'copy' },
	'hawser.start': { title: 'Start Server', icon: 'play' },
	'hawser.stop': { title: 'Stop Server', icon: 'debug-stop' },
	'hawser.restart': { title: 'Restart Server', icon: 'refresh' },
	'hawser.renewToken': { title: 'Renew Access Token', icon: 'key' },
	'hawser.allowFileBridge': { title: 'Allow the File Bridge in This Folder', icon: 'folder-opened' },
	'hawser.endFileBridge': { title: 'End the File Bridge in This Folder', icon: 'folder' },
	'hawser.showQuestions': { title: 'Show Questions', icon: 'question' },
	'hawser.chooseMode': { title: 'Choose What Agents May Do…', icon: 'shield' },
	'hawser.showRules': { title: 'Rules for Agents', icon: 'law' },
	'hawser.sendToAgent': { title: 'Send to Agent', icon: 'mention', inEditorMenu: 'resourceScheme == file' },
	'hawser.doctor': { title: 'Check the Connection (Doctor)', icon: 'heart' },
	'hawser.getStarted': { title: 'Get Started', icon: 'book' },
	'hawser.showLog': { title: 'Show Log', icon: 'output' },
	'hawser.acceptProposal': { title: 'Accept Proposal', icon: 'check', inEditorTitle: SHOWS_PROPOSAL },
	'hawser.rejectProposal': { title: 'Reject Proposal', icon: 'close', inEditorTitle: SHOWS_PROPOSAL },
} as const satisfies Record<`hawser.${string}`, CommandFacts>;

/** The place in the activity bar. */
export const CONTAINER = { id: 'hawser', title: 'Hawser', icon: 'media/hawser.svg' } as const;

/** The views in it, from top to bottom. */
export const VIEWS = [
	{ id: ACTIVITY_VIEW, name: 'Activity', type: 'webview', icon: CONTAINER.icon, initialSize: 3 },
] as const;

/**
 * Questions have a place of their own: beside other views they would have a few lines. It is there from the first question on, so that the
 * activity bar has one icon of ours for as long as nobody asks.
 */
export const QUESTIONS = {
	container: { id: 'hawser-questions', title: 'Hawser: Questions', icon: '$(question)' },
	view: {
		id: 'hawser.questions',
		name: 'Hawser: Questions',
		type: 'webview',
		icon: '$(question)',
		when: 'hawser.asked',
	},
} as const;

/** The guide for the first minutes, as VS Code names it. */
export const WALKTHROUGH = 'hawser.hawser-vscode#hawser.start';

/** The package that TypeScript's server loads from the extension. */
export const TYPESCRIPT_PLUGIN = 'hawser-typescript-plugin';

export type CommandName = keyof typeof COMMANDS;
