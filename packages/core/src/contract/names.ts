/** First words of tool names. A closed list, so that a tool with a new first word is a decision and not an accident. */
export const THINGS = [
	'window',
	'editor',
	'file',
	'text',
	'symbol',
	'code',
	'diagnostic',
	'breakpoint',
	'debug',
	'dap',
	'test',
	'terminal',
	'task',
	'git',
	'setting',
	'command',
	'project',
	'database',
	'docs',
	'util',
] as const;

export type Thing = (typeof THINGS)[number];

/** `thing_action`, such as `symbol_rename`: a wrong first word does not compile. */
export type ToolName = `${Thing}_${string}`;
