import { sourceLine } from '../../answers/paging.ts';
import type { Sources } from '../../ports/sources.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import type { Place } from '../../ports/values/text-position.ts';

export type Sourced<Kind extends Place> = Kind & {
	/** The line of source, without indentation. */
	text: string;
};

/** Adds the line of source, so that the agent need not read the files; each file is read once. */
export async function withSource<Kind extends Place>(
	places: readonly Kind[],
	sources: Sources,
	signal: Cancellation,
): Promise<readonly Sourced<Kind>[]> {
	const texts = new Map<Place, string>();
	await Promise.all(
		groupByPath(places).map(async ([path, inFile]) => {
			const lines = await sources.lines(
				path,
				inFile.map(({ range }) => range.start.line),
				signal,
			);
			inFile.forEach((place, index) => texts.set(place, sourceLine(lines[index] ?? '')));
		}),
	);
	return places.map(place => ({ ...place, text: texts.get(place) ?? '' }));
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
