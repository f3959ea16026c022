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
				type: { type: 'string', enum: ['sqlite', 'postgres', 'mysql', 'mariadb', 'mssql'] },
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
	'hawser.ggmcp.requireToken': {
		type: 'boolean',
		scope: 'machine',
		default: true,
		description:
			'Ask clients of the ggMCP routes (`/mcp/<tool>`) for the access token. When off, every program on this machine, whoever runs it, can read and change files and run commands in the window; web pages still cannot. Only your own settings count, never those of a workspace.',
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
	'hawser.toolsets': {
		type: 'array',
		items: { type: 'string' },
		uniqueItems: true,
		scope: 'window',
		default: ['default'],
		description:
			'Toolsets that agents see: "default", "all", names such as "symbol", and "-name" to leave one out, or a single tool such as "-terminal_run". Without "default" or "all", only what is named can be called. A workspace can only narrow your own choice: what that does not allow cannot be called, whatever the workspace says.',
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
}

/** The right side of a proposal; `resourceScheme` is that of the side that can be edited. */
const SHOWS_PROPOSAL = 'resourceScheme == hawser-proposal';

export const COMMANDS = {
	'hawser.showMenu': { title: 'Show Menu', icon: 'menu' },
	'hawser.connectAgent': { title: 'Connect an Agent…', icon: 'plug' },
	'hawser.setUpAgents': { title: 'Set Up the Agents on This Machine', icon: 'rocket' },
	'hawser.copyUrl': { title: 'Copy MCP URL', icon: 'copy' },
	'hawser.start': { title: 'Start Server', icon: 'play' },
	'hawser.stop': { title: 'Stop Server', icon: 'debug-stop' },
	'hawser.restart': { title: 'Restart Server', icon: 'refresh' },
	'hawser.renewToken': { title: 'Renew Access Token', icon: 'key' },
	'hawser.allowFileBridge': { title: 'Allow the File Bridge in This Folder', icon: 'folder-opened' },
	'hawser.endFileBridge': { title: 'End the File Bridge in This Folder', icon: 'folder' },
	'hawser.showQuestions': { title: 'Show Questions of Agents', icon: 'question' },
	'hawser.showLog': { title: 'Show Log', icon: 'output' },
	'hawser.acceptProposal': { title: 'Accept Proposal', icon: 'check', inEditorTitle: SHOWS_PROPOSAL },
	'hawser.rejectProposal': { title: 'Reject Proposal', icon: 'close', inEditorTitle: SHOWS_PROPOSAL },
} as const satisfies Record<`hawser.${string}`, CommandFacts>;

/** The place in the activity bar and the view in it. */
export const QUESTIONS = {
	container: { id: 'hawser', title: 'Hawser', icon: 'dist/questions.svg' },
	view: { id: 'hawser.questions', name: 'Questions', type: 'webview', icon: 'dist/questions.svg' },
} as const;

export type CommandName = keyof typeof COMMANDS;
