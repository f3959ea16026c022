import { sourceLine } from '../../answers/paging.ts';
import type { Sources } from '../../ports/documents.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import type { Place } from '../../ports/values/text-position.ts';
import { enclosingName } from '../../text/enclosing-name.ts';

interface Source {
	/** The line of source, without indentation. */
	text: string;
	/** The declaration around the line, such as Cart.total. */
	within?: string;
}

export type Sourced<Kind extends Place> = Kind & Source;

/** Adds the line of source, and on demand what it lies in, so that the agent need not read the files; each file is read once. */
export async function withSource<Kind extends Place>(
	places: readonly Kind[],
	sources: Sources,
	signal: Cancellation,
	{ enclosing = false } = {},
): Promise<readonly Sourced<Kind>[]> {
	const sourced = new Map<Place, Source>();
	await Promise.all(
		groupByPath(places).map(async ([path, inFile]) => {
			const lines = inFile.map(({ range }) => range.start.line);
			const before = enclosing ? await sources.lines(path, upTo(Math.max(...lines)), signal) : [];
			const texts = enclosing ? lines.map(line => before[line - 1]) : await sources.lines(path, lines, signal);
			inFile.forEach((place, index) => {
				const within = enclosing ? enclosingName(before, place.range.start.line) : undefined;
				sourced.set(place, { text: sourceLine(texts[index] ?? ''), ...(within !== undefined && { within }) });
			});
		}),
	);
	return places.map(place => ({ ...place, ...(sourced.get(place) ?? { text: '' }) }));
}

/** The numbers from 1 on. */
export function upTo(count: number): readonly number[] {
	return Array.from({ length: count }, (_, index) => index + 1);
}

export function groupByPath<Kind extends Place>(places: readonly Kind[]): readonly (readonly [string, Kind[]])[] {
	const groups = new Map<string, Kind[]>();
	for (const place of places) {
		const group = groups.get(place.path) ?? [];
		groups.set(place.path, group);
		group.push(place);
	}
	return [...groups];
}

export function placeKey({ path, range }: Place): string {
	return `${path}:${range.start.line}:${range.start.column}`;
}
