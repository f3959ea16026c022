import { z } from 'zod';
import { takeWhileFits } from '../../contract/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { variable } from './debug-parameters.ts';
import { renderVariable, toVariable } from './run-answer.ts';

const VALUE_LENGTH = 500;

export const debugGetVariable = defineTool({
	name: 'debug_get_variable',
	title: 'Children of a variable',
	description: 'Lists the fields or elements of a variable or scope, in pages.',
	whenToUse: 'With a variablesReference from another debug tool, to look below a value.',
	effect: 'reads',
	needs: ['debugger'],
	requires: ['debug_start'],
	narrowBy: ['count', 'start', 'filter'],
	input: z.strictObject({
		variablesReference: z
			.int()
			.describe('From debug_list_variables, debug_scopes or debug_evaluate; valid until the program runs on.'),
		start: z.int().nonnegative().default(0).describe('Children to skip, to page.'),
		count: z.int().positive().max(1000).default(100).describe('Children in one answer.'),
		filter: z.enum(['all', 'indexed', 'named']).default('all').describe('Only elements, or only named fields.'),
	}),
	output: z.object({
		children: z.array(variable),
		start: z.int(),
		shown: z.int(),
		total: z.int().optional().describe('Children in all, where the debugger tells.'),
		nextStart: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ variablesReference, start, count, filter }, ports, { signal, budget }) {
		const asked = filter === 'all' ? {} : { filter };
		// One more than wanted tells whether there are more. Adapters that do not page give all of them.
		const paged = filter === 'indexed' ? { ...asked, start, count: count + 1 } : asked;
		const answer = await ports.debugger.variables(variablesReference, paged, signal);
		const complete = filter !== 'indexed' || answer.length > count + 1;
		const page = complete ? answer.slice(start, start + count + 1) : answer;
		const children = page.slice(0, count).map(child => toVariable(child, VALUE_LENGTH));
		const shown = takeWhileFits(children, budget - 300, child => JSON.stringify(child).length + 1);
		return {
			children: [...shown],
			start,
			shown: shown.length,
			...(complete && { total: answer.length }),
			...(shown.length < page.length && { nextStart: start + shown.length }),
		};
	},

	render({ children, start, total, nextStart }) {
		const head = `Children ${start} to ${start + children.length - 1}${total === undefined ? '' : ` of ${total}`}`;
		const more = nextStart === undefined ? [] : [`(More: call again with start ${nextStart}.)`];
		return [[children.length === 0 ? 'No children.' : head, ...children.map(renderVariable), ...more].join('\n')];
	},
});
