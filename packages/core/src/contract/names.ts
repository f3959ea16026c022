/** First words of tool names. A closed list, so that a tool with a new first word is a decision and not an accident. */
export const THINGS = [
	'window',
	'editor',
	'file',
	'change',
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
	'notebook',
	'git',
	'setting',
	'command',
	'project',
	'database',
	'docs',
	'util',
	'tool',
	'relay',
	'custom',
] as const;

export type Thing = (typeof THINGS)[number];

/** Toolsets whose tools are known at run time only; the manifest has none of them. */
export const DYNAMIC_THINGS = ['relay', 'custom'] as const satisfies readonly Thing[];

export type DynamicThing = (typeof DYNAMIC_THINGS)[number];

/** True for a name that only a window can know. */
export function isDynamicName(name: string): name is `${DynamicThing}_${string}` {
	return DYNAMIC_THINGS.some(thing => name.startsWith(`${thing}_`));
}

/** True for a tool that the project defines. */
export function isOfProject({ name }: { name: string }): boolean {
	return name.startsWith('custom_');
}

/** `thing_action`, such as `symbol_rename`: a wrong first word does not compile. */
export type ToolName = `${Thing}_${string}`;
