import type { Toolset } from '../../contract/toolset.ts';
import { commandList } from './command-list.ts';
import { commandRun } from './command-run.ts';

export const commandToolset: Toolset = {
	thing: 'command',
	title: 'Commands',
	onByDefault: true,
	instructions: 'Commands: command_list finds what VS Code and its extensions can do; command_run does it.',
	tools: [commandList, commandRun],
};
