import * as vscode from 'vscode';
import { fileNotFound } from './file-not-found.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** The file or folder that an argument names; throws when there is none. */
export async function existingFile(
	path: string,
	paths: WorkspacePaths,
	what?: 'file' | 'file or folder',
): Promise<vscode.Uri> {
	const uri = await paths.resolve(path);
	try {
		await vscode.workspace.fs.stat(uri);
	} catch (cause) {
		throw await fileNotFound(uri, paths, cause, what);
	}
	return uri;
}
