import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { freshness } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import type { Sources } from '../../ports/documents.ts';
import type { DefinitionKind } from '../../ports/symbols.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import type { Place } from '../../ports/values/text-position.ts';
import { enclosingName } from '../../text/enclosing-name.ts';
import { plural } from '../../text/plural.ts';
import { shorten } from '../../text/shorten.ts';
import { LOCATING, locateSymbol, symbolAddress } from './locate-symbol.ts';
import { upTo } from './place-source.ts';

/** A declaration up to this long is given whole, which saves reading the file. */
const WHOLE = 15;
/** A longer one is cut after its start, which is mostly the signature. */
const START = 5;
const MAX_LINE_WIDTH = 300;

const KINDS = ['definition', 'declaration', 'type', 'implementation'] as const satisfies readonly DefinitionKind[];

export const symbolDefinition = defineTool({
	name: 'symbol_definition',
	title: 'Go to definition',
	searchHint: 'go to definition declaration implementation implementations of interface type source jump',
	description:
		'Finds the definition, declaration, type or implementations of a symbol, such as an interface, in libraries too. Gives the source: short declarations whole.',
	whenToUse: 'Use it to see what a name means, instead of searching for it and reading files.',
	effect: 'reads',
	needs: [...LOCATING, 'sources'],
	timeout: 60_000,
	narrowBy: ['limit', 'offset'],

	example: { path: 'src/cart.ts', symbol: 'Cart.total' },

	input: z.strictObject({
		...symbolAddress,
		kind: z.enum(KINDS).default('definition').describe('What to find.'),
		limit: z.int().positive().max(1000).default(50).describe('Places in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Places to skip, to page.'),
	}),

	output: z.object({
		symbol: z.string(),
		kind: z.enum(KINDS),
		freshness,
		total: z.int(),
		places: z.array(
			z.object({
				path: z.string(),
				line: z.int(),
				column: z.int(),
				endLine: z.int().describe('Last line of the declaration.'),
				within: z.string().optional().describe('What an implementation belongs to, by indentation.'),
				text: z.string().describe(`Source from line on; only the first ${START} lines of a declaration over ${WHOLE}.`),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ kind, limit, offset, ...address }, ports, { signal, budget }) {
		const located = await locateSymbol(address, ports, signal);
		const { freshness, places } = await ports.symbols.definitions(located.path, located.position, signal, kind);
		const page = await Promise.all(
			places
				.slice(offset, offset + limit)
				.map(place => describePlace(place, kind === 'implementation', ports.sources, signal)),
		);
		const shown = takeWhileFits(page, budget - 500, place => JSON.stringify(place).length + 10);
		const next = offset + shown.length;
		return {
			symbol: located.name,
			kind,
			freshness,
			total: places.length,
			places: [...shown],
			...(next < places.length && { nextOffset: next }),
		};
	},

	render({ symbol, kind, freshness, total, places, nextOffset }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: the language server may know more later)`;
		const noun = kind === 'type' ? 'type definition' : kind;
		// One place speaks for itself; its number is worth a line only where there is none, or more than one.
		const head =
			total === 1 && state === '' ? [] : [`${symbol}: ${total === 0 ? `no ${noun}` : plural(total, noun)}${state}`];
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const full = places.flatMap(({ path, line, endLine, within, text }) => {
			const lines = text.split('\n').map(content => `  ${content}`);
			const rest = line + lines.length - 1 < endLine ? [`  … to line ${endLine}`] : [];
			return [`${path}:${line}${within === undefined ? '' : ` in ${within}`}`, ...lines, ...rest];
		});
		const short = places.map(({ path, line }) => `${path}:${line}`);
		return [[...head, ...full, ...more].join('\n'), [...head, ...short, ...more].join('\n')];
	},
});

async function describePlace(
	{ path, range, extent }: Place,
	enclosing: boolean,
	sources: Sources,
	signal: Cancellation,
) {
	const { line, column } = range.start;
	// From the line of the name: what comes before it in the declaration are decorators and comments.
	const endLine = Math.max(line, extent?.end.line ?? line);
	const length = endLine - line + 1;
	const count = length <= WHOLE ? length : START;
	const lines = await sources.lines(
		path,
		Array.from({ length: count }, (_, index) => line + index),
		signal,
	);
	const within = enclosing ? enclosingName(await sources.lines(path, upTo(line), signal), line) : undefined;
	return { path, line, column, endLine, ...(within !== undefined && { within }), text: dedent(lines) };
}

function dedent(lines: readonly string[]): string {
	const indents = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
	const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
	return lines
		.map(line => line.slice(indent).trimEnd())
		.map(line => shorten(line, MAX_LINE_WIDTH))
		.join('\n');
}
