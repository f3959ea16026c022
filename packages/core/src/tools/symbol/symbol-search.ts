import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../answers/paging.ts';
import { freshness } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import type { Sources } from '../../ports/documents.ts';
import type { FoundSymbol } from '../../ports/symbols.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import { byPlace } from '../../text/by-place.ts';
import { plural } from '../../text/plural.ts';

const KINDS = [
	'class',
	'constant',
	'constructor',
	'enum',
	'enum member',
	'field',
	'function',
	'interface',
	'method',
	'module',
	'namespace',
	'property',
	'string',
	'struct',
	'type parameter',
	'variable',
] as const;

export const symbolSearch = defineTool({
	name: 'symbol_search',
	title: 'Find symbols by name',
	searchHint: 'search workspace symbol class function by name declaration',
	description:
		'Finds declarations in the whole workspace by name or part of the name: exact names first, each with kind, place and line of source. Waits until the projects that may have it are loaded.',
	whenToUse: 'Use it to find where something is declared when you do not know the file.',
	effect: 'reads',
	needs: ['symbols', 'sources'],
	timeout: 60_000,
	narrowBy: ['query', 'kinds', 'limit'],

	example: { query: 'Cart' },

	input: z.strictObject({
		query: z
			.string()
			.min(1)
			.describe('Name, its start or that of a word in it, or capitals such as CHP for CallHierarchyProvider.'),
		kinds: z.array(z.enum(KINDS)).min(1).optional().describe('Only these kinds.'),
		limit: z.int().positive().max(1000).default(50).describe('Symbols in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Symbols to skip, to page.'),
	}),

	output: z.object({
		query: z.string(),
		freshness,
		total: z.int(),
		symbols: z.array(
			z.object({
				name: z.string(),
				kind: z.string(),
				container: z.string().optional(),
				path: z.string(),
				line: z.int(),
				column: z.int(),
				text: z.string().describe('The line of source.'),
			}),
		),
		limited: z
			.literal(true)
			.optional()
			.describe('The language server gave only its best matches; a longer query finds the others.'),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ query, kinds, limit, offset }, ports, { signal, budget }) {
		const { freshness, symbols, limited } = await ports.symbols.search(query, signal);
		const wanted: ReadonlySet<string> | undefined = kinds && new Set(kinds);
		const matching = symbols.filter(({ kind }) => wanted?.has(kind) ?? true).sort(bestFirst(query));
		const page = matching.slice(offset, offset + limit);
		const rows = await Promise.all(page.map(symbol => describeSymbol(symbol, ports.sources, signal)));
		const shown = takeWhileFits(rows, budget - 500, row => JSON.stringify(row).length + 1);
		const next = offset + shown.length;
		return {
			query,
			freshness,
			total: matching.length,
			symbols: [...shown],
			...(limited && { limited: true as const }),
			...(next < matching.length && { nextOffset: next }),
		};
	},

	render({ query, freshness, total, symbols, limited, nextOffset }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: the language server may know more later)`;
		const most = limited ? ' or more' : '';
		const found = total === 0 ? `No symbol is like "${query}"` : `${plural(total, 'symbol')}${most}`;
		const head = `${found}${state}`;
		const rows = symbols.map(({ name, kind, container, path, line, text }) => {
			const where = container === undefined ? '' : ` (in ${container})`;
			// The line itself mostly says what it declares.
			return `${path}:${line} ${text.includes(name) ? text : `${kind} ${name}`}${where}`;
		});
		const short = symbols.map(({ name, kind, path, line }) => `${path}:${line} ${kind} ${name}`);
		const notes = [
			limited && '(The language server gave only its best matches; a longer query finds the others.)',
			nextOffset !== undefined && `(More: call again with offset ${nextOffset}.)`,
		].filter(note => typeof note === 'string');
		return [[head, ...rows, ...notes].join('\n'), [head, ...short, ...notes].join('\n'), head];
	},
});

/** Language servers name the start of the declaration; the name itself comes after decorators and modifiers. */
const LINES_TO_NAME = 4;

async function describeSymbol(
	{ name, kind, container, path, range }: FoundSymbol,
	sources: Sources,
	signal: Cancellation,
) {
	const { start, end } = range;
	const count = Math.min(LINES_TO_NAME, end.line - start.line + 1);
	const lines = await sources.lines(
		path,
		Array.from({ length: count }, (_, index) => start.line + index),
		signal,
	);
	const columns = lines.map((line, index) => columnOf(name, line, index === 0 ? start.column : 1));
	const found = columns.findIndex(column => column !== undefined);
	return {
		name,
		kind,
		...(container !== undefined && container !== '' && { container }),
		path,
		line: start.line + Math.max(found, 0),
		column: columns[found] ?? start.column,
		text: sourceLine(lines[Math.max(found, 0)] ?? ''),
	};
}

function columnOf(name: string, line: string, from: number): number | undefined {
	for (let at = line.indexOf(name, from - 1); at !== -1; at = line.indexOf(name, at + 1)) {
		if (!/[\p{ID_Continue}$]$/u.test(line.slice(0, at)) && !/^[\p{ID_Continue}$]/u.test(line.slice(at + name.length))) {
			return at + 1;
		}
	}
	return undefined;
}

function bestFirst(query: string): (left: FoundSymbol, right: FoundSymbol) => number {
	const lower = query.toLowerCase();
	const rank = ({ name }: FoundSymbol) => {
		const folded = name.toLowerCase();
		return [name === query, folded === lower, name.startsWith(query), folded.startsWith(lower), folded.includes(lower)]
			.concat(true)
			.indexOf(true);
	};
	return (left, right) =>
		rank(left) - rank(right) || (left.name < right.name ? -1 : left.name > right.name ? 1 : 0) || byPlace(left, right);
}
