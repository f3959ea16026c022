import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { breakpoint, renderBreakpoint, toAnswer, toPlace } from './describe-breakpoint.ts';
import { placeParameters } from './place-parameters.ts';

export const breakpointSet = defineTool({
	name: 'breakpoint_set',
	title: 'Set a breakpoint',
	searchHint: 'set breakpoint conditional logpoint stop at line debugger',
	description:
		'Sets a breakpoint on a line, a function or thrown exceptions, or changes it. In a running program it tells whether it bound, and to which line.',
	whenToUse: 'Use it before debug_start, or while a program runs. With logMessage it prints instead of stopping.',
	// Conditions and log messages are expressions that run in the program.
	effect: 'runs',
	needs: ['breakpoints'],
	aliases: ['breakpoint_add'],

	example: { path: 'src/main.js', line: 6 },
	input: z.strictObject({
		...placeParameters,
		condition: z.string().min(1).optional().describe('Stop only if this expression is true, such as i > 10.'),
		hitCondition: z.string().min(1).optional().describe('Stop only at these hits, such as 5 or >= 5.'),
		logMessage: z.string().min(1).optional().describe('Print this and go on; {expressions} are filled in.'),
	}),
	output: z.object({
		breakpoint,
		updated: z.literal(true).optional().describe('There was one at this place; it has changed.'),
		warning: z.string().optional(),
	}),

	async run({ condition, hitCondition, logMessage, ...rest }, ports, { signal }) {
		const place = toPlace(rest);
		const extras = {
			...(condition !== undefined && { condition }),
			...(hitCondition !== undefined && { hitCondition }),
			...(logMessage !== undefined && { logMessage }),
		};
		if (place.kind === 'exceptions' && Object.keys(extras).length > 0) {
			throw new ToolError('E_INVALID_PARAMS', 'Exceptions take no condition, hitCondition or logMessage.');
		}
		const { breakpoint, updated, warning } = await ports.breakpoints.set({ place, ...extras }, signal);
		return {
			breakpoint: toAnswer(breakpoint),
			...(updated && { updated: true as const }),
			...(warning !== undefined && { warning }),
		};
	},

	render: ({ breakpoint, updated, warning }) => [
		[
			`${updated ? 'Changed' : 'Set'}: ${renderBreakpoint(breakpoint)}`,
			...(warning === undefined ? [] : [warning]),
		].join('\n'),
	],
});
