import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

export const breakpointClearFile = defineTool({
	name: 'breakpoint_clear_file',
	title: 'Clear breakpoints of a file',
	searchHint: 'remove all breakpoints of a file',
	description: 'Removes all breakpoints of one file, also those of the user.',
	whenToUse: 'Use it to start afresh in a file; prefer breakpoint_remove for those you have set yourself.',
	effect: 'edits',
	needs: ['breakpoints'],

	example: { path: 'src/main.js' },
	input: z.strictObject({ path }),
	output: z.object({ path: z.string(), cleared: z.int() }),
	async run({ path }, ports) {
		return { path, cleared: (await ports.breakpoints.clear(path)).length };
	},
	render: ({ path, cleared }) => [
		cleared === 0 ? `There was no breakpoint in ${path}.` : `${plural(cleared, 'breakpoint')} removed from ${path}.`,
	],
});
