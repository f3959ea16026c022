import type { Toolset } from '../../contract/toolset.ts';
import { toolCall } from './tool-call.ts';
import { toolFind } from './tool-find.ts';
import { toolRead } from './tool-read.ts';

export const toolToolset: Toolset = {
	thing: 'tool',
	title: 'Tools that are not listed',
	onByDefault: true,
	instructions: 'Tools: tool_find finds one by what it does; tool_read and tool_call call it.',
	tools: [toolFind, toolRead, toolCall],
};
