import { sep } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { escapeGlob, globMatcher, rootedGlobs } from '@hawser/core/text/glob.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { type FilteredFolder, filteredFolders, withInclude } from './filtered-folders.ts';
import { linkedFiles } from './linked-files.ts';
import { listedPaths } from './listed-paths.ts';
import type { Ripgrep } from './ripgrep.ts';

/** Paths of all files in the folder that the filter lets through, relative to it, in no order. */
export async function filesIn(folder: FilteredFolder, ripgrep: Ripgrep, signal: Cancellation): Promise<string[]> {
	const output = await folder.withArguments(args =>
		ripgrep.output([...args, '--files', '--null', '.'], { cwd: folder.path, signal }),
	);
	return listedPaths(output).filter(folder.includes);
}

/** The same with links to files. `top` is the folder that the filter is about. */
export async function filesAndLinksIn(
	folder: FilteredFolder,
	ripgrep: Ripgrep,
	signal: Cancellation,
	top = '',
): Promise<string[]> {
	const files = await filesIn(folder, ripgrep, signal);
	return [...files, ...(await linkedFiles(folder, files, top, ripgrep, signal))];
}

/** Files below a folder of the workspace, relative to it and sorted; the globs are relative to it too. */
export async function filesBelow(
	path: string,
	{ globs, ignored }: { globs: readonly string[]; ignored: boolean },
	ripgrep: Ripgrep,
	signal: Cancellation,
): Promise<string[]> {
	const owner = filteredFolders({ include: [], exclude: [], ignored })
		.map(folder => ({ folder, below: pathBelow(folder.path, path)?.split(sep).join('/') }))
		.filter(({ below }) => below !== undefined)
		.sort((left, right) => right.folder.path.length - left.folder.path.length)[0];
	if (owner?.below === undefined) {
		return [];
	}
	const { folder, below } = owner;
	const top = below === '' ? [] : [escapeGlob(below)];
	const found = await filesAndLinksIn(withInclude(folder, top), ripgrep, signal, below);
	const inFolder = found.map(file => (below === '' ? file : file.slice(below.length + 1)));
	const wanted = globs.length === 0 ? () => true : globMatcher(globs.flatMap(rootedGlobs));
	return inFolder.filter(wanted).sort();
}
