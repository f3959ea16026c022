import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * The first part of the path below the folder that is a link; undefined where there is none. A repository can contain links,
 * and what is written through one ends up wherever it likes.
 */
export function linkOnTheWay(folder: string, path: string): string | undefined {
	let place = folder;
	for (const part of relative(folder, path).split(sep)) {
		place = join(place, part);
		// Junctions of Windows are links here too.
		if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
			return place;
		}
	}
	return undefined;
}
