import { sep } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { escapeGlob, rootedGlobs } from '@hawser/core/text/glob.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';
import { encodingArgument } from './encoding-argument.ts';

/** One workspace folder and what ripgrep has to know of it. */
export interface SearchFolder {
	path: string;
	/** The beginning of the paths that agents see: the name of the folder when there are several. */
	prefix: string;
	/** Arguments that make ripgrep see the files that VS Code's own search sees. */
	args: readonly string[];
	/** Arguments that say how its files are read. */
	reading: readonly string[];
}

/** Links are not followed, because they may lead out of the workspace, and the user's own ripgrep configuration is not read. */
const ALWAYS = [
	'--no-config',
	'--hidden',
	'--no-require-git',
	'--no-messages',
	'--no-ignore-messages',
	'--path-separator=/',
];

export function searchFolders({ ignored }: { ignored: boolean }): readonly SearchFolder[] {
	const folders = foldersOnDisk();
	if (folders.length === 0) {
		throw new ToolError('E_NO_WORKSPACE', 'No folder is open in this window.');
	}
	return folders.map(folder => {
		const path = folder.uri.fsPath;
		const excluded = [...settingGlobs(folder, ignored), ...nestedFolders(path, folders)];
		return {
			path,
			prefix: folders.length > 1 ? `${folder.name}/` : '',
			reading: encodingArgument(vscode.workspace.getConfiguration('files', folder.uri).get('encoding')),
			args: [...ALWAYS, ...ignoreArguments(folder, ignored), ...excludeArguments(excluded)],
		};
	});
}

function ignoreArguments({ uri }: vscode.WorkspaceFolder, ignored: boolean): string[] {
	const search = vscode.workspace.getConfiguration('search', uri);
	if (ignored || search.get('useIgnoreFiles') === false) {
		return ['--no-ignore'];
	}
	return [
		search.get('useParentIgnoreFiles') === true ? [] : '--no-ignore-parent',
		search.get('useGlobalIgnoreFiles') === true ? [] : '--no-ignore-global',
	].flat();
}

/** `files.exclude` hides what is not part of the project at all, such as .git, so it holds even for ignored files. */
function settingGlobs({ uri }: vscode.WorkspaceFolder, ignored: boolean): string[] {
	const sections = ignored ? ['files'] : ['files', 'search'];
	return sections.flatMap(section => {
		const exclude = vscode.workspace.getConfiguration(section, uri).get<Record<string, unknown>>('exclude') ?? {};
		return Object.entries(exclude).flatMap(([glob, on]) => (on === true ? [glob] : []));
	});
}

/** A folder inside another is searched once, under its own name. */
function nestedFolders(path: string, folders: readonly vscode.WorkspaceFolder[]): string[] {
	return folders.flatMap(({ uri }) => {
		const below = pathBelow(path, uri.fsPath);
		return below === undefined || below === '' ? [] : [`/${escapeGlob(below.split(sep).join('/'))}`];
	});
}

/** In settings, `dist` means the one at the top; ripgrep would take it for any. */
export function excludeArguments(globs: readonly string[]): string[] {
	return globs.map(glob => `--glob=!${glob.startsWith('**/') || glob.startsWith('/') ? glob : `/${glob}`}`);
}

/** The part of the agent's globs that is about this folder; undefined when none of them can be. */
export function globsIn(
	folder: SearchFolder,
	globs: readonly string[],
	all: readonly SearchFolder[],
): readonly string[] | undefined {
	if (globs.length === 0) {
		return [];
	}
	const own = globs.flatMap(argument => {
		const glob = sep === '\\' ? argument.replaceAll('\\', '/') : argument;
		const owner = all.find(candidate => startsWithFolder(glob, candidate.path));
		if (owner) {
			return owner === folder ? rootedGlobs(`/${glob.slice(folder.path.length)}`) : [];
		}
		return rootedGlobs(glob).flatMap(rooted => {
			const below = folder.prefix === '' ? undefined : belowPrefix(rooted, folder.prefix);
			return below === undefined ? [rooted] : [rooted, below];
		});
	});
	return own.length === 0 ? undefined : own;
}

function startsWithFolder(glob: string, folder: string): boolean {
	const path = folder.split(sep).join('/');
	return glob === path || glob.startsWith(`${path}/`);
}

/** `app/src/*.ts`, where the folder's name is `app`. */
function belowPrefix(rooted: string, prefix: string): string | undefined {
	if (`${rooted}/` === prefix || rooted === `**/${prefix.slice(0, -1)}`) {
		return '**';
	}
	return rooted.startsWith(prefix) ? rooted.slice(prefix.length) : undefined;
}
