import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { renderVariable, toVariable, variable } from '../../answers/run-answer.ts';
import { type Call, defineTool } from '../../contract/tool.ts';
import type { Debugger, Variable } from '../../ports/debugger.ts';
import { elementIndex } from './element-index.ts';

const VALUE_LENGTH = 500;

export const debugGetVariable = defineTool({
	name: 'debug_get_variable',
	title: 'Children of a variable',
	searchHint: 'value of variable fields elements expand inspect debugger',
	description: 'Lists the fields or elements of a variable or scope, in pages.',
	whenToUse: 'Use it with a variablesReference from another debug tool, to look below a value.',
	effect: 'reads',
	needs: ['debugger'],
	requires: ['debug_start'],
	narrowBy: ['count', 'start', 'filter'],

	example: { variablesReference: 3 },
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
		const { page, total } =
			filter === 'indexed'
				? await readElements(ports.debugger, variablesReference, { start, count }, signal)
				: await readAll(ports.debugger, variablesReference, { filter, start, count }, signal);
		const children = page.slice(0, count).map(child => toVariable(child, VALUE_LENGTH));
		const shown = takeWhileFits(children, budget - 300, child => JSON.stringify(child).length + 1);
		return {
			children: [...shown],
			start,
			shown: shown.length,
			...(total !== undefined && { total }),
			...(shown.length < page.length && { nextStart: start + shown.length }),
		};
	},

	render({ children, start, total, nextStart }) {
		const head = `Children ${start} to ${start + children.length - 1}${total === undefined ? '' : ` of ${total}`}`;
		const more = nextStart === undefined ? [] : [`(More: call again with start ${nextStart}.)`];
		return [[children.length === 0 ? 'No children.' : head, ...children.map(renderVariable), ...more].join('\n')];
	},
});

interface Page {
	/** One more than asked for, where there are more. */
	page: readonly Variable[];
	total?: number;
}

/** Only elements can be asked for in pages; of named fields an adapter gives all. */
async function readAll(
	port: Debugger,
	reference: number,
	{ filter, start, count }: { filter: 'all' | 'named'; start: number; count: number },
	signal: Call['signal'],
): Promise<Page> {
	const all = await port.variables(reference, filter === 'named' ? { filter } : {}, signal);
	return { page: all.slice(start, start + count + 1), total: all.length };
}

async function readElements(
	port: Debugger,
	reference: number,
	{ start, count }: { start: number; count: number },
	signal: Call['signal'],
): Promise<Page> {
	const answer = await port.variables(reference, { filter: 'indexed', start, count: count + 1 }, signal);
	// js-debug adds the length and the prototype to every page.
	const elements = answer.filter(({ name }) => elementIndex(name) !== undefined);
	const unpaged = elements.length > count + 1 || elements.some(({ name }) => (elementIndex(name) ?? start) < start);
	return unpaged
		? { page: elements.slice(start, start + count + 1), total: elements.length }
		: { page: elements.slice(0, count + 1) };
}
