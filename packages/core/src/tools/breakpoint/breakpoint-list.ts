import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { countOf } from '../../text/plural.ts';
import { breakpoint, renderBreakpoint, toAnswer } from './describe-breakpoint.ts';

export const breakpointList = defineTool({
	name: 'breakpoint_list',
	title: 'List breakpoints',
	searchHint: 'which breakpoints are set',
	description: 'Lists all breakpoints, also those of the user, with what the running programs have made of them.',
	whenToUse: 'Use it to see why a program does not stop where you expect it.',
	effect: 'reads',
	needs: ['breakpoints'],
	narrowBy: ['path', 'offset'],

	example: {},
	input: z.strictObject({
		path: path.optional().describe('Only those of this file, as the answers write it.'),
		offset: z.int().nonnegative().default(0).describe('Breakpoints to skip, to page.'),
	}),
	output: z.object({
		total: z.int(),
		breakpoints: z.array(breakpoint),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),
	run({ path, offset }, ports, { budget }) {
		const all = ports.breakpoints.list().filter(entry => path === undefined || entry.path === path);
		const page = all.slice(offset).map(toAnswer);
		const shown = takeWhileFits(page, budget - 300, entry => JSON.stringify(entry).length + 1);
		const next = offset + shown.length;
		return Promise.resolve({
			total: all.length,
			breakpoints: [...shown],
			...(next < all.length && { nextOffset: next }),
		});
	},
	render({ total, breakpoints, nextOffset }) {
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		return [[countOf(total, 'breakpoint'), ...breakpoints.map(renderBreakpoint), ...more].join('\n')];
	},
});
