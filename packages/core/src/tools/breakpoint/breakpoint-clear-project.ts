import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

export const breakpointClearProject = defineTool({
	name: 'breakpoint_clear_project',
	title: 'Clear all breakpoints',
	searchHint: 'remove all breakpoints',
	description: 'Removes every breakpoint of the window: lines, functions and exceptions, also those of the user.',
	whenToUse: 'Use it only to start afresh.',
	effect: 'edits',
	needs: ['breakpoints'],

	example: {},
	input: z.strictObject({}),
	output: z.object({ cleared: z.int() }),
	async run(_input, ports) {
		return { cleared: (await ports.breakpoints.clear(undefined)).length };
	},
	render: ({ cleared }) => [
		cleared === 0 ? 'There was no breakpoint to remove.' : `${plural(cleared, 'breakpoint')} removed.`,
	],
});
