import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { freshness, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import type { OutlineSymbol } from '../../ports/symbols.ts';
import { plural } from '../../text/plural.ts';

export const symbolOutline = defineTool({
	name: 'symbol_outline',
	title: 'Outline of a file',
	searchHint: 'outline structure symbols of a file functions classes methods',
	description: 'Lists the symbols that a file declares, as a tree: name, kind, first and last line.',
	whenToUse: 'Use it before reading a long file, to read only the part that matters.',
	effect: 'reads',
	needs: ['symbols'],
	narrowBy: ['depth'],

	example: { path: 'src/cart.ts' },

	input: z.strictObject({
		path,
		depth: z.int().positive().optional().describe('Levels to show: 1 gives the top level only. All unless given.'),
		columns: unlisted(z.boolean().default(false).describe('Also columns, and where the name stands.')),
	}),

	output: z.object({
		path: z.string(),
		freshness,
		total: z.int(),
		depth: z.int().describe('Levels that the answer shows.'),
		truncated: z.literal(true).optional().describe('Deeper levels, or symbols at the end, were left out.'),
		symbols: z
			.array(
				z.object({
					name: z.string(),
					kind: z.string(),
					level: z
						.int()
						.describe('1 for the top level; a symbol lies in the nearest one before it with a smaller level.'),
					line: z.int(),
					endLine: z.int(),
					detail: z.string().optional(),
					column: unlisted(z.int().optional()),
					endColumn: unlisted(z.int().optional()),
					nameRange: unlisted(
						z.object({ line: z.int(), column: z.int(), endLine: z.int(), endColumn: z.int() }).optional(),
					),
				}),
			)
			.describe('The tree, in the order of the source.'),
	}),

	async run({ path, depth, columns }, { symbols }, { signal, budget }) {
		const outline = await symbols.outline(path, signal);
		const deepest = depthOf(outline.symbols);
		const total = countSymbols(outline.symbols);
		// Whole levels are left out first: half a tree misleads, a shallower one does not.
		const asked = Math.min(depth ?? deepest, deepest);
		let shown = asked;
		let rows = toRows(outline.symbols, { depth: shown, columns });
		while (shown > 1 && sizeOf(rows) > budget) {
			shown--;
			rows = toRows(outline.symbols, { depth: shown, columns });
		}
		const fitting = takeWhileFits(rows, budget, row => JSON.stringify(row).length + 1);
		const truncated = fitting.length < rows.length || shown < asked;
		return {
			path,
			freshness: outline.freshness,
			total,
			depth: shown,
			...(truncated && { truncated: true as const }),
			symbols: [...fitting],
		};
	},

	render({ path, freshness, total, depth, truncated, symbols }) {
		const state = freshness === 'fresh' ? '' : `, ${freshness}`;
		const cut = truncated ? `; shown: ${depth} levels, the rest left out to fit` : '';
		return [
			[
				`${path}: ${total === 0 ? 'no symbols' : plural(total, 'symbol')}${state}${cut}`,
				...symbols.map(renderRow),
			].join('\n'),
		];
	},
});

interface OutlineRow {
	name: string;
	kind: string;
	level: number;
	line: number;
	endLine: number;
	detail?: string | undefined;
	column?: number | undefined;
	endColumn?: number | undefined;
	nameRange?: { line: number; column: number; endLine: number; endColumn: number } | undefined;
}

interface RowOptions {
	depth: number;
	columns: boolean;
}

function toRows(symbols: readonly OutlineSymbol[], options: RowOptions, level = 1): readonly OutlineRow[] {
	return symbols.flatMap(({ name, kind, detail, range, nameRange, children }) => [
		{
			name,
			kind,
			level,
			line: range.start.line,
			endLine: range.end.line,
			...(detail !== undefined && detail !== '' && { detail }),
			...(options.columns && {
				column: range.start.column,
				endColumn: range.end.column,
				nameRange: { ...nameRange.start, endLine: nameRange.end.line, endColumn: nameRange.end.column },
			}),
		},
		...(level < options.depth ? toRows(children, options, level + 1) : []),
	]);
}

function sizeOf(rows: readonly OutlineRow[]): number {
	return JSON.stringify(rows).length;
}

function depthOf(symbols: readonly OutlineSymbol[]): number {
	return symbols.reduce((deepest, symbol) => Math.max(deepest, 1 + depthOf(symbol.children)), 0);
}

function countSymbols(symbols: readonly OutlineSymbol[]): number {
	return symbols.reduce((sum, symbol) => sum + 1 + countSymbols(symbol.children), 0);
}

function renderRow({ name, kind, detail, level, line, endLine }: OutlineRow): string {
	const extra = detail === undefined ? '' : ` ${detail}`;
	return `${'  '.repeat(level - 1)}${kind} ${name}${extra}  ${line === endLine ? line : `${line}-${endLine}`}`;
}
