import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { freshness } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import type { Place } from '../../ports/values/text-position.ts';
import { plural } from '../../text/plural.ts';
import { LOCATING, locateSymbol, symbolAddress } from './locate-symbol.ts';
import { groupByPath, placeKey, type Sourced, withSource } from './place-source.ts';

/** So many references are seen at a glance. */
const UNCOUNTED = 10;

export const symbolReferences = defineTool({
	name: 'symbol_references',
	title: 'Find references',
	searchHint: 'find references usages uses of a symbol callers where used',
	description:
		'Finds every reference to a symbol that the language server knows, in all files, with the line of source. Waits until the project is loaded, so the answer is complete.',
	whenToUse: 'Use it instead of text search, which also finds comments and other symbols of the same name.',
	effect: 'reads',
	needs: [...LOCATING, 'sources'],
	timeout: 60_000,
	narrowBy: ['limit', 'offset'],

	example: { path: 'src/cart.ts', symbol: 'addTax' },

	input: z.strictObject({
		...symbolAddress,
		includeDeclaration: z.boolean().default(true).describe('Count the declaration as a reference.'),
		limit: z.int().positive().max(1000).default(100).describe('References in one answer.'),
		offset: z.int().nonnegative().default(0).describe('References to skip, to page.'),
		ends: unlisted(z.boolean().default(false).describe('Also where each reference ends.')),
	}),

	output: z.object({
		symbol: z.string(),
		path: z.string().optional().describe('Where it was found, when the call did not name that file.'),
		freshness,
		total: z.int(),
		totalFiles: z.int(),
		doubtfulFiles: z
			.int()
			.optional()
			.describe('Files that mention the name and that the language server has not told about yet.'),
		files: z.array(
			z.object({
				path: z.string(),
				references: z.array(
					z.object({
						line: z.int(),
						column: z.int(),
						text: z.string(),
						within: z.string().optional().describe('The declaration around it, by indentation.'),
						endLine: unlisted(z.int().optional()),
						endColumn: unlisted(z.int().optional()),
					}),
				),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ includeDeclaration, limit, offset, ends, ...address }, ports, { signal, budget }) {
		const located = await locateSymbol(address, ports, signal);
		const answer = await ports.symbols.references(located.path, located.position, signal, { page: offset > 0 });
		const declarations = includeDeclaration
			? new Set<string>()
			: new Set((await ports.symbols.definitions(located.path, located.position, signal)).places.map(placeKey));
		const places = answer.places.filter(place => !declarations.has(placeKey(place)));
		const page = await withSource(places.slice(offset, offset + limit), ports.sources, signal, {
			enclosing: true,
		});
		const shown = takeWhileFits(
			page,
			budget - 500,
			({ path, text, within = '' }) => path.length / 4 + text.length + within.length + 50,
		);
		const next = offset + shown.length;
		return {
			symbol: located.name,
			...(located.path !== address.path && { path: located.path }),
			freshness: answer.freshness,
			total: places.length,
			totalFiles: new Set(places.map(place => place.path)).size,
			...(answer.doubtfulFiles && { doubtfulFiles: answer.doubtfulFiles }),
			files: groupByFile(shown, ends),
			...(next < places.length && { nextOffset: next }),
		};
	},

	render({ symbol, path, freshness, total, totalFiles, doubtfulFiles, files, nextOffset }) {
		const doubt = doubtfulFiles
			? `${plural(doubtfulFiles, 'more file mentions', 'more files mention')} it and may refer to it`
			: 'the language server may know more later';
		const state = freshness === 'fresh' ? '' : ` (${freshness}: ${doubt})`;
		const found = total === 0 ? 'no references' : `${plural(total, 'reference')} in ${plural(totalFiles, 'file')}`;
		const head = `${symbol}${path === undefined ? '' : ` in ${path}`}: ${found}${state}`;
		// A short list that is whole counts itself.
		const top = freshness === 'fresh' && total > 0 && total <= UNCOUNTED && nextOffset === undefined ? [] : [head];
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const full = files.flatMap(({ path: file, references }) => [file, ...byLine(references).map(renderLine)]);
		const short = files.map(
			({ path: file, references }) =>
				`${file}: ${byLine(references)
					.map(({ line }) => line)
					.join(', ')}`,
		);
		return [[...top, ...full, ...more].join('\n'), [head, ...short, ...more].join('\n'), head];
	},
});

function groupByFile(references: readonly Sourced<Place>[], ends: boolean) {
	return groupByPath(references).map(([path, inFile]) => ({
		path,
		references: inFile.map(({ range: { start, end }, text, within }) => ({
			...start,
			text,
			...(within !== undefined && { within }),
			...(ends && { endLine: end.line, endColumn: end.column }),
		})),
	}));
}

interface ReferenceRow {
	line: number;
	text: string;
	within?: string | undefined;
}

/** A line that refers to the symbol twice is told once, with its number of references. */
function byLine(references: readonly ReferenceRow[]): readonly (ReferenceRow & { times: number })[] {
	const lines = new Map<number, ReferenceRow & { times: number }>();
	for (const reference of references) {
		const times = (lines.get(reference.line)?.times ?? 0) + 1;
		lines.set(reference.line, { ...reference, times });
	}
	return [...lines.values()];
}

/** `12 Cart.total: return addTax(net);` */
function renderLine({ line, text, within, times }: ReferenceRow & { times: number }): string {
	return `${line}${times === 1 ? '' : ` (${times})`}${within === undefined ? '' : ` ${within}`}: ${text}`;
}
