import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guides } from '@hawser/core/ports/guides.ts';
import { readGuide } from '@hawser/core/text/read-guide.ts';

/** The guides that came with the extension: `docs/how` of the repository. */
export function createGuides(folder: string): Guides {
	return {
		async all() {
			const names = (await readdir(folder)).filter(name => name.endsWith('.md')).sort();
			return Promise.all(
				names.map(async name => readGuide(name.slice(0, -'.md'.length), await readFile(join(folder, name), 'utf8'))),
			);
		},
	};
}
