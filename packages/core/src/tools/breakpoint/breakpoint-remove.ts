import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { renderBreakpoint, toAnswer, toPlace } from './describe-breakpoint.ts';
import { placeParameters } from './place-parameters.ts';

export const breakpointRemove = defineTool({
	name: 'breakpoint_remove',
	title: 'Remove a breakpoint',
	searchHint: 'delete unset breakpoint',
	description: 'Removes the breakpoint at a place.',
	whenToUse: 'Use it when one is no longer needed; breakpoint_clear_file removes all of a file.',
	effect: 'edits',
	needs: ['breakpoints'],

	example: { path: 'src/main.js', line: 6 },
	input: z.strictObject(placeParameters),
	output: z.object({ removed: z.array(z.string()) }),
	async run(input, ports) {
		const removed = await ports.breakpoints.remove(toPlace(input));
		if (removed.length === 0) {
			throw new ToolError('E_BREAKPOINT_NOT_FOUND', 'There is no breakpoint at that place.', {
				details: { ...input },
			});
		}
		return { removed: removed.map(entry => renderBreakpoint(toAnswer(entry))) };
	},
	render: ({ removed }) => [`Removed: ${removed.join(', ')}`],
});
