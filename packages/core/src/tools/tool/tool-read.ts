import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { calledByRuntime, callInput } from './calling-tool.ts';

export const toolRead = defineTool({
	name: 'tool_read',
	title: 'Call a tool that reads',
	searchHint: 'unlisted other tool call',
	description:
		'Calls a tool that only reads, such as debug_stack, git_blame, symbol_calls or database_query, and answers as it does.',
	whenToUse: 'Use it for tools that tool_find names and that are not listed.',
	effect: 'queries',
	needs: [],
	plainText: true,

	example: { tool: 'git_blame', arguments: { path: 'src/cart.ts' } },

	input: callInput,
	output: z.object({}),
	run: calledByRuntime,
	render: () => [''],
});
