import { z } from 'zod';
import { combineFreshness } from '../../answers/combine-freshness.ts';
import { takeWhileFits } from '../../answers/paging.ts';
import { freshness } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Sources } from '../../ports/documents.ts';
import type { SymbolCall } from '../../ports/symbols.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import type { Freshness } from '../../ports/values/freshness.ts';
import { pathFilter } from '../../text/glob.ts';
import { plural } from '../../text/plural.ts';
import { hierarchyEnd, hierarchyPlace, indentOf, renderHierarchy, renderHierarchyPlace } from './hierarchy-answer.ts';
import { LOCATING, locateSymbol, symbolAddress } from './locate-symbol.ts';
import { notReadyYet } from './not-ready-yet.ts';
import { withSource } from './place-source.ts';
import { type HierarchyRow, walkHierarchy } from './walk-hierarchy.ts';

/** More call sites in one function are only counted. */
const SITES_SHOWN = 5;

export const symbolCalls = defineTool({
	name: 'symbol_calls',
	title: 'Callers and callees',
	searchHint: 'who calls this function callers callees call hierarchy call graph',
	description: 'Shows who calls a function (incoming) or what it calls (outgoing), with the lines of the calls.',
	whenToUse: 'Use it before changing what a function takes, gives or does; to follow a program through its functions.',
	effect: 'reads',
	needs: [...LOCATING, 'sources'],
	timeout: 60_000,
	narrowBy: ['glob', 'depth', 'limit', 'offset'],

	example: { path: 'src/cart.ts', symbol: 'addTax', direction: 'incoming' },

	input: z.strictObject({
		...symbolAddress,
		direction: z.enum(['incoming', 'outgoing']).default('incoming').describe('Callers, or what it calls.'),
		glob: z.string().optional().describe('Only functions in these files, such as src; others are not followed.'),
		depth: z.int().min(1).max(3).default(1).describe('Levels: 2 also gives the callers of the callers.'),
		limit: z.int().positive().max(1000).default(100).describe('Functions in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Functions to skip, to page.'),
	}),

	output: z.object({
		symbol: z.string(),
		direction: z.enum(['incoming', 'outgoing']),
		freshness,
		total: z.int(),
		calls: z
			.array(
				z.object({
					...hierarchyPlace,
					siteCount: z.int(),
					sites: z
						.array(z.object({ path: z.string(), line: z.int(), text: z.string() }))
						.describe(`Lines of the calls, the first ${SITES_SHOWN}.`),
					repeated: z.literal(true).optional().describe('Listed before, and not followed again: perhaps a cycle.'),
				}),
			)
			.describe('The tree, flattened.'),
		...hierarchyEnd,
	}),

	async run({ direction, glob, depth, limit, offset, ...address }, ports, { signal, budget }) {
		const located = await locateSymbol(address, ports, signal);
		const isWanted = pathFilter(glob);
		const states: Freshness[] = [];
		const step = async (path: string, position: { line: number; column: number }) => {
			const answer = await ports.symbols.calls(path, position, direction, signal);
			states.push(answer.freshness);
			return { ...answer, calls: answer.calls.filter(call => isWanted(call.symbol.path)) };
		};
		const { symbol, calls, freshness: first } = await step(located.path, located.position);
		if (symbol === undefined && first !== 'fresh') {
			throw notReadyYet(`whether ${located.name} is a function`);
		}
		if (symbol === undefined) {
			throw new ToolError('E_SYMBOL_NOT_FOUND', `${located.name} in ${located.path} is not a function or method.`, {
				hint: 'For other symbols, symbol_references finds every use.',
			});
		}
		const { rows, whole } = await walkHierarchy(
			symbol,
			calls,
			depth,
			call => call.symbol,
			async ({ path, range }) => (await step(path, range.start)).calls,
		);
		const page = await Promise.all(
			rows.slice(offset, offset + limit).map(row => describeCall(row, ports.sources, signal)),
		);
		const shown = takeWhileFits(page, budget - 500, row => JSON.stringify(row).length + 1);
		const next = offset + shown.length;
		return {
			symbol: located.name,
			direction,
			freshness: combineFreshness(states),
			total: rows.length,
			calls: [...shown],
			...(!whole && { truncated: true as const }),
			...(next < rows.length && { nextOffset: next }),
		};
	},

	render({ symbol, direction, freshness, total, calls, ...end }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: the language server may know more later)`;
		const found =
			direction === 'incoming'
				? `${total === 0 ? 'no' : total} ${total === 1 ? 'caller' : 'callers'}`
				: `calls ${total === 0 ? 'nothing' : plural(total, 'function')}`;
		const head = `${symbol}: ${found}${state}`;
		const rows = calls.map(call => {
			const { level, path, siteCount, sites } = call;
			const indent = indentOf(level);
			const more = siteCount > sites.length ? [`${indent}  and ${siteCount - sites.length} more calls`] : [];
			return [
				renderHierarchyPlace(call),
				...sites.map(site => `${indent}  ${site.path === path ? '' : `${site.path}:`}${site.line}: ${site.text}`),
				...more,
			].join('\n');
		});
		return renderHierarchy(head, rows, calls, end);
	},
});

async function describeCall(
	{ step: { symbol, sites }, level, repeated }: HierarchyRow<SymbolCall>,
	sources: Sources,
	signal: Cancellation,
) {
	const shown = await withSource(sites.slice(0, SITES_SHOWN), sources, signal);
	return {
		name: symbol.name,
		kind: symbol.kind,
		level,
		path: symbol.path,
		line: symbol.range.start.line,
		column: symbol.range.start.column,
		siteCount: sites.length,
		sites: shown.map(({ path, range, text }) => ({ path, line: range.start.line, text })),
		...(repeated && { repeated: true as const }),
	};
}
