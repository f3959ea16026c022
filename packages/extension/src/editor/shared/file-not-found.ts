import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from './workspace-paths.ts';

const MAX_SEARCH_TIME = 1500;
const MAX_SAME_NAME = 3;

/** Says where relative paths start, and which file was probably meant: one of this name elsewhere, or of almost this name. */
export async function fileNotFound(
	uri: vscode.Uri,
	paths: WorkspacePaths,
	cause: unknown,
	what: 'file' | 'file or folder' = 'file',
): Promise<ToolError> {
	const sameName = (await filesNamed(path.basename(uri.fsPath))).map(paths.show);
	const nearest = sameName.length > 0 ? undefined : await nearestEntry(uri.fsPath);
	const shown = nearest === undefined ? undefined : paths.show(vscode.Uri.file(nearest));
	const meant = shown === undefined ? sameName : [shown];
	const question = meant.length === 0 ? '' : `Did you mean ${meant.join(' or ')}? `;
	return new ToolError('E_FILE_NOT_FOUND', `There is no ${what} ${paths.show(uri)}.`, {
		hint: `${question}${baseOfPaths()}`,
		details: { ...(shown !== undefined && { nearest: shown }), ...(sameName.length > 0 && { sameName }) },
		cause,
	});
}

function baseOfPaths(): string {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folders.length === 0
		? 'The window has no folder open, so only absolute paths lead to a file.'
		: `Relative paths start at ${folders.map(({ uri }) => uri.fsPath).join(' or ')}.`;
}

/** Best effort: where a search would take long, the error goes out without. */
async function filesNamed(name: string): Promise<readonly vscode.Uri[]> {
	const search = new vscode.CancellationTokenSource();
	const timer = setTimeout(() => search.cancel(), MAX_SEARCH_TIME);
	try {
		const pattern = `**/${name.replaceAll(/[[\]{}*?]/g, '[$&]')}`;
		const found = await vscode.workspace.findFiles(pattern, '**/node_modules/**', MAX_SAME_NAME, search.token);
		return [...found].sort((left, right) => left.path.length - right.path.length);
	} catch {
		return [];
	} finally {
		clearTimeout(timer);
		search.dispose();
	}
}

/** The entry of the same folder whose name is most like the missing one. */
async function nearestEntry(file: string): Promise<string | undefined> {
	try {
		const folder = path.dirname(file);
		const nearest = nearestName(path.basename(file), await readdir(folder));
		return nearest && path.join(folder, nearest);
	} catch {
		return undefined;
	}
}
