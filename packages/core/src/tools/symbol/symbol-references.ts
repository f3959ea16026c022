import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../contract/paging.ts';
import { freshness } from '../../contract/parameters.ts';
import { plural } from '../../contract/plural.ts';
import { defineTool } from '../../contract/tool.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Place } from '../../ports/text-position.ts';
import { locateSymbol, symbolAddress } from './locate-symbol.ts';

export const symbolReferences = defineTool({
	name: 'symbol_references',
	title: 'Find references',
	description:
		'Finds every reference to a symbol that the language server knows, in all files, with the line of source. Waits until the project is loaded, so the answer is complete.',
	whenToUse: 'Instead of text search, which also finds comments and other symbols of the same name.',
	effect: 'reads',
	needs: ['symbols', 'documents'],
	timeout: 60_000,
	narrowBy: ['limit', 'offset'],

	input: z.strictObject({
		...symbolAddress,
		includeDeclaration: z.boolean().default(true).describe('Count the declaration as a reference.'),
		limit: z.int().positive().max(1000).default(100).describe('References in one answer.'),
		offset: z.int().nonnegative().default(0).describe('References to skip, to page.'),
	}),

	output: z.object({
		symbol: z.string(),
		freshness,
		total: z.int(),
		totalFiles: z.int(),
		files: z.array(
			z.object({
				path: z.string(),
				references: z.array(z.object({ line: z.int(), column: z.int(), text: z.string() })),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ includeDeclaration, limit, offset, ...address }, ports, { signal, budget }) {
		const located = await locateSymbol(address, ports, signal);
		const answer = await ports.symbols.references(address.path, located.position, signal);
		const declarations = includeDeclaration
			? new Set<string>()
			: new Set((await ports.symbols.definitions(address.path, located.position, signal)).places.map(placeKey));
		const places = answer.places.filter(place => !declarations.has(placeKey(place))).sort(byPlace);
		const page = await withSource(places.slice(offset, offset + limit), ports.documents, signal);
		const shown = takeWhileFits(page, budget - 500, ({ path, text }) => path.length / 4 + text.length + 50);
		const next = offset + shown.length;
		return {
			symbol: located.name,
			freshness: answer.freshness,
			total: places.length,
			totalFiles: new Set(places.map(place => place.path)).size,
			files: groupByFile(shown),
			...(next < places.length && { nextOffset: next }),
		};
	},

	render({ symbol, freshness, total, totalFiles, files, nextOffset }) {
		const state = freshness === 'fresh' ? '' : ` (${freshness}: the language server may know more later)`;
		const head = `${symbol}: ${plural(total, 'reference')} in ${plural(totalFiles, 'file')}${state}`;
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const full = files.flatMap(({ path, references }) => [
			path,
			...references.map(({ line, column, text }) => `  ${line}:${column}  ${text}`),
		]);
		const short = files.map(({ path, references }) => `${path}: ${references.map(({ line }) => line).join(', ')}`);
		return [[head, ...full, ...more].join('\n'), [head, ...short, ...more].join('\n'), head];
	},
});

interface Reference {
	path: string;
	line: number;
	column: number;
	text: string;
}

/** Adds the line of source, so that the agent need not read the files; each file is opened once. */
async function withSource(
	places: readonly Place[],
	documents: Documents,
	signal: Cancellation,
): Promise<readonly Reference[]> {
	const paths = [...new Set(places.map(place => place.path))];
	const byPath = await Promise.all(
		paths.map(async path => {
			const starts = places.filter(place => place.path === path).map(place => place.range.start);
			const texts = await documents.lines(
				path,
				starts.map(start => start.line),
				signal,
			);
			return starts.map((start, index) => ({ path, ...start, text: sourceLine(texts[index] ?? '') }));
		}),
	);
	return byPath.flat();
}

function groupByFile(references: readonly Reference[]) {
	const paths = [...new Set(references.map(reference => reference.path))];
	return paths.map(path => ({
		path,
		references: references
			.filter(reference => reference.path === path)
			.map(({ line, column, text }) => ({ line, column, text })),
	}));
}

function placeKey({ path, range }: Place): string {
	return `${path}:${range.start.line}:${range.start.column}`;
}

function byPlace(left: Place, right: Place): number {
	const byPath = left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
	const { start: a } = left.range;
	const { start: b } = right.range;
	return byPath || a.line - b.line || a.column - b.column;
}
