import { join } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { FileFilter } from '@hawser/core/ports/values/file-filter.ts';
import { escapeForRegExp } from '@hawser/core/text/glob.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { serverText } from '../documents/sources.ts';
import { namePatterns } from '../mentions/name-query.ts';
import { type FilteredFolder, filteredFolders } from '../search/filtered-folders.ts';
import { listedPaths } from '../search/listed-paths.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import { unsavedTexts } from '../search/unsaved-texts.ts';
import { filesIn } from '../search/visible-files.ts';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';

/** Scripts of the workspace, without what .gitignore and the user's settings exclude. */
export interface SourceMentions {
	/** Those that contain the word and may refer to another file: they import something, or are no modules and share all globals. */
	find(word: string, signal: Cancellation): Promise<readonly vscode.Uri[]>;
	/** All that may contain a name that TypeScript finds by this query: it has the query in it, or words that begin with the query's. */
	findNames(query: string, signal: Cancellation): Promise<readonly vscode.Uri[]>;
	scripts(signal: Cancellation): Promise<readonly vscode.Uri[]>;
}

const EXTENSIONS = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'];
const SCRIPTS: FileFilter = {
	include: EXTENSIONS.map(extension => `**/*.${extension}`),
	exclude: ['**/node_modules/**'],
	ignored: false,
};
/** Larger files were not written by hand. */
const MAX_SOURCE_SIZE = '1M';
const IMPORT = /\b(?:import|require|from)\b/;
const EXPORT = /\bexports?\b/;
const AT_ONCE = 64;

export function createSourceMentions(ripgrep: Ripgrep): SourceMentions {
	return {
		scripts: signal => inEachFolder(folder => filesIn(folder, ripgrep, signal)),
		findNames: (query, signal) => inEachFolder(folder => matching(namePatterns(query), folder, signal)),
		async find(word, signal) {
			const mentioning = await inEachFolder(folder => matching([escapeForRegExp(word)], folder, signal, word));
			const found: vscode.Uri[] = [];
			for (let start = 0; start < mentioning.length; start += AT_ONCE) {
				throwIfCancelled(signal);
				const batch = mentioning.slice(start, start + AT_ONCE);
				const texts = await Promise.all(batch.map(serverText));
				found.push(...batch.filter((_, index) => mayReferToOthers(texts[index] ?? '')));
			}
			return found;
		},
	};

	/** Files with unsaved edits count without a word: they are open, so that TypeScript has loaded their projects. */
	async function matching(
		patterns: readonly string[],
		folder: FilteredFolder,
		signal: Cancellation,
		word = '',
	): Promise<readonly string[]> {
		if (patterns.length === 0) {
			return [];
		}
		const question = [
			'--files-with-matches',
			'--null',
			'--case-sensitive',
			`--max-filesize=${MAX_SOURCE_SIZE}`,
			...patterns.map(pattern => `--regexp=${pattern}`),
			'.',
		];
		const [output, unsaved] = await Promise.all([
			folder.withArguments(args => ripgrep.output([...args, ...question], { cwd: folder.path, signal })),
			unsavedTexts(folder, ripgrep, signal),
		]);
		const onDisk = listedPaths(output).filter(path => folder.includes(path) && !unsaved.has(path));
		const inEditor = [...unsaved].filter(([, text]) => text.includes(word)).map(([path]) => path);
		return [...onDisk, ...inEditor];
	}
}

function mayReferToOthers(text: string): boolean {
	return IMPORT.test(text) || !EXPORT.test(text);
}

async function inEachFolder(list: (folder: FilteredFolder) => Promise<readonly string[]>): Promise<vscode.Uri[]> {
	if (foldersOnDisk().length === 0) {
		return [];
	}
	const perFolder = await Promise.all(
		filteredFolders(SCRIPTS).map(async folder => {
			const paths = await list(folder);
			return paths.map(path => vscode.Uri.file(join(folder.path, path)));
		}),
	);
	return perFolder.flat().sort((left, right) => (left.path < right.path ? -1 : 1));
}
