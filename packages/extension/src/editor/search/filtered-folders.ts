import type { FileFilter } from '@hawser/core/ports/values/file-filter.ts';
import { globMatcher } from '@hawser/core/text/glob.ts';
import { withIgnoreFile } from './ignore-file.ts';
import { includeRules } from './include-rules.ts';
import { excludeArguments, globsIn, type SearchFolder, searchFolders } from './search-folders.ts';

/** A workspace folder with the agent's own filter applied. */
export interface FilteredFolder extends SearchFolder {
	/** True when the agent's `include` matches this path; ripgrep itself lets a little more through. */
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

export function withInclude(folder: SearchFolder, globs: readonly string[]): FilteredFolder {
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
