import * as style from 'node:path';
import { escapeGlob, globMatcher, rootedGlobs } from '@hawser/core/contract/glob.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type { FileFilter } from '@hawser/core/ports/file-filter.ts';
import { pathBelow } from '../path-rules.ts';
import { withIgnoreFile } from './ignore-file.ts';
import { includeRules } from './include-rules.ts';
import type { Ripgrep } from './ripgrep.ts';
import { excludeArguments, globsIn, type SearchFolder, searchFolders } from './search-folders.ts';

/** A workspace folder with the agent's own filter applied. */
export interface FilteredFolder extends SearchFolder {
	/** Whether the agent's `include` means this path; ripgrep itself lets a little more through. */
	includes: (path: string) => boolean;
	/** Runs with all arguments for ripgrep, those that need a file too. */
	withArguments: <T>(run: (args: readonly string[]) => Promise<T>) => Promise<T>;
}

/** The folders that the filter leaves something of. */
export function filteredFolders({ include, exclude, ignored }: FileFilter): readonly FilteredFolder[] {
	const folders = searchFolders({ ignored });
	return folders.flatMap(folder => {
		const included = globsIn(folder, include, folders);
		if (included === undefined) {
			return [];
		}
		const excluded = globsIn(folder, exclude, folders) ?? [];
		// Says what is wrong with a glob in our own words, before ripgrep does in its.
		globMatcher(excluded);
		return withInclude({ ...folder, args: [...folder.args, ...excludeArguments(excluded)] }, included);
	});
}

function withInclude(folder: SearchFolder, globs: readonly string[]): FilteredFolder {
	const { args } = folder;
	if (globs.length === 0) {
		return { ...folder, includes: () => true, withArguments: run => run(args) };
	}
	return {
		...folder,
		includes: globMatcher(globs),
		withArguments: run => withIgnoreFile(includeRules(globs), file => run([...args, `--ignore-file=${file}`])),
	};
}

/** Paths of all files in the folder that the filter lets through, relative to it, in no order. */
export async function filesIn(folder: FilteredFolder, ripgrep: Ripgrep, signal: Cancellation): Promise<string[]> {
	const output = await folder.withArguments(args =>
		ripgrep.output([...args, '--files', '--null', '.'], { cwd: folder.path, signal }),
	);
	return output.split('\0').flatMap(entry => {
		const path = withoutDot(entry);
		return path !== '' && folder.includes(path) ? [path] : [];
	});
}

/** Which of these files, relative to the folder, ripgrep would search. */
export async function visibleAmong(
	paths: readonly string[],
	folder: FilteredFolder,
	ripgrep: Ripgrep,
	signal: Cancellation,
): Promise<ReadonlySet<string>> {
	const wanted = paths.filter(folder.includes);
	if (wanted.length === 0) {
		return new Set();
	}
	const output = await withIgnoreFile(includeRules(wanted.map(escapeGlob)), file =>
		ripgrep.output([...folder.args, `--ignore-file=${file}`, '--files', '--null', '.'], { cwd: folder.path, signal }),
	);
	const visible = new Set(output.split('\0').map(withoutDot));
	return new Set(wanted.filter(path => visible.has(path)));
}

export function withoutDot(path: string): string {
	return path.startsWith('./') ? path.slice(2) : path;
}

/** Files below a folder of the workspace, relative to it and sorted; the globs are relative to it too. */
export async function filesBelow(
	path: string,
	{ globs, ignored }: { globs: readonly string[]; ignored: boolean },
	ripgrep: Ripgrep,
	signal: Cancellation,
): Promise<string[]> {
	const owner = filteredFolders({ include: [], exclude: [], ignored })
		.map(folder => ({ folder, below: pathBelow(folder.path, path, style)?.split(style.sep).join('/') }))
		.filter(({ below }) => below !== undefined)
		.sort((left, right) => right.folder.path.length - left.folder.path.length)[0];
	if (owner?.below === undefined) {
		return [];
	}
	const { folder, below } = owner;
	const top = below === '' ? [] : [escapeGlob(below)];
	const found = await filesIn(withInclude(folder, top), ripgrep, signal);
	const inFolder = found.map(file => (below === '' ? file : file.slice(below.length + 1)));
	const wanted = globs.length === 0 ? () => true : globMatcher(globs.flatMap(rootedGlobs));
	return inFolder.filter(wanted).sort();
}
