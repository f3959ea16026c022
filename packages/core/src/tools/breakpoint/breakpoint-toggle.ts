import { z } from 'zod';
import { line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { breakpoint, renderBreakpoint, toAnswer } from './describe-breakpoint.ts';

export const breakpointToggle = defineTool({
	name: 'breakpoint_toggle',
	title: 'Toggle a breakpoint',
	searchHint: 'enable disable breakpoint',
	description: 'Removes the breakpoint on a line, or sets one where there is none.',
	whenToUse:
		'Use it where a key press of the user is to be repeated; breakpoint_set and breakpoint_remove say what is meant.',
	effect: 'edits',
	needs: ['breakpoints'],
	listed: false,

	example: { path: 'src/main.js', line: 6 },
	input: z.strictObject({ path, line: line.describe('1-based line.') }),
	output: z.object({ state: z.enum(['added', 'removed']), breakpoint }),
	async run({ path, line }, ports, { signal }) {
		const place = { kind: 'line' as const, path, line };
		const [removed] = await ports.breakpoints.remove(place);
		if (removed) {
			return { state: 'removed' as const, breakpoint: toAnswer(removed) };
		}
		const set = await ports.breakpoints.set({ place }, signal);
		return { state: 'added' as const, breakpoint: toAnswer(set.breakpoint) };
	},
	render: ({ state, breakpoint }) => [`${state === 'added' ? 'Added' : 'Removed'}: ${renderBreakpoint(breakpoint)}`],
});
