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
	'hawser.enabled': {
		type: 'boolean',
		scope: 'resource',
		default: true,
		description:
			'Let agents on this machine reach this project. A folder overrides the workspace, the workspace overrides the user.',
	},
	'hawser.port': {
		type: ['string', 'integer'],
		scope: 'window',
		default: 'auto',
		pattern: '^(auto|\\d{1,5}|\\d{1,5}\\s*-\\s*\\d{1,5})$',
		minimum: 0,
		maximum: 65_535,
		description:
			'Port of the window on 127.0.0.1: "auto" (the port this project had last, else the first free one from 50001), 0 (the system chooses), a number, or a range such as "9960-9990".',
	},
	'hawser.projectConfig': {
		type: 'string',
		enum: ['stdio', 'http', 'off'],
		scope: 'resource',
		default: 'stdio',
		description:
			'What agents find in the folder\'s `.mcp.json` while the window is open: "stdio" (a command, without port or secret), "http" (the address and the access token, never in a file that git tracks), or "off" (nothing is written).',
	},
	'hawser.toolsets': {
		type: 'array',
		items: { type: 'string' },
		uniqueItems: true,
		scope: 'window',
		default: ['default'],
		description:
			'Toolsets that agents see: "default", "all", names such as "symbol", and "-name" to leave one out. Without "default" or "all", only what is named can be called.',
	},
} as const satisfies Record<`hawser.${string}`, SettingFacts>;

export type SettingName = keyof typeof SETTINGS;

/** A repository must not be able to change how this machine is reached before the person has trusted it. */
export const RESTRICTED_SETTINGS = Object.keys(SETTINGS);

export const COMMANDS = {
	'hawser.showMenu': 'Show Menu',
	'hawser.copyUrl': 'Copy MCP URL',
	'hawser.start': 'Start Server',
	'hawser.stop': 'Stop Server',
	'hawser.restart': 'Restart Server',
	'hawser.renewToken': 'Renew Access Token',
	'hawser.showLog': 'Show Log',
} as const satisfies Record<`hawser.${string}`, string>;

export type CommandName = keyof typeof COMMANDS;
