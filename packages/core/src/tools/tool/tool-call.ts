import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { calledByRuntime, callInput } from './calling-tool.ts';

export const toolCall = defineTool({
	name: 'tool_call',
	title: 'Call a tool',
	searchHint: 'unlisted other tool call',
	description:
		'Calls any tool by its name, such as debug_start, breakpoint_set or setting_set, and answers as it does.',
	whenToUse: 'Use it for tools that tool_find names and that are not listed; tool_read where they only read.',
	effect: 'runs',
	needs: [],
	plainText: true,

	example: { tool: 'breakpoint_set', arguments: { path: 'src/main.js', line: 6 } },

	input: callInput,
	output: z.object({}),
	run: calledByRuntime,
	render: () => [''],
});
