import { z } from 'zod';
import { freshness } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { LOCATING, locateSymbol, symbolAddress } from './locate-symbol.ts';
import { plainMarkdown } from './plain-markdown.ts';

export const symbolHover = defineTool({
	name: 'symbol_hover',
	title: 'Type and documentation',
	searchHint: 'hover type signature documentation docs inferred',
	description: 'Gives the type, signature and documentation of a symbol, as the editor shows them on hover.',
	whenToUse: 'Use it to learn an inferred type or how a library function is called, without opening its source.',
	effect: 'reads',
	needs: [...LOCATING],
	timeout: 60_000,

	example: { path: 'src/cart.ts', symbol: 'Cart.total' },

	input: z.strictObject(symbolAddress),

	output: z.object({
		symbol: z.string(),
		freshness,
		text: z.string().describe('Markdown; empty when the language server has nothing to say.'),
		truncated: z.literal(true).optional().describe('The end of the text was left out.'),
	}),

	async run(address, ports, { signal, budget }) {
		const located = await locateSymbol(address, ports, signal);
		const { freshness, sections } = await ports.symbols.hover(located.path, located.position, signal);
		const texts = new Set(sections.map(plainMarkdown).filter(text => text !== ''));
		const whole = [...texts].join('\n\n');
		const text = cutToFit(whole, budget - 500);
		return { symbol: located.name, freshness, text, ...(text !== whole && { truncated: true as const }) };
	},

	render({ symbol, freshness, text, truncated }) {
		const state = freshness === 'fresh' ? '' : `(${freshness}: the language server may know more later)`;
		const body = text === '' ? `Nothing is known about ${symbol}.` : text;
		return [[body, truncated && '(The end was left out to fit.)', state].filter(Boolean).join('\n')];
	},
});

/** In JSON a line break takes two characters, and a quote too. */
function cutToFit(text: string, budget: number): string {
	let cut = text;
	while (JSON.stringify(cut).length > budget) {
		cut = cut.slice(0, Math.floor((cut.length * budget) / JSON.stringify(cut).length) - 1);
	}
	return cut;
}
