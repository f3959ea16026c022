import { z } from 'zod';
import { combineFreshness } from '../../answers/combine-freshness.ts';
import { takeWhileFits } from '../../answers/paging.ts';
import { freshness } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Freshness } from '../../ports/values/freshness.ts';
import { plural } from '../../text/plural.ts';
import { hierarchyEnd, hierarchyPlace, indentOf, renderHierarchy } from './hierarchy-answer.ts';
import { LOCATING, locateSymbol, symbolAddress } from './locate-symbol.ts';
import { notReadyYet } from './not-ready-yet.ts';
import { withSource } from './place-source.ts';
import { walkHierarchy } from './walk-hierarchy.ts';

export const symbolTypes = defineTool({
	name: 'symbol_types',
	title: 'Super- and subtypes',
	searchHint: 'class hierarchy subclasses superclass interface implementations inheritance',
	description: 'Shows what a class or interface extends and implements (supertypes), or what extends it (subtypes).',
	whenToUse: 'Use it before changing a class or interface that others build on.',
	effect: 'reads',
	needs: [...LOCATING, 'sources'],
	listed: false,
	timeout: 60_000,
	narrowBy: ['depth', 'limit', 'offset'],

	example: { path: 'src/cart.ts', symbol: 'Cart', direction: 'subtypes' },

	input: z.strictObject({
		...symbolAddress,
		direction: z.enum(['supertypes', 'subtypes']).default('subtypes').describe('Up or down.'),
		depth: z.int().min(1).max(5).default(1).describe('Levels to follow.'),
		limit: z.int().positive().max(1000).default(100).describe('Types in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Types to skip, to page.'),
	}),

	output: z.object({
		symbol: z.string(),
		direction: z.enum(['supertypes', 'subtypes']),
		freshness,
		total: z.int(),
		types: z
			.array(
				z.object({
					...hierarchyPlace,
					text: z.string().describe('The line of source.'),
					repeated: z.literal(true).optional().describe('Listed before, and not followed again.'),
				}),
			)
			.describe('The tree, flattened.'),
		...hierarchyEnd,
	}),

	async run({ direction, depth, limit, offset, ...address }, ports, { signal, budget }) {
		const located = await locateSymbol(address, ports, signal);
		const states: Freshness[] = [];
		const step = async (path: string, position: { line: number; column: number }) => {
			const answer = await ports.symbols.types(path, position, direction, signal);
			states.push(answer.freshness);
			return answer;
		};
		const { symbol, types, freshness: first } = await step(located.path, located.position);
		if (symbol === undefined && first !== 'fresh') {
			throw notReadyYet(`whether ${located.name} is a class`);
		}
		if (symbol === undefined) {
			throw new ToolError('E_SYMBOL_NOT_FOUND', `${located.name} in ${located.path} is not a class or interface.`, {
				hint: 'Call symbol_definition with kind "type" for the type of a value.',
			});
		}
		const { rows, whole } = await walkHierarchy(
			symbol,
			types,
			depth,
			type => type,
			async ({ path, range }) => (await step(path, range.start)).types,
		);
		const wanted = rows.slice(offset, offset + limit);
		const sourced = await withSource(
			wanted.map(({ step: type }) => type),
			ports.sources,
			signal,
		);
		const page = sourced.map(({ name, kind, path, range, text }, index) => ({
			name,
			kind,
			level: wanted[index]?.level ?? 1,
			path,
			line: range.start.line,
			column: range.start.column,
			text,
			...(wanted[index]?.repeated && { repeated: true as const }),
		}));
		const shown = takeWhileFits(page, budget - 500, row => JSON.stringify(row).length + 1);
		const next = offset + shown.length;
		return {
			symbol: located.name,
			direction,
			freshness: combineFreshness(states),
			total: rows.length,
			types: [...shown],
			...(!whole && { truncated: true as const }),
			...(next < rows.length && { nextOffset: next }),
		};
	},

	render({ symbol, direction, freshness, total, types, ...end }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: the language server may know more later)`;
		const head = `${symbol}: ${total === 0 ? `no ${direction}` : plural(total, direction.slice(0, -1))}${state}`;
		const rows = types.map(
			type =>
				`${indentOf(type.level)}${type.path}:${type.line} ${type.text.includes(type.name) ? type.text : `${type.name}: ${type.text}`}${type.repeated ? ' (see above)' : ''}`,
		);
		return renderHierarchy(head, rows, types, end);
	},
});
