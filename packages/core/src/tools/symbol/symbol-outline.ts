import { z } from 'zod';
import { freshness, path } from '../../contract/parameters.ts';
import { plural } from '../../contract/plural.ts';
import { defineTool } from '../../contract/tool.ts';
import type { OutlineSymbol } from '../../ports/symbols.ts';

interface OutlineNode {
	name: string;
	kind: string;
	line: number;
	endLine: number;
	detail?: string | undefined;
	children?: OutlineNode[] | undefined;
}

const node: z.ZodType<OutlineNode> = z.object({
	name: z.string(),
	kind: z.string(),
	line: z.int(),
	endLine: z.int(),
	detail: z.string().optional(),
	get children() {
		return z.array(node).optional();
	},
});

export const symbolOutline = defineTool({
	name: 'symbol_outline',
	title: 'Outline of a file',
	description: 'Lists the symbols that a file declares, as a tree: name, kind, first and last line.',
	whenToUse: 'Before reading a long file, to read only the part that matters.',
	effect: 'reads',
	needs: ['symbols'],
	narrowBy: ['depth'],

	input: z.strictObject({
		path,
		depth: z.int().positive().optional().describe('Levels to show: 1 gives the top level only. All unless given.'),
	}),

	output: z.object({
		path: z.string(),
		freshness,
		total: z.int(),
		depth: z.int().describe('Levels that the answer shows.'),
		truncated: z.literal(true).optional().describe('Deeper levels, or symbols at the end, were left out.'),
		symbols: z.array(node),
	}),

	async run({ path, depth }, { symbols }, { signal, budget }) {
		const outline = await symbols.outline(path, signal);
		const deepest = depthOf(outline.symbols);
		const total = countSymbols(outline.symbols);
		// Whole levels are left out first: half a tree misleads, a shallower one does not.
		let shown = Math.min(depth ?? deepest, deepest);
		let nodes = toNodes(outline.symbols, shown);
		while (shown > 1 && JSON.stringify(nodes).length > budget) {
			shown--;
			nodes = toNodes(outline.symbols, shown);
		}
		let fitting = nodes;
		while (fitting.length > 1 && JSON.stringify(fitting).length > budget) {
			fitting = fitting.slice(0, Math.ceil(fitting.length / 2));
		}
		const truncated = fitting.length < nodes.length || shown < Math.min(depth ?? deepest, deepest);
		return {
			path,
			freshness: outline.freshness,
			total,
			depth: shown,
			...(truncated && { truncated: true as const }),
			symbols: fitting,
		};
	},

	render({ path, freshness, total, depth, truncated, symbols }) {
		const state = freshness === 'fresh' ? '' : `, ${freshness}`;
		const cut = truncated ? `; shown: ${depth} levels, the rest left out to fit` : '';
		return [[`${path}: ${plural(total, 'symbol')}${state}${cut}`, ...renderNodes(symbols, '')].join('\n')];
	},
});

function toNodes(symbols: readonly OutlineSymbol[], depth: number): OutlineNode[] {
	return symbols.map(({ name, kind, detail, range, children }) => ({
		name,
		kind,
		line: range.start.line,
		endLine: range.end.line,
		...(detail !== undefined && detail !== '' && { detail }),
		...(depth > 1 && children.length > 0 && { children: toNodes(children, depth - 1) }),
	}));
}

function depthOf(symbols: readonly OutlineSymbol[]): number {
	return symbols.reduce((deepest, symbol) => Math.max(deepest, 1 + depthOf(symbol.children)), 0);
}

function countSymbols(symbols: readonly OutlineSymbol[]): number {
	return symbols.reduce((sum, symbol) => sum + 1 + countSymbols(symbol.children), 0);
}

function renderNodes(nodes: readonly OutlineNode[], indent: string): readonly string[] {
	return nodes.flatMap(({ name, kind, detail, line, endLine, children = [] }) => [
		`${indent}${kind} ${name}${detail === undefined ? '' : ` ${detail}`}  ${line === endLine ? line : `${line}-${endLine}`}`,
		...renderNodes(children, `${indent}  `),
	]);
}
