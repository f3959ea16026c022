import { readdir, stat } from 'node:fs/promises';
import { normalize, sep } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Files } from '@hawser/core/ports/files.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { FileFilter } from '@hawser/core/ports/values/file-filter.ts';
import { splitGlobs } from '@hawser/core/text/glob.ts';
import * as vscode from 'vscode';
import type { ChangeRecorder } from '../journal/change-recorder.ts';
import type { Consent } from '../questions/consent.ts';
import { filteredFolders } from '../search/filtered-folders.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import { filesAndLinksIn, filesBelow } from '../search/visible-files.ts';
import { fileFailure } from '../shared/file-failure.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { emptyFolders } from './empty-folders.ts';
import { removeFile } from './remove-file.ts';
import type { Trash } from './trash.ts';

export function createFiles(parts: {
	paths: WorkspacePaths;
	ripgrep: Ripgrep;
	consent: Consent;
	trash: Trash;
	recorder: ChangeRecorder;
}): Files {
	const { paths, ripgrep } = parts;

	async function all(filter: FileFilter, signal: Cancellation): Promise<string[]> {
		const perFolder = await Promise.all(
			filteredFolders(filter).map(async folder =>
				(await filesAndLinksIn(folder, ripgrep, signal)).map(below => folder.prefix + below),
			),
		);
		return perFolder.flat().sort();
	}

	return {
		all,

		async folder(path, { depth, glob, ignored }, signal) {
			const several = (vscode.workspace.workspaceFolders ?? []).length > 1;
			if (several && isTop(path)) {
				const files = await all({ include: splitGlobs(glob), exclude: [], ignored }, signal);
				const empty = glob === undefined ? foldersWithout(files) : [];
				return { path: '.', files, emptyFolders: empty, allIgnored: false };
			}
			const uri = await paths.resolve(path);
			await requireFolder(uri, paths);
			const files = await filesBelow(uri.fsPath, { globs: splitGlobs(glob), ignored }, ripgrep, signal);
			// A glob asks for files; folders without any would only be in the way.
			const empty = glob === undefined ? await emptyFolders(uri.fsPath, { depth, files, signal }) : [];
			const nothing = files.length === 0 && empty.length === 0 && glob === undefined;
			const allIgnored = nothing && (await readdir(uri.fsPath)).length > 0;
			return { path: paths.show(uri), files, emptyFolders: empty, allIgnored };
		},

		sizes: shown =>
			Promise.all(
				shown.map(async path => {
					try {
						const found = await stat((await paths.resolve(path)).fsPath);
						return found.isFile() ? found.size : undefined;
					} catch {
						return undefined;
					}
				}),
			),

		remove: (path, options, caller) => removeFile(path, options, caller, parts),
	};
}

/** Workspace folders that have none of these files. */
function foldersWithout(files: readonly string[]): string[] {
	const names = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
	return names.filter(name => !files.some(file => file.startsWith(`${name}/`)));
}

function isTop(path: string): boolean {
	return normalize(path) === '.' || normalize(path) === `.${sep}`;
}

async function requireFolder(uri: vscode.Uri, paths: WorkspacePaths): Promise<void> {
	try {
		if ((await stat(uri.fsPath)).isDirectory()) {
			return;
		}
	} catch (error) {
		throw await fileFailure(uri, paths, error);
	}
	throw new ToolError('E_INVALID_PATH', `${paths.show(uri)} is a file, not a folder.`, {
		hint: 'Read it with file_read, or list the folder that it is in.',
	});
}
